import { begin, paste, result } from './editing'
import { expect, FERRYMAN, test, inOnePage } from './stet'

const TEXT = [
  '# Top',
  'Go [here](#own-part), [there](<#own part>), [again](#own-part-1), [lost](#lost), [[#Own part]].',
  'See [file](nothing.md), [site](example.org), [[Nowhere]] and [[Low water]].',
  ...Array.from({ length: 60 }, (_, line) => `Line ${line}.`),
  '## Own *part*',
  'Words of it.',
  'Own part\n---',
  '‸The end.',
].join('\n\n')

test('in the reading view links lead to headings, and those that lead nowhere look dead and say so', async ({
  stet,
  page,
}) => {
  await begin(stet, TEXT)
  await stet.press('ControlOrMeta+Home')
  await stet.press('ControlOrMeta+Shift+E')
  const read = page.getByRole('article', { name: 'Reading view' }).frameLocator('iframe')
  await expect(read.locator('a.dead')).toHaveText(['there', 'lost', 'file', 'site', 'Nowhere'])
  await expect(read.locator('a:not(.dead)')).toHaveText(['here', 'again', '#Own part', 'Low water'])
  await read.getByText('file', { exact: true }).click()
  await expect(stet.notice).toContainText('There is no document “nothing.md” here.')
  await read.getByText('lost', { exact: true }).click()
  await expect(stet.notice).toContainText('There is no heading “lost” in this document.')
  await read.getByText('here', { exact: true }).click()
  await expect(read.getByText('Words of it.')).toBeInViewport()
})

test(
  'a link that is written',
  inOnePage({
    'a link to a heading of the same text leads there; one that leads nowhere says so and looks dead':
      async ({ stet }) => {
        await begin(stet, TEXT)
        const line = () => stet.text.locator('.cm-line.cm-activeLine, .cm-line').filter({ hasText: /^Go / })
        const follow = async (words: string) => {
          await stet.press('ControlOrMeta+Home')
          await stet.text.getByText(words, { exact: true }).click({ modifiers: ['ControlOrMeta'] })
        }
        await stet.press('ControlOrMeta+Home')
        await expect(line()).toBeVisible()
        await expect(stet.text.locator('.cm-link-missing')).toHaveText([
          'there',
          'lost',
          'file',
          'site',
          'Nowhere',
        ])

        await follow('lost')
        await expect(stet.notice).toContainText('There is no heading “lost” in this document.')
        await follow('file')
        await expect(stet.notice).toContainText('There is no document “nothing.md” here.')
        await follow('site')
        await expect(stet.notice).toContainText('“example.org” is no whole address')

        await follow('here')
        await expect(stet.text.getByText('Words of it.')).toBeInViewport()
        await stet.press('End')
        await stet.type(' now')
        await expect(stet.text.locator('.cm-line').filter({ hasText: /^## Own .*part.* now$/ })).toBeVisible()
        // Of two such headings one is left: the link to the second is dead, and alive again when both are back.
        await stet.press('ControlOrMeta+Home')
        const dead = stet.text.locator('.cm-link-missing')
        await expect(dead.filter({ hasText: /^again$/ })).toHaveCount(1)
        await stet.press('ControlOrMeta+z')
        await stet.press('ControlOrMeta+Home')
        await expect(dead.filter({ hasText: /^again$/ })).toHaveCount(0)

        await stet.press('ControlOrMeta+Home')
        for (let step = 0; step < 2; step++) await stet.press('ArrowDown')
        await stet.press('Home')
        for (let step = 0; step < 6; step++) await stet.press('ArrowRight')
        await stet.press('ControlOrMeta+Enter')
        await expect(stet.text.getByText('Words of it.')).toBeInViewport()
      },

    'in the address of a new link titles are offered, and Enter leads behind it': async ({ stet, page }) => {
      await begin(stet, 'See tide‸')
      await stet.press('ControlOrMeta+k')
      await stet.type('Low wa')
      const offered = page.getByRole('listbox', { name: 'Completions' })
      await expect(offered.getByRole('option', { name: 'Low water' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await page.waitForTimeout(100)
      await stet.press('Enter')
      await stet.type(' and sea')
      await stet.press('ControlOrMeta+k')
      await stet.type('https://example.org')
      await expect(offered).toHaveCount(0)
      await stet.press('Enter')
      await stet.type(' too.')
      expect(await result(stet)).toBe('See [[Low water|tide]] and [sea](https://example.org) too.‸')
    },

    'an address with spaces or brackets becomes one of a link as it is typed': async ({ stet }) => {
      await begin(stet, 'See tide‸')
      await stet.press('ControlOrMeta+k')
      await stet.type('https://example.org/my notes (1).pdf')
      await stet.press('Enter')
      await stet.type(' and sea')
      await stet.press('ControlOrMeta+k')
      await stet.type('https://example.org/Sea_(water)')
      await stet.press('Enter')
      await stet.type(' too.')
      expect(await result(stet)).toBe(
        'See [tide](<https://example.org/my notes (1).pdf>) and [sea](https://example.org/Sea_(water)) too.‸',
      )
    },
  }),
)

test('an address becomes that of a link as it is pasted', async ({ stet }) => {
  for (const [address, written] of [
    ['https://example.org/my notes (1).pdf', '<https://example.org/my notes (1).pdf>'],
    ['https://example.org/a_(b', '<https://example.org/a_(b>'],
    ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ] as const)
    await test.step(`${address} becomes the address of a link as it is pasted`, async () => {
      await begin(stet, 'See tide‸')
      await stet.press('ControlOrMeta+k')
      await paste(stet, address)
      await stet.press('Enter')
      await stet.type(' and sea')
      await stet.press('Control+Shift+ArrowLeft')
      await paste(stet, address)
      await stet.type(' on')
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe(`See [tide](${written}) and [sea](${written}) on`)
    })
})
