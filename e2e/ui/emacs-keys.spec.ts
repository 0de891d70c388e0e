import { begin, kept, result } from './editing'
import { expect, test, type Stet } from './stet'

async function chooseEmacs(stet: Stet): Promise<void> {
  await stet.command('Typing settings…')
  const settings = stet.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('combobox', { name: 'Keys of the text' }).selectOption('Emacs')
  await stet.press('Escape')
}

test('the basic keys of Emacs move, take and put back; one undo takes a change back', async ({
  stet,
  page,
}) => {
  await chooseEmacs(stet)
  await begin(stet, 'one two\nthree fo‸ur\nfive')
  await stet.press('Control+a')
  await stet.press('Control+k')
  await kept(stet, (text) => text === 'one two\n\nfive')
  await stet.press('Control+k')
  await kept(stet, (text) => text === 'one two\nfive')
  await stet.press('Control+p')
  await stet.press('Control+e')
  await stet.press('Control+y')
  await kept(stet, (text) => text === 'one twothree four\n\nfive')
  await stet.press('Control+z')
  await kept(stet, (text) => text === 'one two\nfive')
  await stet.press('Control+b')
  await stet.press('Control+d')
  await kept(stet, (text) => text === 'one tw\nfive')
  await stet.press('Control+n')
  await stet.press('Control+a')
  await stet.press('Control+f')
  await stet.press('Alt+f')
  // No command of the window ran in their place.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await result(stet)).toBe('one tw\nfive‸')
})

test('without that choice the keys are those of Stet', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, 'one‸')
  await stet.press('Control+p')
  await expect(page.getByRole('dialog', { name: 'Go to document' })).toBeVisible()
})

test('Ctrl+D of Emacs takes an emoji as a whole', async ({ stet }) => {
  await chooseEmacs(stet)
  await begin(stet, 'a‸👩🏽‍🚀👍🏽b')
  await stet.press('Control+d')
  await stet.press('Control+d')
  expect(await result(stet)).toBe('a‸b')
})
