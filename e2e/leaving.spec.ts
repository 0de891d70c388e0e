import { expect, onLinux, test, type App } from './app'
import { fillDisk } from './full-disk'

/** Quits as the menu does, without waiting for the end. */
const quit = (app: App) => app.electron.evaluate(({ app: running }) => void setTimeout(() => running.quit()))

/**
 * Stops the process of the embedded service, which then answers nothing, not even a request to end. Returns a function
 * that ends the process after the test.
 */
async function holdServiceStill(app: App): Promise<() => void> {
  const pid = await app.electron.evaluate(
    ({ app: running }) => running.getAppMetrics().find(({ name }) => name === 'Stet content service')?.pid,
  )
  if (pid === undefined) throw new Error('no service runs')
  process.kill(pid, 'SIGSTOP')
  return () => process.kill(pid, 'SIGKILL')
}

test('[H1] no word that the window took after Quit is lost, however slowly the service ends', async ({
  start,
}) => {
  const app = await start()
  await app.newDocument('Quitting')
  await app.type('One.')
  await app.waitForPhase('clean')
  const endService = await holdServiceStill(app)
  const ended = new Promise((resolve) => app.electron.process().once('exit', resolve))
  let shown = await app.readText()
  app.page.on('console', (message) => {
    if (message.text().startsWith('shown: ')) shown = message.text().slice('shown: '.length)
  })
  await app.text.evaluate((element) => {
    const text = () => [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
    new MutationObserver(() => console.log(`shown: ${text()}`)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await app.page.keyboard.type(' Two.')
  await quit(app)
  // The test types until the window is gone.
  for (let isThere = true; isThere;)
    isThere = await app.page.keyboard.type(' more').then(
      () => true,
      () => false,
    )
  await ended
  endService()
  expect(shown).toContain('One. Two.')
  const again = await start({ profile: app.profile })
  await again.openDocument('Quitting')
  expect(await again.readText()).toBe(shown)
})

test('[W23] quitting while the page of a window is being read asks nobody about that window, and ends', async ({
  start,
}) => {
  const app = await start()
  const asked = await stayAlways(app)
  const ended = new Promise((resolve) => app.electron.process().once('exit', resolve))
  let questions = 0
  const counting = setInterval(
    () =>
      void asked()
        .then((count) => (questions = count))
        .catch(() => {}),
    200,
  )
  // The page is loaded, but none of its scripts has run yet.
  await app.electron.evaluate(({ app: running, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.webContents.once('did-navigate', () => running.quit())
    setTimeout(() => window?.reload())
  })
  await ended
  clearInterval(counting)
  expect(questions).toBe(0)
})

/** Answers every system dialog with Stay; returns a function that gives the number of dialogs. */
async function stayAlways(app: App): Promise<() => Promise<number>> {
  await app.electron.evaluate(({ dialog }) => {
    const asked = globalThis as unknown as { asked: number }
    asked.asked = 0
    dialog.showMessageBox = () => {
      asked.asked += 1
      return Promise.resolve({ response: 0, checkboxChecked: false })
    }
  })
  return () => app.electron.evaluate(() => (globalThis as unknown as { asked: number }).asked)
}

onLinux(
  'quitting while the disk is full asks; who stays writes on, and has every word at the next start',
  async ({ start }) => {
    const app = await start()
    await app.newDocument('Staying')
    await app.type('One.')
    await app.waitForPhase('clean')
    const timesAsked = await stayAlways(app)
    const room = fillDisk(app)
    await app.type(' Two.')
    await expect(app.page.getByText(/kept in memory/).first()).toBeVisible()
    await quit(app)
    await expect.poll(timesAsked).toBe(1)
    await app.type(' Three.')
    expect(await app.readText()).toBe('One. Two. Three.')
    room()
    await app.waitForPhase('clean')
    await app.close()
    const again = await start({ profile: app.profile })
    await again.openDocument('Staying')
    expect(await again.readText()).toBe('One. Two. Three.')
  },
)

onLinux(
  'the question about words that no disk took is withdrawn when there is room, and quitting goes on',
  async ({ start }) => {
    const app = await start()
    await app.newDocument('Going')
    await app.type('One.')
    await app.waitForPhase('clean')
    const timesAsked = await countQuestions(app)
    const ended = new Promise((resolve) => app.electron.process().once('exit', resolve))
    const room = fillDisk(app)
    await app.type(' Two.')
    await expect(app.page.getByText(/kept in memory/).first()).toBeVisible()
    await quit(app)
    await expect.poll(timesAsked).toBe(1)
    room()
    await ended
    const again = await start({ profile: app.profile })
    await again.openDocument('Going')
    expect(await again.readText()).toBe('One. Two.')
  },
)

/** Leaves the system dialogs open; returns a function that gives their number. */
async function countQuestions(app: App): Promise<() => Promise<number>> {
  await app.electron.evaluate(({ dialog }) => {
    const asked = globalThis as unknown as { asked: number }
    asked.asked = 0
    const ask = dialog.showMessageBox as (...given: unknown[]) => ReturnType<typeof dialog.showMessageBox>
    dialog.showMessageBox = (...given: unknown[]) => {
      asked.asked += 1
      return ask.apply(dialog, given)
    }
  })
  return () => app.electron.evaluate(() => (globalThis as unknown as { asked: number }).asked)
}

test('[W23] a paste that is still being converted when the writer quits is in the text at the next start', async ({
  start,
}) => {
  const app = await start()
  await app.newDocument('Pasting')
  await app.type('One.')
  await app.waitForPhase('clean')
  const ended = new Promise((resolve) => app.electron.process().once('exit', resolve))
  // The parser reopens each of the fonts in every paragraph, so the conversion runs into its time limit.
  await app.text.evaluate((element) => {
    const fonts = Array.from({ length: 10_000 }, (_, index) => `<font color=${index}>`).join('')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', `${fonts}${'<p>x'.repeat(10_000)}<b>x</b>`)
    clipboardData.setData('text/plain', ' Pasted.')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await quit(app)
  await ended
  const again = await start({ profile: app.profile })
  await again.openDocument('Pasting')
  expect(await again.readText()).toBe('One. Pasted.')
})

test('the palette quits the app, and what was typed before is there at the next start', async ({ start }) => {
  const app = await start()
  await app.newDocument('Quitting')
  await app.type('One.')
  const ended = new Promise((resolve) => app.electron.process().once('exit', resolve))
  await app.page.keyboard.press('ControlOrMeta+Shift+P')
  const palette = app.page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill('exit')
  await expect(palette.getByRole('option').first()).toHaveText(/^Quit Stet/)
  // The window may be gone before the key is released.
  await app.page.keyboard.press('Enter').catch(() => undefined)
  await ended
  const again = await start({ profile: app.profile })
  await again.openDocument('Quitting')
  expect(await again.readText()).toBe('One.')
})
