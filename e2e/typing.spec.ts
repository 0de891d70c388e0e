import { expect, test } from './app'

const WRAPPED =
  'The tide was late and nobody on the quay had thought to bring a lamp since the harbour master went home. '.repeat(
    4,
  )

test('[lost 4] a Space typed at the end of a row of a wrapped paragraph breaks no line', async ({
  start,
  service,
}) => {
  const created = await service.create({ title: 'Wrapped', content: WRAPPED })
  const { page, saveStatus, text, ...app } = await start({ service })
  await app.openDocument('Wrapped')
  await text.click()
  let count = 0
  for (const delay of [0, 5, 30, 90])
    for (const row of [1, 2, 3]) {
      await page.keyboard.press('ControlOrMeta+Home')
      for (let below = 1; below < row; below++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await page.keyboard.type(` Be${++count} c`, { delay })
      await expect(text).toContainText(` Be${count} c`)
      expect(await app.readText()).not.toContain('\n')
    }
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saveStatus).toHaveText('Saved')
  const content = (await service.document(created.id))?.record.content
  expect(content).toHaveLength(WRAPPED.length + 12 * ' Be1 c'.length + 3)
  expect(content).not.toContain('\n')
})
