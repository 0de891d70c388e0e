import { strToU8, zipSync } from 'fflate'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test, type App } from './app'
import { freshFolder } from './paths'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Makes the system's dialog return this folder. */
const choosing = (app: App, folder: string) =>
  app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, folder)

test('a folder of notes is imported after a dry run, and exported as plain files again', async ({
  start,
  service,
}) => {
  const notes = freshFolder('notes')
  fs.mkdirSync(path.join(notes, 'Sea'))
  fs.writeFileSync(path.join(notes, 'Sea', 'Harbour.md'), '---\ntags: [salt]\n---\n\nSee ![map](map.png).\n')
  fs.writeFileSync(path.join(notes, 'Sea', 'map.png'), Buffer.from(PIXEL, 'base64'))
  fs.writeFileSync(path.join(notes, 'binary.md'), Buffer.from([0, 1, 2]))
  const app = await start({ service })
  const { page } = app

  await choosing(app, notes)
  await app.runCommand('Import…')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByRole('button', { name: 'Choose folder…' }).click()
  await expect(dialog).toContainText('1 document, 2 folders, 1 tag and 1 file.')
  await expect(dialog).toContainText('1 file is not taken')
  expect(await service.documents()).toEqual([])
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText('Imported 1 document and 1 file.')
  await dialog.getByRole('button', { name: 'Show what came in' }).click()
  await app.openDocument('Harbour')
  await app.tree.getByRole('treeitem', { name: path.basename(notes) }).press('ArrowRight')
  await expect(app.tree.getByRole('treeitem', { name: 'Sea' })).toBeVisible()
  await expect(app.text.locator('.cm-picture img')).toHaveJSProperty('naturalWidth', 1)
  await expect
    .poll(async () => (await service.documents()).map(({ content }) => content))
    .toEqual([
      expect.stringMatching(
        /^---\ncreated: [\d-]{10}\n---\n\nSee !\[map\]\(\/api\/v1\/files\/\d+\/serve\)\.\n$/,
      ),
    ])

  const into = freshFolder('export')
  await choosing(app, into)
  await app.runCommand('Export…')
  await page.getByRole('combobox', { name: 'What' }).selectOption('The whole library as markdown files')
  await page.getByRole('button', { name: 'Choose folder…' }).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('1 document and 1 file are in')
  const [made] = fs.readdirSync(into)
  const exported = path.join(into, made ?? '')
  expect(fs.readFileSync(path.join(exported, path.basename(notes), 'Sea', 'Harbour.md'), 'utf8')).toMatch(
    /^---\ntitle: "Harbour"\ntags: \["salt"\]\n[\s\S]*stet: 1\ncreated: [\d-]{10}\n---\n\nSee !\[map\]\(\.\.\/\.\.\/Files\/map\.png\)\.\n$/,
  )
  expect(fs.readFileSync(path.join(exported, 'Files', 'map.png')).toString('base64')).toBe(PIXEL)
})

const WORD = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
<w:p><w:r><w:t xml:space="preserve">From </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>Word</w:t></w:r></w:p>
</w:body></w:document>`

test('a document of Word becomes markdown', { tag: '@first' }, async ({ start, service }) => {
  const file = path.join(freshFolder('word'), 'Letter.docx')
  fs.writeFileSync(file, zipSync({ 'word/document.xml': strToU8(WORD) }))
  const app = await start({ service })
  await choosing(app, file)
  await app.runCommand('Import…')
  const dialog = app.page.getByRole('dialog', { name: 'Import' })
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(dialog).toContainText('1 document')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect
    .poll(async () => (await service.documents()).map(({ content }) => content))
    .toEqual([expect.stringContaining('From **Word**')])

  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(app.page.getByRole('status', { name: 'Notice' })).toContainText('1 document taken back.')
  await expect.poll(() => service.documents()).toEqual([])
})
