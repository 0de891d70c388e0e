import { expect, test } from './app'
import { startFaultProxy } from './faults'

test('two apps on one document through a bad network: every word is there once, and both say Saved', async ({
  start,
  service,
}) => {
  const proxy = await startFaultProxy(service.url)
  const { faults } = proxy
  const { id } = await service.create({ title: 'Essay', content: 'First.\n\nSecond.\n\nThird.' })
  const text = async () => (await service.document(id))?.record.content
  try {
    const here = await start({ service: { url: proxy.url, key: service.key } })
    const there = await start({ service })
    await here.openDocument('Essay')
    await there.openDocument('Essay')

    await test.step('both write at once, each in a paragraph of its own', async () => {
      await there.text.locator('.cm-line').first().click()
      await there.page.keyboard.press('End')
      await there.page.keyboard.type(' There1.')
      await here.type(' Here1.')
      await Promise.all([
        there.page.keyboard.press('ControlOrMeta+s'),
        here.page.keyboard.press('ControlOrMeta+s'),
      ])
      await expect.poll(text).toBe('First. There1.\n\nSecond.\n\nThird. Here1.')
      await Promise.all([here.waitForPhase('clean'), there.waitForPhase('clean')])
    })

    await test.step('the service dies in the middle of a save and comes back', async () => {
      faults.plan({ kind: 'slow', delayMs: 2_000 }, 'PUT /documents')
      await here.type(' Here2.')
      await here.page.keyboard.press('ControlOrMeta+s')
      await here.page.waitForTimeout(500)
      await service.kill()
      await expect(here.saveStatus).toHaveText(/On this device|Checking/)
      await here.page.keyboard.type(' Here3.')
      await service.restart()
      await expect.poll(text).toContain('Third. Here1. Here2. Here3.')
      await here.waitForPhase('clean')
    })

    await test.step('answers are lost after the service has done what it was asked', async () => {
      faults.plan({ kind: 'answer-lost' }, 'PUT /documents')
      faults.plan({ kind: 'answer-lost' }, 'POST /documents')
      await here.type(' Here4.')
      await here.page.keyboard.press('ControlOrMeta+s')
      await here.newDocument('Post')
      await here.type('Sent once.')
      await here.page.keyboard.press('ControlOrMeta+s')
      await here.waitForPhase('clean')
      await here.openDocument('Essay')
      await here.waitForPhase('clean')
      const documents = await service.documents()
      expect(documents.map(({ title }) => title).toSorted()).toEqual(['Essay', 'Post'])
      expect(documents.find(({ title }) => title === 'Post')?.content).toBe('Sent once.')
      expect(await text()).toContain('Third. Here1. Here2. Here3. Here4.')
      faults.clear()
    })

    await test.step('the service asks to wait: the seconds are counted down, typing goes on', async () => {
      faults.plan({ kind: 'throttled', after: '12' }, 'PUT /documents')
      await here.type(' Here5.')
      await here.page.keyboard.press('ControlOrMeta+s')
      await expect(here.connection).toHaveText(/^Waiting \(\d+ s\)$/)
      const seconds = async () => Number(/\d+/.exec((await here.connection.textContent()) ?? '')?.[0])
      const first = await seconds()
      await here.runCommand('Show outbox')
      const waiting = here.page.getByRole('region', { name: 'Outbox' }).getByRole('list', { name: 'Waiting' })
      await expect(waiting).toContainText('Essay')
      await expect(waiting).toContainText(/Again in \d+ s/)
      await expect(here.saveStatus).toHaveText('On this device')
      await here.type(' Here6.')
      await expect.poll(seconds).toBeLessThan(first)
      await expect(here.connection).toHaveText('Online')
      await here.waitForPhase('clean')
      await expect(waiting.getByRole('listitem')).toHaveCount(0)
    })

    await test.step('the other app saves over what it has not seen, and both come to the same text', async () => {
      await there.text.locator('.cm-line').first().click()
      await there.page.keyboard.press('End')
      await there.page.keyboard.type(' There2.')
      await there.page.keyboard.press('ControlOrMeta+s')
      const all = 'First. There1. There2.\n\nSecond.\n\nThird. Here1. Here2. Here3. Here4. Here5. Here6.'
      await expect.poll(text).toBe(all)
      await there.waitForPhase('clean')
      expect(await there.readText()).toBe(all)
      await here.type(' Here7.')
      await here.page.keyboard.press('ControlOrMeta+s')
      await expect.poll(text).toBe(`${all} Here7.`)
      await here.waitForPhase('clean')
      expect(await here.readText()).toBe(`${all} Here7.`)
    })
  } finally {
    await proxy.close()
  }
})
