import type { Page } from '@playwright/test'
import { expect, FERRYMAN, test } from './stet'

const sidebarButton = (page: Page) => page.getByRole('button', { name: 'Sidebar', exact: true })

const expectNoVeil = (page: Page) => expect(page.locator('[class*="scrim"]')).toHaveCount(0)

test.describe('900 wide', () => {
  test.use({ viewport: { width: 900, height: 600 } })

  test('the drawer of the sidebar has the keyboard, so that no key goes into the text below the veil', async ({
    stet,
    page,
  }) => {
    await stet.text.click()
    const before = await stet.keptText(FERRYMAN)
    await stet.press('ControlOrMeta+\\')
    await expect(stet.folder('Chapters')).toBeFocused()
    await stet.press('ControlOrMeta+a')
    await stet.type('lost')
    await stet.press('Escape')
    await expect(stet.tree).toHaveCount(0)
    await expect(stet.text).toBeFocused()
    await expectNoVeil(page)
    await stet.type('Typed. ')
    await expect.poll(() => stet.keptText(FERRYMAN)).toContain('Typed. ')
    expect((await stet.keptText(FERRYMAN))?.replace('Typed. ', '')).toBe(before)
    await sidebarButton(page).click()
    await expect(stet.folder('Chapters')).toBeFocused()
  })

  test('Escape in a menu of the drawer closes the menu alone', async ({ stet, page }) => {
    await stet.press('ControlOrMeta+\\')
    for (const keys of ['Shift+F10', 'ContextMenu', 'Shift+F10', 'ContextMenu']) {
      await expect(stet.folder('Chapters')).toBeFocused()
      await stet.press(keys)
      await expect(page.getByRole('menuitem', { name: 'New subfolder' })).toBeFocused()
      await stet.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await expect(stet.folder('Chapters')).toBeFocused()
  })

  test('the drawer closes where F6 brings the keyboard out of it', async ({ stet, page }) => {
    await stet.press('ControlOrMeta+\\')
    await expect(stet.folder('Chapters')).toBeFocused()
    await stet.press('F6')
    await expect(stet.option('The ferryman')).toBeFocused()
    await expect(stet.tree).toHaveCount(0)
    await expectNoVeil(page)
  })
})

test('in a split view a folder that is chosen in the drawer leads to its list, and no veil stays', async ({
  stet,
  page,
}) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.press('ControlOrMeta+Shift+D')
  await expect(stet.tree).toHaveCount(0)
  await sidebarButton(page).click()
  await stet.folder('Essays').click()
  await expect(stet.tree).toHaveCount(0)
  await expect(stet.option('On winter light')).toBeFocused()
  await expectNoVeil(page)
  await stet.press('ControlOrMeta+a')
  await stet.type('A name')
  await stet.press('Enter')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
  // Enter has opened the chosen document in the right side.
  await stet.text.first().click()
  await stet.type('Seen. ')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('Seen. ')
})
