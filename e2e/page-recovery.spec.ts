import fs from 'node:fs'
import path from 'node:path'
import { expect, test, type App } from './app'

/**
 * Runs a script in a window, by default the oldest; null while the window is loading. After a crash, Playwright's own
 * page object cannot be used any more.
 */
const inWindow = <T>(app: App, script: string, nth = 0): Promise<T | null> =>
  app.electron.evaluate(
    ({ BrowserWindow }, [code, at]) => {
      const byAge = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
      const contents = byAge[at]?.webContents
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return null
      return contents.executeJavaScript(code)
    },
    [script, nth] as const,
  ) as Promise<T | null>

const crash = (app: App, nth = 0) =>
  app.electron.evaluate(async ({ BrowserWindow }, at) => {
    const byAge = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    const contents = byAge[at]?.webContents
    const gone = new Promise((resolve) => contents?.once('render-process-gone', resolve))
    contents?.forcefullyCrashRenderer()
    await gone
  }, nth)

const shownText = (app: App, nth = 0) =>
  inWindow<string>(app, `document.querySelector('.cm-content')?.textContent ?? null`, nth)

test('a part of the window that cannot be drawn is in the log, and in what is copied of it', async ({
  start,
}) => {
  const app = await start()
  await app.title.waitFor()
  await app.electron.evaluate(({ BrowserWindow }) => {
    // A valid event of main with content that no window can render.
    for (const { webContents } of BrowserWindow.getAllWindows())
      webContents.send('event', 'notice.raised', { id: 'broken', tone: 'quiet', text: {} })
  })
  const alert = app.page.getByRole('alert').filter({ hasText: 'The notice cannot be shown' })
  await alert.getByRole('button', { name: 'Copy what happened' }).click()
  await expect(alert.getByRole('status')).toHaveText('Copied')
  const report = await app.electron.evaluate(({ clipboard }) => clipboard.readText())
  const words = /error The notice cannot be shown: Error: .+\n +at /
  expect(report).toMatch(words)
  expect(fs.readFileSync(path.join(app.profile, 'stet.log'), 'utf8')).toMatch(words)
  await app.close()
})

test('a page that crashes comes back with its document and every word; twice, it says so, and what happened', async ({
  start,
  service,
}) => {
  await service.create({ title: 'Kept', content: 'First words.' })
  const app = await start({ service })
  await app.openDocument('Kept')
  await app.type(' And these.')
  await app.waitForPhase('clean')

  await crash(app)
  await expect.poll(() => shownText(app)).toBe('First words. And these.')
  // The document that was open in the crashed page accepts words again and saves them.
  await inWindow(app, `document.querySelector('.cm-content').focus()`)
  await app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    window?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'End', modifiers: ['control'] })
    void window?.webContents.insertText(' Third.')
  })
  await expect
    .poll(async () => (await service.documents()).find(({ title }) => title === 'Kept')?.content)
    .toContain('Third.')

  await crash(app)
  const alert = () => inWindow<string>(app, `document.querySelector('[role=alert]')?.textContent ?? null`)
  await expect.poll(alert).toContain('stopped working twice')
  await inWindow(app, `document.querySelectorAll('a')[1].click()`)
  const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(copied).toMatch(/^Stet [\s\S]*a page has ended: \w+, exit code/)
  await inWindow(app, `document.querySelector('a').click()`)
  await expect.poll(() => shownText(app)).toContain('Third.')
})

test('of two windows, each comes back with its own document and its own tabs', async ({ start, service }) => {
  for (const name of ['First', 'Second', 'Third'])
    await service.create({ title: name, content: `${name} text.` })
  const app = await start({ service })
  await app.openDocument('First')
  const opened = app.electron.waitForEvent('window')
  await app.runCommand('New window')
  const second = await opened
  const choose = (name: string) =>
    second
      .getByRole('listbox', { name: 'Documents' })
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .dblclick()
  await choose('Second')
  await expect(second.getByRole('textbox', { name: 'Title' })).toHaveValue('Second')
  await choose('Third')
  await expect(second.getByRole('textbox', { name: 'Title' })).toHaveValue('Third')
  const tabs = (nth: number) =>
    inWindow<readonly string[]>(
      app,
      `[...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)`,
      nth,
    )
  const before = await tabs(1)
  await crash(app, 0)
  await expect.poll(() => shownText(app, 0)).toBe('First text.')
  expect(await shownText(app, 1)).toBe('Third text.')
  // The page of the first window was started last.
  await crash(app, 1)
  await expect.poll(() => shownText(app, 1)).toBe('Third text.')
  await expect.poll(() => tabs(1)).toEqual(before)
  expect(await shownText(app, 0)).toBe('First text.')
})

