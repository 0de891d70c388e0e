import type { Fault } from '../faults'
import { readInPart } from './scenes'
import { expect, FERRYMAN, test } from './stet'

/** Names that assistive technology, and every test through a window, can rely on. */
test('tree, lists, title, text and the two states have their names', async ({ stet, page }) => {
  await expect(stet.tree).toBeVisible()
  await expect(stet.folder('Chapters')).toBeVisible()
  await expect(stet.documents.getByRole('option')).toHaveCount(6)
  await expect(stet.option('The ferryman')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.tags.getByRole('option', { name: 'to check' })).toBeVisible()
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toContainText('The tide was an hour late')
  await expect(stet.saveStatus).toHaveText('Saved')
  await expect(stet.saveStatus).toHaveAttribute('data-phase', 'clean')
  await expect(stet.connection).toHaveText('Online')
  for (const name of ['New document', 'New folder', 'New tag'])
    await expect(page.getByRole('button', { name, exact: true })).toBeAttached()
})

test('each phase is one of the eight words', { tag: '@first' }, async ({ stet }) => {
  const words = {
    dirty: 'Edited',
    saving: 'Saving…',
    queued: 'On this device',
    reconciling: 'Checking',
    rejected: 'Not accepted',
    deleted: 'Deleted elsewhere',
    conflicted: 'Needs your decision',
    clean: 'Saved',
  } as const
  for (const [phase, word] of Object.entries(words)) {
    const news = { id: FERRYMAN, phase: phase as keyof typeof words, parked: [], notYetPublished: false }
    await stet.main.tell('document.status-changed', news)
    await expect(stet.saveStatus).toHaveText(word)
    await expect(stet.saveStatus).toHaveAttribute('data-phase', phase)
  }
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('the connection says how it is', async ({ app, stet }) => {
    const show = async (fault: Fault) => {
      app.faults.clear()
      app.faults.plan(fault, '', Infinity)
      await app.hear()
    }
    await show({ kind: 'refused' })
    await expect(stet.connection).toHaveText('Offline')
    await show({ kind: 'throttled', after: '12' })
    await expect(stet.connection).toHaveText(/^Waiting \(\d+ s\)$/)
    await show({ kind: 'status', status: 401 })
    await expect(stet.connection).toHaveText('Key not accepted')
    app.faults.clear()
    // The writer enters a key that does it all.
    await app.forbid()
    await expect(stet.connection).toHaveText('Online')
  })
})

test('the first pull says how far it is, and can be stopped and gone on with', async ({
  app,
  stet,
  page,
}) => {
  await readInPart(app, 1_200, 600)
  await expect(page.getByText(/^Reading [\d,]+ of 1,200/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop reading' }).click()
  await expect(page.getByText('Not all texts are here')).toBeVisible()
  app.faults.clear()
  await page.getByRole('button', { name: 'Read on' }).click()
  await expect(page.getByText('Not all texts are here')).toBeHidden()
  await expect(stet.connection).toHaveText('Online')
})

test('panels and dialogs have their names', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+O')
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByRole('list', { name: 'Waiting' })).toBeAttached()
  await stet.press('ControlOrMeta+Shift+H')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listbox', { name: 'Versions' })).toBeVisible()
  await expect(history.getByRole('slider', { name: 'Version' })).toBeVisible()
  await history.getByRole('option').first().click()
  await expect(history.getByRole('button', { name: 'Restore this version' })).toBeVisible()
  await stet.press('ControlOrMeta+Shift+F')
  const search = page.getByRole('search', { name: 'Search the library' })
  await expect(search.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await expect(search.getByRole('combobox', { name: 'Folder' })).toBeVisible()
  await expect(search.getByRole('combobox', { name: 'Status' })).toBeVisible()
  await expect(search.getByRole('radio', { name: 'Meaning' })).toBeAttached()
  await expect(search.getByRole('radio', { name: 'Exact words' })).toBeAttached()
  await expect(search.getByRole('status', { name: 'Search notice' })).toBeAttached()
  await expect(page.getByRole('listbox', { name: 'Results' })).toBeAttached()
  await stet.press('ControlOrMeta+,')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await stet.press('Escape')
  await stet.command('Publish…')
  await expect(page.getByRole('dialog', { name: 'Publish' })).toBeVisible()
})

test('a title that is typed in two windows at once has the words of both, and the caret stays', async ({
  stet,
}) => {
  await stet.title.click()
  await stet.press('End')
  await stet.type(' first')
  await stet.main.ask('document.edit-fields', { id: FERRYMAN, title: 'Second: The ferryman' })
  await expect(stet.title).toHaveValue('Second: The ferryman first')
  await stet.type('!')
  await stet.press('Home')
  await stet.type('3 ')
  const title = async () => (await stet.main.ask('documents.summaries', { ids: [FERRYMAN] }))[0]?.title
  await expect.poll(title).toBe('3 Second: The ferryman first!')
})
