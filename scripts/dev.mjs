import { watch } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { isSource, parts } from './parts.mjs'
import { messageOf, remembered, root, runScript, say } from './paths.mjs'
import { sandboxFlags } from './sandbox.mjs'
import { chromiumFilter, hasDisplay } from './screen.mjs'
import { setUp } from './setup.mjs'

/**
 * Runs the app and watches the sources: a changed renderer reloads the window, any other change restarts the app, which
 * opens in its last state. It is the same build that ships, with the same content security policy: there is no second
 * way to load a page for development only.
 */
async function develop() {
  const { electron } = await setUp('start')
  if (!hasDisplay())
    throw new Error('There is no display to show a window on. To run without one: xvfb-run -a npm run dev')
  await build()
  process.env.STET_PROFILE ||= join(remembered, 'dev-profile')
  say(`The profile is ${process.env.STET_PROFILE} (STET_PROFILE names another).`)

  let app = startApp(electron.executable)
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  let busy = Promise.resolve()
  const follow = async () => {
    const built = await build().catch((error) => say(messageOf(error)))
    if (!built?.length) return
    if (built.every((part) => part === 'renderer')) return reloadWindows(await app.debuggerUrl)
    await app.end()
    app = startApp(electron.executable)
  }
  for (const folder of new Set(Object.values(parts).flatMap((part) => part.sources)))
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (!file || !isSource(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        busy = busy.then(follow)
      }, 150)
    })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void app.end().then(() => process.exit()))
}

/** @param {string} executable */
function startApp(executable) {
  const env = { ...process.env }
  delete env.ELECTRON_RUN_AS_NODE
  const child = spawn(executable, [...sandboxFlags(), '--remote-debugging-port=0', root], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env,
  })
  let ending = false
  const show = chromiumFilter()
  /** @type {Promise<string>} */
  const debuggerUrl = new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      const found = /DevTools listening on ws:\/\/([^/]+)/.exec(chunk)
      if (found) resolve(`http://${found[1]}`)
      else show(chunk)
    })
  })
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // The person has closed the window, so the work is over.
  void ended.then((code) => ending || process.exit(code ?? 1))
  return {
    debuggerUrl,
    end() {
      ending = true
      child.kill()
      return ended
    },
  }
}

/** @param {string} debuggerUrl */
async function reloadWindows(debuggerUrl) {
  const { WebSocket } = await import('undici')
  const answer = await fetch(`${debuggerUrl}/json/list`)
  const targets = /** @type {{type: string, webSocketDebuggerUrl: string}[]} */ (await answer.json())
  for (const target of targets.filter(({ type }) => type === 'page')) {
    const socket = new WebSocket(target.webSocketDebuggerUrl)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'Page.reload' })))
    socket.addEventListener('message', () => socket.close())
  }
}

await runScript(develop)
