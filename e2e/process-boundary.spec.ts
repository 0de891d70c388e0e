import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from './app'
import { ROOT } from './place'

test('the renderer is sandboxed, isolated, and cannot go anywhere', async ({ start, service }) => {
  const app = await start()
  const inPage = await app.page.evaluate(() => ({
    node: typeof (globalThis as Record<string, unknown>)['process'],
    require: typeof (globalThis as Record<string, unknown>)['require'],
    bridge: Object.keys((globalThis as unknown as { app: object }).app).toSorted(),
  }))
  expect(inPage).toEqual({ node: 'undefined', require: 'undefined', bridge: ['call', 'listen'] })

  // A style element of somebody else does nothing; the editor's own, written at run time, does.
  const policy = await app.page.evaluate(async () => {
    const answer = await fetch(location.href)
    return answer.headers.get('content-security-policy') ?? ''
  })
  expect(policy.replace(/'nonce-[^']+'/, "'nonce'").split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'nonce'",
    "font-src 'self'",
    "img-src 'self' data: blob: app-file:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  await expect(app.page.getByRole('textbox', { name: 'Document text' })).toBeVisible()
  const styled = await app.page.evaluate(() => {
    const foreign = document.createElement('style')
    foreign.textContent = 'body { outline: 7px solid red }'
    document.head.append(foreign)
    const attribute = document.createElement('div')
    attribute.innerHTML = '<p style="color: rgb(1, 2, 3)">x</p>'
    document.body.append(attribute)
    const scroller = document.querySelector('.cm-scroller')
    return {
      foreign: getComputedStyle(document.body).outlineWidth,
      attribute: getComputedStyle(attribute.firstElementChild ?? attribute).color,
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
  // The session itself lets nothing out, whatever a page's policy says.
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
    script.textContent = 'globalThis.inlineRan = true'
    document.head.append(script)
    return 'inlineRan' in globalThis
  })
  expect(inlineRan).toBe(false)
  expect(await app.page.evaluate(() => Notification.requestPermission())).toBe('denied')
})

test('malformed messages are Problems, never a crash', async ({ start }) => {
  const app = await start()
  const answers = await app.page.evaluate(async () => {
    const bridge = (
      globalThis as unknown as {
        app: { call(name: unknown, input: unknown): Promise<{ ok: boolean; problem?: { code: string } }> }
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
    return Promise.all(attempts.map(([name, input]) => bridge.call(name, input)))
  })
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.problem?.code))).toEqual([
    'unknown-command',
    'invalid-input',
    'invalid-input',
    'invalid-input',
    'unknown-command',
    'not-found-here',
    'not-allowed',
  ])
  await expect(app.tree).toBeVisible()
})

test('[D5] the key is not in the environment of the renderer or of anything that is started', async ({
  start,
  service,
}) => {
  const app = await start({ service })
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
  const running = await app.electron.evaluate(() => process.versions.electron)
  const isRestricted = running !== devDependencies.electron
  const words = 'connects only to services on this machine'
  await expect(app.connection).toContainText('Offline')
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
