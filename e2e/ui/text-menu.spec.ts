import { begin, kept, result } from './editing'
import { expect, test, type Stet } from './stet'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Selects the last letters of the text. */
async function selectBack(stet: Stet, count: number) {
  for (let letters = 0; letters < count; letters++) await stet.press('Shift+ArrowLeft')
}

test('the menu of the text has the commands of the palette, on the right button at the pointer', async ({
  stet,
  page,
}) => {
  await begin(stet, 'One word‸')
  await selectBack(stet, 4)
  const box = (await stet.text.getByText('One word').boundingBox())!
  await page.mouse.click(box.x + 50, box.y + 10, { button: 'right' })
  const menu = page.getByRole('menu', { name: 'Text' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('menuitem')).toContainText([
    'Cut',
    'Copy',
    'Paste',
    'Paste as plain text',
    'Bold',
    'Italic',
    'Link',
    'Search the library for the selection',
    'History of the selected passage',
    'Undo',
    'Redo',
  ])
  const at = (await menu.boundingBox())!
  expect(Math.abs(at.x - box.x - 50)).toBeLessThan(12)
  expect(Math.abs(at.y - box.y - 10)).toBeLessThan(12)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('the menu opens by keys, and what is chosen acts on the selection', async ({ stet, page }) => {
  for (const keys of ['Shift+F10', 'ContextMenu'])
    await test.step(`the menu opens by ${keys}, and what is chosen acts on the selection`, async () => {
      await begin(stet, 'One word‸')
      await selectBack(stet, 4)
      await page.keyboard.press(keys)
      await page.getByRole('menu', { name: 'Text' }).getByRole('menuitem', { name: /^Bold/ }).press('Enter')
      await expect(stet.text).toBeFocused()
      expect(await kept(stet, (text) => text.includes('*'))).toBe('One **word**')
    })
})

test('the menu of a link follows and copies it, by the mouse and at the cursor', async ({ stet, page }) => {
  await begin(stet, 'See [[Low water]] and [out](https://example.org/a).\n\nEnd.‸')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const choose = (name: string) => page.getByRole('menuitem', { name }).click()
  for (const [link, address] of [
    ['Low water', '[[Low water]]'],
    ['out', 'https://example.org/a'],
  ] as const) {
    await stet.press('ControlOrMeta+End')
    await stet.text.getByText(link, { exact: true }).click({ button: 'right' })
    await choose('Copy link')
    await expect.poll(copied).toBe(address)
    await expect(stet.text).toBeFocused()
  }
  await stet.press('ControlOrMeta+End')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Paste', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toHaveCount(0)
  await stet.press('Escape')
  await stet.press('ControlOrMeta+Home')
  for (let letters = 0; letters < 8; letters++) await stet.press('ArrowRight')
  await page.keyboard.press('Shift+F10')
  await choose('Follow link')
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.text).toBeFocused()
})

test('cut, copy and paste go through the clipboard', async ({ stet, page }) => {
  const choose = async (name: string) => {
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name, exact: true }).click()
    await expect(stet.text).toBeFocused()
  }
  await begin(stet, 'One word‸')
  await selectBack(stet, 4)
  await choose('Cut')
  await kept(stet, (text) => text === 'One ')
  await choose('Paste')
  await kept(stet, (text) => text === 'One word')
  await selectBack(stet, 4)
  await choose('Copy')
  await page.keyboard.press('End')
  await choose('Paste as plain text')
  await kept(stet, (text) => text === 'One wordword')
  expect(await result(stet)).toBe('One wordword‸')
})

test('the selected words are looked up in the library', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, 'One salt‸')
  await selectBack(stet, 4)
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Search the library for the selection' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('salt')
})

test.describe('under a key that may not write', () => {
  test.use({ chosen: { library: 'service' } })

  test('a text says in its menu that it may not be changed', async ({ app, stet, page }) => {
    await app.forbid('documents:write')
    await stet.option('Low water').click()
    await expect(stet.text).toHaveAttribute('aria-readonly', 'true')
    await stet.text.click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Text' })
    await expect(menu.getByRole('menuitem', { name: 'Cut' })).toHaveAttribute('aria-disabled', 'true')
    await expect(menu.getByRole('menuitem', { name: 'Copy' })).not.toHaveAttribute('aria-disabled', 'true')
  })
})
