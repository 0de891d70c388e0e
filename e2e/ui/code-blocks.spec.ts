import { begin, kept, result } from './editing'
import { expect, test, type Stet } from './stet'

const picker = ({ page }: Stet) => page.getByRole('dialog', { name: 'Language of the code' })

test('the language at a fence is chosen by mouse: only that word is written, in one step of undo', async ({
  stet,
  page,
}) => {
  const before = 'One  \ntwo\n\n~~~ js title="a b"\nlet a = 1\n~~~\n\nEnd‸.'
  await begin(stet, before)
  await page.getByRole('button', { name: 'Language of the code: JavaScript' }).click()
  await expect(picker(stet).getByRole('option', { name: /^JavaScript/ })).toContainText('as it is')
  await stet.type('pyth')
  await expect(picker(stet).getByRole('option')).toHaveText(['Python', 'Cython', 'As “pyth”'])
  await stet.press('Enter')
  const text = before.replace('‸', '')
  await kept(stet, (now) => now === text.replace('~~~ js', '~~~ python'))
  await expect(page.getByRole('button', { name: 'Language of the code: Python' })).toHaveText('Python')
  await expect(stet.text).toBeFocused()
  await stet.press('Control+z')
  await kept(stet, (now) => now === text)
})

test('by key: a command chooses the language of the code at the cursor, known or not, or takes it away', async ({
  stet,
}) => {
  await begin(stet, '> ```\n> a‸\n> ```')
  await stet.command('Language of the code…')
  await stet.type('Wren')
  await stet.press('Enter')
  await kept(stet, (text) => text === '> ```Wren\n> a\n> ```')
  await stet.command('Language of the code…')
  await stet.type('no lang')
  await stet.press('Enter')
  await kept(stet, (text) => text === '> ```\n> a\n> ```')
  expect(await result(stet)).toBe('> ```\n> a‸\n> ```')
})

test('where there is no block of code, its commands say so', async ({ stet }) => {
  await begin(stet, 'words‸')
  await stet.command('Language of the code…')
  await expect(stet.notice).toContainText('cannot be done where the cursor is')
  await expect(picker(stet)).toHaveCount(0)
})

test.describe('the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('code is copied by a button and by command, without fences and marks around it', async ({
    stet,
    page,
  }) => {
    await begin(stet, '> ```js\n> let a = 1\n>\n>   b()\n> ```\n\nEnd‸')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy the code' }).click()
    await expect(stet.notice).toContainText('The code is copied')
    expect(await copied()).toBe('let a = 1\n\n  b()')
    expect(await result(stet)).toMatch(/End‸$/)
    await begin(stet, '```\none‸\n```')
    await stet.command('Copy the code')
    await expect.poll(copied).toBe('one')
  })
})
