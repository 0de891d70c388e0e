import type { Locator } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { typeElsewhere } from './editing'
import { expect, test } from './stet'

test('a markdown file that is dropped on the window becomes a draft, in which the writer goes on', async ({
  stet,
  page,
}) => {
  await stet.folder('Chapters').click()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['Boats at low tide.'], 'Low tide.md', { type: 'text/markdown' }))
    const over = document.querySelector('[aria-label="Document text"]') ?? document.body
    over.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(stet.title).toHaveValue('Low tide')
  await expect(stet.text).toHaveText('Boats at low tide.')
  await expect(stet.text).toBeFocused()
  expect(await stet.keptText('d-ferryman')).not.toContain('Boats at low tide.')
})

test('a document of Word that is dropped on the window is imported after the dry run', async ({
  app,
  stet,
  page,
}) => {
  const before = await stet.keptText('d-ferryman')
  await app.ask('document.export', { what: { ids: ['d-low'] }, format: 'docx', paper: 'A4' })
  // Here it goes on, so that the file brings something.
  await typeElsewhere(stet, 0, 'Changed. ', 'd-low')
  const word = [...fs.readFileSync(path.join(app.folder, fs.readdirSync(app.folder)[0]!))]
  await page.evaluate((bytes) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(bytes)], 'Low tide.docx'))
    const over = document.querySelector('[aria-label="Document text"]') ?? document.body
    over.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, word)
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

test('an import is undone in its dialog, by the notice or Ctrl+Z in the list, and later in the dialog again', async ({
  app,
  stet,
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const last = dialog.getByRole('button', { name: 'Undo import' })
  const done = '2 documents, 1 folder and 1 file taken back. Texts are in Recovered texts.'
  const notes = path.join(app.folder, 'Notes')
  fs.mkdirSync(notes)
  fs.writeFileSync(path.join(notes, 'Low tide.md'), '![Boats](boats.png)')
  fs.writeFileSync(path.join(notes, 'High tide.md'), 'Boats.')
  fs.writeFileSync(path.join(notes, 'boats.png'), 'bytes')
  app.dialogs.chooseSource = async () => notes
  const bringIn = async () => {
    await stet.command('Import…')
    await dialog.getByRole('button', { name: 'Choose folder…' }).click()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog.getByRole('status')).toContainText('Imported 2 documents and 1 file.')
  }
  await stet.command('Import…')
  await expect(dialog.getByRole('button', { name: 'Choose folder…' })).toBeFocused()
  await expect(last).toHaveCount(0)
  await page.keyboard.press('Escape')

  await bringIn()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(stet.notice).toContainText(done)

  await bringIn()
  await dialog.getByRole('button', { name: 'Show what came in' }).click()
  await expect(stet.notice).toContainText('Imported 2 documents and 1 file.')
  await stet.option('The ferryman').click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(stet.notice).toContainText(done)

  await bringIn()
  await page.keyboard.press('Escape')
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await stet.command('Import…')
  await expect(dialog).toContainText('Last import: 2 documents from “Notes”.')
  await last.press('Enter')
  await expect(stet.notice).toContainText(done)
  await stet.command('Import…')
  await expect(dialog).toBeVisible()
  await expect(last).toHaveCount(0)
})

test('several files that are dropped at once are taken back at once', async ({ stet, page }) => {
  await stet.option('The ferryman').evaluate((list) => {
    const dataTransfer = new DataTransfer()
    for (const name of ['Low tide.md', 'High tide.md']) dataTransfer.items.add(new File([name], name))
    list.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  const tabs = page.getByRole('tab', { name: /^(?:Low|High) tide/ })
  await expect(tabs).toHaveCount(2)
  await expect(stet.notice).toContainText(
    '2 files were copied into this library. What you write here does not change the files.',
  )
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(tabs).toHaveCount(0)
})

test('a drag that is given up with Escape leaves no frame on what it was over', async ({ stet, page }) => {
  // The mouse of Playwright knows no Escape: the browser's own protocol gives a drag up.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Input.setInterceptDrags', { enabled: true })
  type Dragged = NonNullable<Parameters<typeof browser.send<'Input.dispatchDragEvent'>>[1]>['data']
  const middleOf = async (row: Locator) => {
    const { x, y, height } = (await row.boundingBox())!
    return { x: x + 40, y: y + height / 2 }
  }
  for (const [held, over] of [
    [stet.folder('Letters'), stet.folder('Essays')],
    [stet.option('The customs officer'), stet.folder('Essays')],
    [stet.option('The customs officer'), stet.tags.getByRole('option', { name: 'winter' })],
  ] as const) {
    const lifted = new Promise<Dragged>((resolve) =>
      browser.once('Input.dragIntercepted', ({ data }) => resolve(data)),
    )
    const from = await middleOf(held)
    const left = { button: 'left', buttons: 1, clickCount: 1 } as const
    await browser.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...from, ...left })
    for (const y of [from.y + 4, from.y + 14])
      await browser.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...left, x: from.x, y })
    const to = await middleOf(over)
    const data = await lifted
    const drag = (type: 'dragEnter' | 'dragOver' | 'dragCancel') =>
      browser.send('Input.dispatchDragEvent', { type, ...to, data })
    await drag('dragEnter')
    await drag('dragOver')
    await expect(page.locator('[data-drop]')).toHaveCount(1)
    await drag('dragCancel')
    await expect(page.locator('[data-drop]')).toHaveCount(0)
  }
})

test('several files that the system opened are taken back together', async ({ app, stet }) => {
  const notes = path.join(app.folder, 'Notes')
  fs.mkdirSync(notes)
  const files = ['Low tide.md', 'High tide.md'].map((name) => path.join(notes, name))
  for (const file of files) fs.writeFileSync(file, `Boats of ${file}.`)
  await app.main.porting.openFiles(files, app.workspaces.active())
  await expect(stet.notice).toContainText(
    '2 files from the folder “Notes” were copied into this library. What you write here does not change the files.',
  )
  await expect(stet.title).toHaveValue('High tide')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.notice).toContainText('taken back')
})
