import { expect, test, type App } from './app'

/** Quits as the menu does; the answer does not wait for the end. */
const quit = (app: App) => app.electron.evaluate(({ app: running }) => void setTimeout(() => running.quit()))

/** The embedded service answers nothing any more, not even that it is to end. Answers with what ends it after the test. */
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
  // Until the window is gone.
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