test('[W23] quitting asks nothing about a window whose page has stopped working', async ({ start }) => {
  const app = await start()
  await app.openDocument('Let it stand')
  await crash(app)
  await expect.poll(() => shownText(app)).not.toBeNull()
  await crash(app)
  await expect
    .poll(() => inWindow<string>(app, `document.querySelector('[role=alert]')?.textContent ?? null`))
    .toContain('stopped working twice')
  const running = app.electron.process()
  const ended = new Promise<string>((resolve) => running.once('exit', () => resolve('ended')))
  const asked = new Promise<string>((resolve) =>
    app.electron.on('console', (message) => {
      if (message.text() === 'the writer is asked') resolve('asked')
    }),
  )
  await app.electron.evaluate(({ app: electron, dialog }) => {
    dialog.showMessageBox = () => {
      console.log('the writer is asked')
      return Promise.resolve({ response: 1, checkboxChecked: false })
    }
    setTimeout(() => electron.quit())
  })
  expect(await Promise.race([ended, asked])).toBe('ended')
})

/** Answers each dialog of the app with this button, and records the question. */
const answerDialogs = (app: App, button: string) =>
  app.electron.evaluate(({ dialog }, label) => {
    const noted = globalThis as unknown as { asked: string[] }
    noted.asked = []
    dialog.showMessageBox = async (...given: unknown[]) => {
      const options = given.at(-1) as { readonly message: string; readonly buttons: readonly string[] }
      noted.asked.push(options.message)
      return { response: options.buttons.indexOf(label), checkboxChecked: false }
    }
  }, button)

const asked = (app: App) =>
  app.electron.evaluate(() => (globalThis as unknown as { asked: readonly string[] }).asked)

/** Reports a hang to main at once, because Chromium detects hangs only after a while; the script really hangs. */
const tellOfHang = (app: App) =>
  app.electron.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))

const pageProcess = (app: App) =>
  app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return contents?.isCrashed() === false ? contents.getOSProcessId() : undefined
  })

test('[W23] a window that stands still is waited for, and keeps the words that it had not handed over', async ({
  start,
}) => {
  const app = await start()
  await app.newDocument('Slow')
  await app.type('Before.')
  await app.waitForPhase('clean')
  await answerDialogs(app, 'Wait')
  const stall = app.text.evaluate((element) => {
    ;(element as HTMLElement).focus()
    document.execCommand('insertText', false, ' Not handed over.')
    const until = performance.now() + 3_000
    while (performance.now() < until);
  })
  await tellOfHang(app)
  expect(await asked(app)).toEqual(['This window is not responding.'])
  await stall
  await app.waitForPhase('clean')
  expect(await app.readText()).toBe('Before. Not handed over.')
})

test('[W23] a window that never answers again is loaded anew when the writer wants it, with its document', async ({
  start,
  service,
}) => {
  await service.create({ title: 'Kept', content: 'First words.' })
  const app = await start({ service })
  await app.openDocument('Kept')
  await app.type(' And these.')
  await app.waitForPhase('clean')
  await answerDialogs(app, 'Load the window again')
  const before = await pageProcess(app)
  void app.page
    .evaluate(() =>
      setTimeout(() => {
        for (;;);
      }),
    )
    .catch(() => {})
  await tellOfHang(app)
  // A hanging page runs no script, even when its process has ended.
  await expect.poll(async () => ![before, undefined].includes(await pageProcess(app))).toBe(true)
  await expect.poll(() => shownText(app)).toBe('First words. And these.')
  expect(await asked(app)).toEqual(['This window is not responding.'])
})
