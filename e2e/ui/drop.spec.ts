import { expect, test } from './stet'

test('a markdown file that is dropped on the window becomes a draft and is shown', async ({ stet, page }) => {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['Boats at low tide.'], 'Low tide.md', { type: 'text/markdown' }))
    const over = document.querySelector('[aria-label="Document text"]') ?? document.body
    over.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(stet.title).toHaveValue('Low tide')
  await expect(stet.text).toHaveText('Boats at low tide.')
  expect(await stet.keptText('d-ferryman')).not.toContain('Boats at low tide.')
})

test('a document of Word that is dropped on the window is imported after the dry run', async ({
  stet,
  page,
}) => {
  const before = await stet.keptText('d-ferryman')
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['PK'], 'Low tide.docx'))
    const over = document.querySelector('[aria-label="Document text"]') ?? document.body
    over.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await expect(dialog).toContainText('Low tide.docx')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Imported')
  expect(await stet.keptText('d-ferryman')).toBe(before)
})

test('a page and a text that are dropped together on the list are imported after the dry run', async ({
  stet,
  page,
}) => {
  await stet.option('The ferryman').evaluate((list) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['<p>Boats.'], 'Low tide.html'))
    dataTransfer.items.add(new File(['Boats.'], 'High tide.md'))
    list.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await expect(dialog).toContainText('2 documents')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Imported 2 documents')
})
