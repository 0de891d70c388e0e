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
