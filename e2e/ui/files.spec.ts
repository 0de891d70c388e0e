import { paste } from './editing'
import { expect, test } from './stet'

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('files are found, renamed, described and deleted by keyboard, with undo', async ({
    app,
    stet,
    page,
  }) => {
    await stet.command('Show files')
    const files = page.getByRole('listbox', { name: 'Files' })
    await expect(files.getByRole('option')).toHaveCount(2)
    await files.getByRole('option').first().focus()
    await stet.press('ArrowDown')
    await stet.press('ArrowUp')
    const map = page.getByRole('group', { name: 'About harbour-map.png' })
    await map.getByRole('textbox', { name: 'Alternative text' }).fill('Boats at low tide')
    await stet.press('Enter')
    await map.getByRole('textbox', { name: 'Name' }).fill('low-tide.png')
    await stet.press('Enter')
    const renamed = files.getByRole('option', { name: /^low-tide\.png/ })
    await expect(renamed).toContainText('Not used')
    await renamed.focus()
    await stet.press('Delete')
    await expect(files.getByRole('option')).toHaveCount(1)
    await stet.notice.getByRole('button', { name: 'Undo' }).click()
    await expect(renamed).toBeVisible()

    // [D2] A key that may not write files leaves them as they are, and says so.
    await app.forbid('files:read', 'files:write')
    await expect(page.getByText('This key may not read files.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Attach…' })).toHaveAccessibleDescription(
      'this key may not write files',
    )
    await renamed.click()
    const fixed = page.getByRole('group', { name: 'About low-tide.png' })
    await expect(fixed.getByText('This key may not write files.')).toBeVisible()
    await expect(fixed.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
    await renamed.focus()
    await stet.press('Delete')
    await expect(stet.notice).toContainText('This key may not write files.')
    await expect(files.getByRole('option')).toHaveCount(2)
  })
})

test('a file says which documents show it, and goes there', async ({ app, stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  const link = `/api/v1/files/${app.sample.ids.get('file-notes')}/serve`
  await stet.type(` [notes](${link})`)
  await expect.poll(() => stet.keptText('d-ferryman')).toContain(link)
  await stet.command('Show files')
  const files = page.getByRole('listbox', { name: 'Files' })
  const notes = files.getByRole('option', { name: /^interview/ })
  await expect(notes).toContainText('In 1 document')
  await notes.click()
  await page.getByRole('list', { name: 'Used in' }).getByRole('button', { name: 'The ferryman' }).click()
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toBeFocused()
  await page.getByRole('checkbox', { name: /no document uses \(1\)/ }).check()
  await expect(files.getByRole('option')).toHaveCount(1)
})

test('a picture that cannot be shown says why, in the text and where it is read', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+a')
  await paste(stet, '![Web](https://example.org/a.png)\n\n![Old](pictures/old.png)\n\nEnd')
  const lines = stet.text.locator('.cm-line:has(.cm-image)')
  await expect(lines).toHaveText([
    /Web.*Pictures from the web are not loaded\..*Find…/,
    /Old.*The library has no picture at this address\..*Find…/,
  ])
  for (const line of await lines.all()) await expect(line.getByRole('note')).toBeVisible()
  await stet.command('Reading view')
  const read = page.frameLocator('iframe[title="Text as it is read"]')
  await expect(read.getByText('Web. Pictures from the web are not loaded.')).toBeVisible()
  await stet.press('Escape')
  await stet.text.press('ControlOrMeta+End')
  await stet.command('Replace picture…')
  await expect(stet.notice).toContainText('The cursor is not in a picture.')
})
