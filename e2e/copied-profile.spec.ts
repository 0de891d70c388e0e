import fs from 'node:fs'
import { expect, test, type App } from './app'
import { freshFolder } from './paths'

/** How much later the copy is opened: until then, a create sent by the original could still arrive (W17). */
const LATER = 120_000
const NOTICE = 'This profile was copied'
const contents = async (service: { documents(): Promise<readonly { readonly content: string }[]> }) =>
  (await service.documents()).map(({ content }) => content).toSorted()

async function begun(app: App, service: { stop(): Promise<void> }): Promise<void> {
  await app.openDocument('Essay')
  await app.waitForPhase('clean')
  await service.stop()
  await app.type(' Typed before the copy.')
  await app.newDocument('Draft')
  await app.type('A draft that waits.')
  await app.close()
}

for (const first of ['copy', 'original'] as const)
  test(`a profile that was copied by hand with unsent words, the ${first} first: every word is on the service once`, async ({
    start,
    service,
  }) => {
    await service.create({ title: 'Essay', content: 'First.' })
    const original = await start({ service })
    await begun(original, service)
    const profile = freshFolder('copied')
    fs.cpSync(original.profile, profile, { recursive: true })
    await service.restart(LATER)
    const wanted = ['A draft that waits.', 'First. Typed before the copy.']
    const open = async (which: 'copy' | 'original') => {
      const its = which === 'copy' ? profile : original.profile
      const app = await start({ service, profile: its, clockAheadMs: LATER })
      // A notice disappears after a while, so the test checks it at once.
      if (which === 'copy') await expect(app.page.getByText(NOTICE)).toBeVisible()
      else await expect(app.page.getByText(NOTICE)).toHaveCount(0)
      return app
    }

    const one = await open(first)
    await expect.poll(() => contents(service)).toEqual(wanted)
    await one.openDocument('Draft')
    await one.waitForPhase('clean')
    const other = await open(first === 'copy' ? 'original' : 'copy')
    await other.openDocument('Draft')
    await other.waitForPhase('clean')
    await other.openDocument('Essay')
    await other.waitForPhase('clean')
    expect(await contents(service)).toEqual(wanted)

    await test.step('both go on as two devices', async () => {
      await other.openDocument('Draft')
      await other.type(' From the other.')
      await other.page.keyboard.press('ControlOrMeta+s')
      await other.waitForPhase('clean')
      await one.openDocument('Draft')
      await one.runCommand('Check for changes')
      await expect.poll(() => one.readText()).toContain('From the other.')
      await one.type(' From the one.')
      await one.page.keyboard.press('ControlOrMeta+s')
      await one.waitForPhase('clean')
      await expect(one.documents.getByRole('option')).toHaveCount(2)
      await expect(other.documents.getByRole('option')).toHaveCount(2)
      const texts = (await contents(service)).join('\n')
      for (const words of [
        'From the other.',
        'From the one.',
        'A draft that waits.',
        'Typed before the copy.',
      ])
        expect(texts.split(words)).toHaveLength(2)
    })
  })
