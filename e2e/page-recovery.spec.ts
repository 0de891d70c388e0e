import { expect, test, type App } from './app'

/** What the window shows; nothing while it loads. After a crash Playwright's own page is gone for good. */
const inWindow = <T>(app: App, script: string): Promise<T | null> =>
  app.electron.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return null
    return contents.executeJavaScript(code)
  }, script) as Promise<T | null>

const crash = (app: App) =>
  app.electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const gone = new Promise((resolve) => contents?.once('render-process-gone', resolve))
    contents?.forcefullyCrashRenderer()
    await gone
  })

const shownText = (app: App) =>
  inWindow<string>(app, `document.querySelector('.cm-content')?.textContent ?? null`)

test('a page that crashes comes back with its document and every word; twice, it says so with one button', async ({
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
  // The document that the crashed page had open takes words again, and they arrive.
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
  await inWindow(app, `document.querySelector('a').click()`)
  await expect.poll(() => shownText(app)).toContain('Third.')
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
