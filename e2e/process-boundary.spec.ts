import dgram from 'node:dgram'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { appOfFile, expect, test } from './app'
import { ROOT } from './paths'

test('the renderer is sandboxed, isolated, and cannot go anywhere', async ({ start, service }) => {
  const app = await start()
  const inPage = await app.page.evaluate(() => ({
    node: typeof (globalThis as Record<string, unknown>)['process'],
    require: typeof (globalThis as Record<string, unknown>)['require'],
    bridge: Object.keys((globalThis as unknown as { app: object }).app).toSorted(),
  }))
  expect(inPage).toEqual({ node: 'undefined', require: 'undefined', bridge: ['call', 'listen'] })

  // A foreign style element has no effect, while the editor's own styles, written at run time, do.
  const policy = await app.electron.evaluate(async ({ session }) => {
    const answer = await session.defaultSession.fetch('app://stet/index.html')
    return answer.headers.get('content-security-policy') ?? ''
  })
  expect(policy.replace(/'nonce-[^']+'/, "'nonce'").split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'nonce'",
    "font-src 'self'",
    "img-src 'self' data: blob: app-file:",
    'frame-src app-diagram:',
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ])
  await expect(app.page.getByRole('textbox', { name: 'Document text' })).toBeVisible()
  const styled = await app.page.evaluate(() => {
    const foreign = document.createElement('style')
    foreign.textContent = 'body { outline: 7px solid red }'
    document.head.append(foreign)
    const attribute = document.createElement('p')
    attribute.setAttribute('style', 'color: rgb(1, 2, 3)')
    document.body.append(attribute)
    const scroller = document.querySelector('.cm-scroller')
    return {
      foreign: getComputedStyle(document.body).outlineWidth,
      attribute: getComputedStyle(attribute).color,
      editor: scroller && getComputedStyle(scroller).display,
    }
  })
  expect(styled.foreign).not.toBe('7px')
  expect(styled.attribute).not.toBe('rgb(1, 2, 3)')
  expect(styled.editor).toBe('flex')

  const url = app.page.url()
  await app.page.evaluate(() => {
    location.href = 'https://example.org/'
  })
  await app.page.waitForTimeout(300)
  expect(app.page.url()).toBe(url)
  expect(await app.page.evaluate(() => window.open('file:///etc/passwd'))).toBeNull()
  const blocked = await app.page.evaluate(async () => {
    const attempts = ['http://127.0.0.1:9/', 'https://example.org/', 'file:///etc/passwd']
    return Promise.all(
      attempts.map((address) =>
        fetch(address).then(
          () => 'reached',
          () => 'blocked',
        ),
      ),
    )
  })
  expect(blocked).toEqual(['blocked', 'blocked', 'blocked'])
  // The session itself blocks all requests, whatever a page's policy allows.
  const refused = await app.electron.evaluate(
    ({ session }, addresses) =>
      Promise.all(
        addresses.map((address) =>
          session.defaultSession.fetch(address).then(
            () => 'reached',
            ({ message }: Error) => message,
          ),
        ),
      ),
    [service.url, 'http://example.org/', 'https://example.org/'],
  )
  expect(refused).toEqual(Array(3).fill('net::ERR_BLOCKED_BY_CLIENT'))
  const inlineRan = await app.page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.append('globalThis.inlineRan = true')
      document.head.append(script)
    } catch {
      // Trusted types reject the text before the policy is applied to the script.
    }
    return 'inlineRan' in globalThis
  })
  expect(inlineRan).toBe(false)
  expect(await app.page.evaluate(() => Notification.requestPermission())).toBe('denied')
})

const running = appOfFile()

