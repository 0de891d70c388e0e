import { begin, kept, result } from './editing'
import { expect, test, inOnePage, slowTurns } from './stet'

test('footnotes are numbered anew in one step, and the cursor stays', { tag: '@first' }, async ({ stet }) => {
  await begin(stet, 'a[^3] b[^1]‸\n\n[^1]: one\n[^3]: three')
  await stet.command('Renumber footnotes')
  await kept(stet, (text) => text === 'a[^1] b[^2]\n\n[^2]: one\n[^1]: three')
  expect(await result(stet)).toBe('a[^1] b[^2]‸\n\n[^2]: one\n[^1]: three')
})

test(
  'a footnote in the text',
  inOnePage({
    'a footnote is inserted and written at once, Ctrl+Enter leads back, and each is one step of undo':
      async ({ stet }) => {
        await begin(stet, 'The tide‸ was late.')
        await stet.command('Insert footnote')
        await kept(stet, (text) => text === 'The tide[^1] was late.\n\n[^1]: ')
        await stet.type('By an hour.')
        await kept(stet, (text) => text.endsWith('[^1]: By an hour.'))
        await stet.press('ControlOrMeta+Enter')
        await stet.type('!')
        await kept(stet, (text) => text === 'The tide[^1]! was late.\n\n[^1]: By an hour.')
        for (let count = 0; count < 3; count++) await stet.press('ControlOrMeta+z')
        await kept(stet, (text) => text === 'The tide was late.')
      },

    'a footnote is peeked at by key and by hand, and Escape ends it': async ({ stet, page }) => {
      await begin(stet, 'The tide[^a]‸ was late.\n\n[^a]: By *an* hour, <b>no</b> more.')
      const peek = page.getByRole('status', { name: 'Footnote' })
      await stet.command('Peek at footnote')
      await expect(peek).toHaveText('By *an* hour, <b>no</b> more.')
      await expect(stet.text).toBeFocused()
      await stet.press('Escape')
      await expect(peek).toHaveCount(0)
      await stet.press('ControlOrMeta+Home')
      await page.locator('.cm-footnote').first().hover()
      await expect(peek).toHaveText('By *an* hour, <b>no</b> more.')
      await stet.type('x')
      await expect(peek).toHaveCount(0)
      expect(await result(stet)).toMatch(/^x‸The tide/)
    },

    'where no footnote can be, its command says so': async ({ stet }) => {
      await begin(stet, '`co‸de`')
      await stet.command('Insert footnote')
      await expect(stet.notice).toContainText('cannot be done where the cursor is')
    },
  }),
)

test('footnotes that lead nowhere are listed before publishing, and each leads to its place', async ({
  stet,
  page,
}) => {
  await begin(stet, 'The tide[^gone] was late[^1].\n\n[^1]: By an hour.\n\n[^2]: And wet.\n\nEnd‸')
  await stet.command('Publish…')
  const checks = page.getByRole('dialog', { name: 'Publish' }).getByRole('list', { name: 'Checks' })
  await expect(checks).toContainText('1 reference to a footnote that is not there: “gone”.')
  await expect(checks).toContainText('1 footnote that nothing refers to: “2”.')
  await checks.getByRole('button', { name: '“2”' }).press('Enter')
  await expect(stet.text).toBeFocused()
  expect(await result(stet)).toContain('‸[^2]: And wet.')
  await kept(stet)
  await stet.press('ControlOrMeta+z')
  await stet.command('Publish…')
  await checks.getByRole('button', { name: '“gone”' }).click()
  await expect(stet.text).toBeFocused()
  expect(await result(stet)).toContain('tide‸[^gone]')
})

test('what is typed right after a place was chosen among the checks is written there', async ({
  stet,
  page,
}) => {
  await begin(stet, 'The tide was late.\n\n[^2]: And wet.\n\nEnd‸')
  await stet.command('Publish…')
  const checks = page.getByRole('dialog', { name: 'Publish' }).getByRole('list', { name: 'Checks' })
  await checks.getByRole('button', { name: '“2”' }).focus()
  await slowTurns(page)
  await stet.press('Enter')
  await stet.type('Here ')
  await kept(stet, (text) => text.includes('Here [^2]: And wet.'))
})
