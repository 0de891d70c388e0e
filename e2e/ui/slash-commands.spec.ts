import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { begin, kept, result } from './editing'
import { expect, slowTurns, test, inOnePage } from './stet'

test('letters and Enter choose a command before the menu has come', async ({ stet, page }) => {
  await begin(stet, 'Some words. ‸')
  // The menu waits for a pause between keys.
  await slowTurns(page)
  await stet.type('/tab')
  await stet.press('Enter')
  await stet.type('Name')
  await stet.press('Tab')
  await stet.type('Age')
  await kept(stet, (text) => text === 'Some words. \n\n| Name | Age |\n| --- | --- |\n|  |  |')
})

test('other words for a command find it, with Enter before the menu has come and in the menu', async ({
  stet,
  page,
}) => {
  await begin(stet, 'Words.\n\n‸')
  const menu = page.getByRole('listbox', { name: 'Completions' })
  for (const [letters, names] of [
    ['h', ['Heading 1', 'Heading 2', 'Heading 3', 'Rule']],
    ['h2', ['Heading 2']],
    ['im', ['Attach files…']],
    ['pic', ['Attach files…']],
    ['temp', ['Template…']],
    ['li', ['List', 'Link', 'Numbered list', 'Task', 'Rule']],
    ['heading 3', ['Heading 3']],
  ] as const) {
    await stet.type(`/${letters}`)
    await expect(menu.getByRole('option')).toHaveText([...names])
    for (const _ of `/${letters}`) await stet.press('Backspace')
    await expect(menu).toHaveCount(0)
  }
  await stet.type('/h2')
  await expect(menu).toBeVisible()
  await stet.press('Enter')
  await stet.type('Tide')
  await kept(stet, (text) => text === 'Words.\n\n## Tide')
  await stet.press('Enter')
  await slowTurns(page)
  await stet.type('/h1')
  await stet.press('Enter')
  await stet.type('Ebb')
  await kept(stet, (text) => text === 'Words.\n\n## Tide\n# Ebb')
})

test('a template is chosen at a slash', async ({ stet, page }) => {
  await begin(stet, 'Words. ‸')
  await stet.type('/temp')
  await expect(page.getByRole('option', { name: 'Template…' })).toBeVisible()
  await stet.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await kept(stet, (text) => text === 'Words. ')
})

test('in a cell only what can stand there is offered', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, '| a | b |\n| --- | --- |\n| c ‸ | d |')
  await stet.type('/')
  await expect(page.getByRole('listbox', { name: 'Completions' }).getByRole('option')).toHaveText([
    'Link',
    'Formula',
    'Footnote',
    'Date',
  ])
})

test('files that are chosen at a slash stand in its place', async ({ app, stet, page }) => {
  const chart = path.join(app.folder, 'chart.txt')
  await writeFile(chart, 'depths')
  app.dialogs.chooseFiles = async () => [chart]
  await begin(stet, 'The chart: ‸')
  await stet.type('/att')
  await expect(page.getByRole('option', { name: 'Attach files…' })).toBeVisible()
  await stet.press('Enter')
  await kept(stet, (text) => /^The chart: \[chart\.txt\]\(\S+\)$/.test(text))
  await expect(stet.text).toBeFocused()
})

test(
  'a slash in the text',
  inOnePage({
    'a slash on an empty line offers commands; one is chosen by its letters, and one undo takes it back':
      async ({ stet, page }) => {
        await begin(stet, 'Above\n\n‸')
        await stet.type('/')
        const menu = page.getByRole('listbox', { name: 'Completions' })
        await expect(menu.getByRole('option')).toHaveText([
          'Heading 1',
          'Heading 2',
          'Heading 3',
          'List',
          'Numbered list',
          'Task',
          'Quote',
          'Callout',
          'Table',
          'Code block',
          'Link',
          'Formula',
          'Footnote',
          'Rule',
          'Date',
          'Attach files…',
          'Template…',
        ])
        await stet.type('task')
        await expect(menu.getByRole('option')).toHaveText(['Task'])
        await stet.press('Enter')
        await stet.type('mend the net')
        await kept(stet, (text) => text === 'Above\n\n- [ ] mend the net')
        await stet.press('ControlOrMeta+z')
        await stet.press('ControlOrMeta+z')
        await kept(stet, (text) => text === 'Above\n\n/task')
      },

    'after a space a slash is about its line, and Escape leaves it as text for good': async ({
      stet,
      page,
    }) => {
      await begin(stet, 'The tide ‸')
      const menu = page.getByRole('listbox', { name: 'Completions' })
      await stet.type('/foot')
      await expect(menu.getByRole('option')).toHaveText(['Footnote'])
      await stet.press('Enter')
      await kept(stet, (text) => text === 'The tide [^1]\n\n[^1]: ')
      await stet.type('late')
      await stet.press('ControlOrMeta+Enter')
      await stet.type(' /')
      await expect(menu).toBeVisible()
      await stet.press('Escape')
      await expect(menu).toHaveCount(0)
      await stet.type('quo')
      await expect(menu).toHaveCount(0)
      expect(await result(stet)).toBe('The tide [^1] /quo‸\n\n[^1]: late')
    },

    'a link that is begun by a slash goes on behind its address with Tab': async ({ stet }) => {
      await begin(stet, 'See ‸')
      await stet.type('/link')
      await stet.press('Enter')
      await stet.type('out')
      await stet.press('Tab')
      await stet.type('https://example.org')
      await stet.press('Tab')
      await stet.type(' now')
      await kept(stet, (text) => text === 'See [out](https://example.org) now')
    },

    'within a word, in code and in an address a slash is a slash': async ({ stet, page }) => {
      await begin(stet, 'and‸')
      const menu = page.getByRole('listbox', { name: 'Completions' })
      await stet.type('/or 1 / 2 https://example.org/list')
      await expect(menu).toHaveCount(0)
      await stet.press('Enter')
      await stet.type('```')
      await stet.press('Enter')
      await stet.type('/list')
      await expect(menu).toHaveCount(0)
      await kept(stet, (text) => text.includes('```\n/list'))
    },

    'a rule is no underline of a heading, and writing goes on below it': async ({ stet, page }) => {
      await begin(stet, 'Above‸')
      await stet.press('Enter')
      await stet.type('/rule')
      await expect(page.getByRole('option', { name: 'Rule', exact: true })).toBeVisible()
      await stet.press('Enter')
      await stet.type('below')
      const text = await kept(stet, (now) => now.includes('below'))
      expect(text).toMatch(/^Above\n\n---\n\nbelow\s*$/)
    },
  }),
)