test('[L13] no text becomes markup or script in the page, and no page stands in a frame', async () => {
  const { app } = running()
  await app.newDocument('Markup')
  const refused = await app.page.evaluate(async () => {
    const outcome = (act: () => unknown) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const frame = document.createElement('iframe')
    frame.src = '/index.html'
    const loaded = new Promise((resolve) => {
      frame.addEventListener('load', resolve)
      frame.addEventListener('error', resolve)
    })
    document.body.append(frame)
    await loaded
    let inFrame = 'unreadable'
    try {
      inFrame = frame.contentDocument?.querySelector('#app') == null ? 'empty' : 'page'
    } catch {
      // Chromium's error page for a refused request has another origin.
    }
    return {
      markup: outcome(() => (document.createElement('div').innerHTML = '<b>x</b>')),
      script: outcome(() => (document.createElement('script').src = 'https://example.org/x.js')),
      code: outcome(() => Reflect.construct(Function, ['return 1'])),
      worker: outcome(() => new Worker('data:text/javascript,1')),
      inFrame,
    }
  })
  expect(refused).toMatchObject({ markup: 'TypeError', script: 'TypeError', worker: 'TypeError' })
  expect(refused.code).toMatch(/EvalError|TypeError/)
  expect(refused.inFrame).not.toBe('page')
  // The page's own workers start: the search for a regular expression uses one.
  await app.text.click()
  await app.page.keyboard.press('ControlOrMeta+f')
  const worker = app.page.waitForEvent('worker')
  await app.page.getByRole('button', { name: 'Regular expression' }).click()
  await app.page.getByRole('textbox', { name: 'Find' }).first().fill('[a-z]+')
  expect((await worker).url()).toMatch(/^app:\/\/stet\/assets\//)
})

test('[L1] WebRTC reaches nothing outside of the page', { tag: '@first' }, async () => {
  const received: string[] = []
  const stun = dgram.createSocket('udp4', () => received.push('udp'))
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve))
  const turn = net.createServer((socket) => (received.push('tcp'), socket.destroy()))
  await new Promise<void>((resolve) => turn.listen(0, '127.0.0.1', resolve))
  const { port: tcp } = turn.address() as net.AddressInfo
  const { app } = running()
  const candidates = await app.page.evaluate(
    async ([udpPort, tcpPort]) => {
      const peer = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:127.0.0.1:${udpPort}` },
          { urls: `turn:127.0.0.1:${tcpPort}?transport=tcp`, username: 'u', credential: 'c' },
        ],
      })
      const found: string[] = []
      peer.addEventListener('icecandidate', ({ candidate }) => candidate && found.push(candidate.candidate))
      const gathered = new Promise<void>((resolve) =>
        peer.addEventListener(
          'icegatheringstatechange',
          () => peer.iceGatheringState === 'complete' && resolve(),
        ),
      )
      peer.createDataChannel('words')
      await peer.setLocalDescription(await peer.createOffer())
      await gathered
      return found
    },
    [stun.address().port, tcp],
  )
  expect([candidates, received]).toEqual([[], []])
  stun.close()
  turn.close()
})

test('malformed messages are Problems, never a crash', async () => {
  const { app } = running()
  const answers = await app.page.evaluate(async () => {
    const bridge = (
      globalThis as unknown as {
        app: {
          call(
            name: unknown,
            input: unknown,
            library?: unknown,
          ): Promise<{ ok: boolean; value?: unknown; problem?: { code: string } }>
        }
      }
    ).app
    const deep: Record<string, unknown> = {}
    let at = deep
    for (let depth = 0; depth < 200; depth++) at = at['x'] = {} as Record<string, unknown>
    const attempts: [unknown, unknown][] = [
      ['__proto__', undefined],
      ['document.open', { id: '' }],
      ['document.open', deep],
      ['document.change', { id: 'x', clientId: 'c', version: Number.NaN, updates: [] }],
      [{ name: 'document.open' }, {}],
      ['document.open', { id: 'no-such-document' }],
      ['link.open', { url: 'javascript:alert(1)' }],
    ]
    const { onScreen } = (await bridge.call('window.bootstrap', undefined)).value as {
      onScreen: { library: string }
    }
    const { library } = onScreen
    const asked = attempts.map(([name, input]) => bridge.call(name, input, library))
    return Promise.all([...asked, bridge.call('library.get', undefined, 'embedded:99')])
  })
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.problem?.code))).toEqual([
    'unknown-command',
    'invalid-input',
    'invalid-input',
    'invalid-input',
    'unknown-command',
    'not-found-here',
    'not-allowed',
    'other-library',
  ])
  await app.newDocument('Still at work')
})

test('[D5] the key is not in the environment of the renderer or of anything that is started', async () => {
  const { app, service } = running()
  const seen = await app.electron.evaluate(() => JSON.stringify(process.env))
  expect(seen).not.toContain(service.key)
  const inPage = await app.page.evaluate(async () => {
    const bridge = (
      globalThis as unknown as { app: { call(name: string, input?: unknown): Promise<unknown> } }
    ).app
    return JSON.stringify([await bridge.call('connections.list'), await bridge.call('settings.get')])
  })
  expect(inPage).not.toContain(service.key)
})

test('[M13] another Electron than the released one connects to this machine only, and the window says so', async ({
  start,
}) => {
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string }
  }
  const app = await start({ service: { url: 'https://stet.invalid', key: 'mk_secret' } })
  const version = await app.electron.evaluate(() => process.versions.electron)
  const isRestricted = version !== devDependencies.electron
  const words = 'connects only to services on this machine'
  await expect(app.connection).toContainText('Offline')
  await app.page.keyboard.press('Shift')
  const told = await app.page.evaluate(async () => {
    const bridge = (
      globalThis as unknown as { app: { call(name: string, input?: unknown): Promise<unknown> } }
    ).app
    return {
      library: JSON.stringify(await bridge.call('connections.list')),
      test: JSON.stringify(
        await bridge.call('connection.test', { address: 'https://stet.invalid', key: 'mk_x' }),
      ),
    }
  })
  expect(told.library.includes(words)).toBe(isRestricted)
  expect(told.test.includes(words)).toBe(isRestricted)
  await app.runCommand('Settings')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Connection' }).click()
  await expect(settings.getByText(words)).toHaveCount(isRestricted ? 2 : 0)
})
