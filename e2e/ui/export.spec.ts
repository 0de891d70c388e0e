import { expect, test } from './stet'
import { expectNoViolations } from './violations'

test('an export that meets a full disk says what is written and what is not, and goes on', async ({
  stet,
  page,
}) => {
  const room = (documents: number) =>
    page.evaluate((count) => void (window.memory.records.exportRoom = count), documents)
  await room(3)
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('button', { name: 'Choose folder…' }).press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(
    /^Stopped\. 3 documents are in .*export\. \d+ documents and \d+ files? are not written yet\.$/,
  )
  await expect(dialog).toContainText('The disk is full.')
  // The button that was pressed is gone; the dialog goes on having the focus.
  await expect(dialog).toBeFocused()
  await expectNoViolations(page)

  // Still full.
  await room(4)
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^Stopped\. 4 documents/)
  await room(1_000)
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('status')).not.toContainText('Stopped')
  await expect(dialog).not.toContainText('The disk is full.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
})
