import { _electron } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { startApp } from '../app'
import { ROOT, TEST_FLAGS, electronExecutable, freshFolder } from '../place'
import { compare, type Row } from './row'

/** Process start to first text painted, against an Electron window that loads as much script and paints one line. */
export default async function start(): Promise<Row[]> {
  const profile = freshFolder('start')
  const empty = emptyApp(bundleBytes())
  await (await startApp({ profile })).close()
  const row = await compare({
    what: 'cold start: process to first text painted, sample library',
    ours: () => timed(ROOT, '[role=treeitem]', { STET_PROFILE: profile }),
    peer: () => timed(empty, 'p', {}),
    peerName: 'empty Electron window, same bundle size',
    goal: 1.15,
    rounds: 7,
    warmUp: 1,
  })
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  fs.rmSync(empty, { recursive: true, force: true })
  return [row]
}

async function timed(folder: string, painted: string, environment: Record<string, string>): Promise<number> {
  const started = performance.now()
  const electron = await _electron.launch({
    executablePath: electronExecutable(),
    args: [folder, ...TEST_FLAGS],
    env: { ...(process.env as Record<string, string>), ...environment },
  })
  const page = await electron.firstWindow()
  await page.locator(painted).first().waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const took = performance.now() - started
  await electron.close()
  return took
}

function bundleBytes(): number {
  const folder = path.join(ROOT, 'out/renderer')
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file]) =>
    path.join(folder, file ?? ''),
  )
  return first.reduce((sum, file) => sum + fs.statSync(file).size, 0)
}

function emptyApp(bytes: number): string {
  const folder = freshFolder('empty')
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"empty","main":"main.cjs"}')
  fs.writeFileSync(
    path.join(folder, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron')
app.setPath('userData', ${JSON.stringify(path.join(folder, 'data'))})
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } })
  window.once('ready-to-show', () => window.show())
  window.loadFile('index.html')
})
app.on('window-all-closed', () => app.quit())`,
  )
  const statement = 'globalThis.count = (globalThis.count ?? 0) + 1;\n'
  fs.writeFileSync(
    path.join(folder, 'bundle.js'),
    `function unused() {\n${statement.repeat(Math.ceil(bytes / statement.length))}}\ndocument.body.append(Object.assign(document.createElement('p'), { textContent: 'painted' }))`,
  )
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><meta charset="utf-8"><body><script src="bundle.js" defer></script>',
  )
  return folder
}
