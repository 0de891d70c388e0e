import { isLongFuzz } from '../shared/testing/fuzz-runs'
import { expect, startApp, test } from './app'
import { startService } from './service'
import { freshFolder, removeFolder } from './paths'

/** A key is stored about 100 ms after it is typed (docs/sync-rules.md, "When"); a busy machine gets more time. */
const PAUSE_MS = 700
/** The number of rounds, each with another number of bursts; `npm run soak` kills 200 times. */
const ROUNDS = isLongFuzz ? 20 : 3

test('SIGKILL while typing loses nothing that had paused, and doubles nothing', async ({ service }) => {
  test.setTimeout(400_000)
  const profile = freshFolder('kill')
  await service.create({ title: 'Letters', content: 'Dear M.,' })
  let word = 0
  /** The text that must exist, and the text that may follow it: keys typed in the last moments before the kill. */
  let paused = 'Dear M.,'
  let late = ''
  const openLetters = async () => {
    const app = await startApp({ profile, service })
    await app.openDocument('Letters')
    const text = await app.readText()
    expect(text.startsWith(paused)).toBe(true)
    expect((paused + late).startsWith(text)).toBe(true)
    paused = text
    late = ''
    return app
  }
  for (let round = 0; round < ROUNDS; round++) {
    const app = await openLetters()
    for (let burst = 0; burst <= round % 3; burst++) {
      const words = ` w${word++} w${word++}`
      await app.type(words)
      await app.page.waitForTimeout(PAUSE_MS)
      paused += words
    }
    late = ` late${word++}`
    await app.page.keyboard.type(late)
    await app.page.waitForTimeout((round * 97) % 400)
    await app.kill()
  }
  const app = await openLetters()
  await app.waitForPhase('clean')
  expect((await service.documents()).map(({ content }) => content)).toEqual([paused])
  await app.close()
  removeFolder(profile)
})

test('after SIGKILL soon after a key, undo takes back the last words, and then the earlier ones', async ({
  start,
}) => {
  const first = await start()
  await first.newDocument('Letters')
  await first.type('Dear M.,')
  // The view, with its undo history, is stored after a pause of two seconds.
  await first.page.waitForTimeout(2_500)
  await first.page.keyboard.type(' the harbour froze')
  await first.page.waitForTimeout(PAUSE_MS)
  await first.kill()
  const { page, readText } = await start({ profile: first.profile })
  await expect.poll(readText).toBe('Dear M., the harbour froze')
  await page.getByRole('textbox', { name: 'Document text' }).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(readText).toBe('Dear M.,')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(readText).not.toContain('Dear M.,')
})

test('SIGKILL of the service under writes loses nothing, and nothing is created twice', async ({ start }) => {
  const service = await startService()
  let app = await start({ service })
  await app.newDocument('Low water')
  let text = ''
  for (let round = 0; round < 5; round++) {
    text += ` round${round}`
    await app.type(` round${round}`)
    await app.page.keyboard.press('ControlOrMeta+s')
    await app.page.waitForTimeout(round * 60)
    await service.kill()
    text += ` dead${round}`
    await app.type(` dead${round}`)
    await app.page.waitForTimeout(300)
    await service.restart()
  }
  // A create whose answer was lost is repeated only when the first request can no longer arrive: after a minute (W17).
  const { profile } = app
  await app.kill()
  app = await start({ service, profile, clockAheadMs: 100_000 })
  await app.waitForPhase('clean')
  const documents = await service.documents()
  expect(documents.map(({ title, content }) => [title, content])).toEqual([['Low water', text]])
  await service.dispose()
})
