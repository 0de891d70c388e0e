import fs from 'node:fs'
import { expect, startApp, test } from './app'
import { startService } from './service'
import { freshFolder } from './place'

/** A pause of 300 ms makes text durable (house.md, "When"); the editor's own timer and the disk get a little more. */
const PAUSE_MS = 700
const ROUNDS = 10

test('SIGKILL while typing loses nothing that had paused, and doubles nothing', async ({ service }) => {
  test.setTimeout(300_000)
  const profile = freshFolder('kill')
  await service.create({ title: 'Letters', content: 'Dear M.,' })
  let kept = 'Dear M.,'
  let word = 0
  for (let round = 0; round < ROUNDS; round++) {
    const app = await startApp({ profile, service })
    await app.openDocument('Letters')
    await expect.poll(() => app.readText()).toBe(kept)
    await app.text.click()
    await app.page.keyboard.press('Control+End')
    let typed = ''
    for (let burst = 0; burst <= round % 3; burst++) {
      typed += ` w${word++} w${word++}`
      await app.page.keyboard.type(` w${word - 2} w${word - 1}`)
      await app.page.waitForTimeout(PAUSE_MS)
    }
    const late = ` late${word++}`
    await app.page.keyboard.type(late)
    await app.page.waitForTimeout((round * 97) % 400)
    await app.kill()
    const after = await startApp({ profile, service })
    await after.openDocument('Letters')
    const text = await after.readText()
    expect(text.startsWith(kept + typed)).toBe(true)
    expect((kept + typed + late).startsWith(text)).toBe(true)
    kept = text
    await after.close()
  }
  const app = await startApp({ profile, service })
  await app.openDocument('Letters')
  await app.waitForPhase('clean')
  const [only, ...others] = await service.documents()
  expect(others).toEqual([])
  expect(only?.content).toBe(kept)
  await app.close()
  fs.rmSync(profile, { recursive: true, force: true })
})

test('SIGKILL of the service under writes loses nothing, and nothing is created twice', async ({ start }) => {
  test.setTimeout(120_000)
  const service = await startService()
  const app = await start({ service })
  await app.newDocument('Low water')
  let text = ''
  for (let round = 0; round < 5; round++) {
    text += ` round${round}`
    await app.type(` round${round}`)
    await app.page.keyboard.press('Control+s')
    await app.page.waitForTimeout(round * 60)
    await service.kill()
    text += ` dead${round}`
    await app.type(` dead${round}`)
    await app.page.waitForTimeout(300)
    await service.restart()
  }
  await app.waitForPhase('clean')
  const documents = await service.documents()
  expect(documents.map(({ title, content }) => [title, content])).toEqual([['Low water', text]])
  await service.dispose()
})
