import { expect, test } from './app'

test('offline edits, renames and new documents wait, and go out when the service is back', async ({
  start,
  service,
}) => {
  const created = await service.create({ title: 'Essay', content: 'One.' })
  const app = await start({ service })
  await app.openDocument('Essay')
  await service.stop()
  await app.type(' Two.')
  await app.page.keyboard.press('Control+s')
  await expect(app.saveStatus).toHaveText('On this device')
  await expect(app.connection).toHaveText('Offline')
  await app.title.fill('An essay')
  await app.title.press('Enter')
  await app.newDocument('On the train')
  await app.type('Between two stations.')
  await service.restart()
  await expect(app.connection).toHaveText('Online', { timeout: 30_000 })
  await app.waitForPhase('clean')
  await expect
    .poll(
      async () => (await service.documents()).map(({ title, content }) => `${title}: ${content}`).toSorted(),
      { timeout: 20_000 },
    )
    .toEqual(['An essay: One. Two.', 'On the train: Between two stations.'])
  expect((await service.document(created.id))?.record.title).toBe('An essay')
})

test('a change elsewhere in another paragraph is merged and announced, and can be undone', async ({
  start,
  service,
}) => {
  const created = await service.create({ title: 'Essay', content: 'First.\n\nSecond.\n\nThird.' })
  const app = await start({ service })
  await app.openDocument('Essay')
  await service.stop()
  await app.type(' Mine.')
  await expect(app.saveStatus).toHaveText(/On this device|Edited/)
  await service.restart()
  await service.write(created.id, { content: 'First. Theirs.\n\nSecond.\n\nThird.' })
  await app.page.keyboard.press('Control+s')
  await app.waitForPhase('clean')
  await expect.poll(() => app.readText()).toBe('First. Theirs.\n\nSecond.\n\nThird. Mine.')
  expect((await service.document(created.id))?.record.content).toBe(
    'First. Theirs.\n\nSecond.\n\nThird. Mine.',
  )
  await expect(app.page.getByText(/Merged 1 change from elsewhere/)).toBeVisible()
})

test('the same sentence changed on both sides asks; both texts stand side by side and either can be kept', async ({
  start,
  service,
}) => {
  const created = await service.create({ title: 'Essay', content: 'The door was painted shut.' })
  const app = await start({ service })
  await app.openDocument('Essay')
  await service.stop()
  await app.text.click()
  await app.page.keyboard.press('Control+a')
  await app.page.keyboard.type('The door was nailed shut.')
  await app.page.waitForTimeout(600)
  await service.restart()
  await service.write(created.id, { content: 'The door was glued shut.' })
  await app.page.keyboard.press('Control+s')
  await expect(app.saveStatus).toHaveText('Needs your decision', { timeout: 20_000 })
  const conflict = app.page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toContainText('nailed')
  await expect(conflict).toContainText('glued')
  expect((await service.document(created.id))?.record.content).toBe('The door was glued shut.')
  await conflict.getByRole('button', { name: 'Keep mine' }).first().click()
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await app.waitForPhase('clean')
  expect((await service.document(created.id))?.record.content).toBe('The door was nailed shut.')
  expect(
    (await service.versions(created.id)).some(({ content }) => content === 'The door was glued shut.'),
  ).toBe(true)
})

test('deleted and undone: the document is there once', async ({ start, service }) => {
  await service.create({ title: 'Essay', content: 'One.' })
  const app = await start({ service })
  await app.openDocument('Essay')
  await app.documents.getByRole('option', { name: /^Essay/ }).focus()
  await app.page.keyboard.press('Delete')
  await expect(app.documents.getByRole('option', { name: /^Essay/ })).toHaveCount(0)
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await expect(app.documents.getByRole('option', { name: /^Essay/ })).toHaveCount(1)
  await app.page.waitForTimeout(3_000)
  expect((await service.documents()).map(({ content }) => content)).toEqual(['One.'])
})
