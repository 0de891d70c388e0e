import { begin, changeElsewhere, kept, paste, result } from './editing'
import { expect, FERRYMAN, test, inOnePage } from './stet'

test('keys move, copy and delete lines, and lead through a link', async ({ stet }) => {
  for (const [keys, before, after] of [
    ['Alt+ArrowUp', 'one\ntw‸o\nthree', 'tw‸o\none\nthree'],
    ['Alt+ArrowDown', 'on‸e\ntwo', 'two\non‸e'],
    ['Alt+Shift+ArrowDown', 'on‸e\ntwo', 'one\non‸e\ntwo'],
    ['ControlOrMeta+Shift+K', 'one\ntw‸o\nthree', 'one\nth‸ree'],
    ['Alt+ArrowUp', 'Now:\n1. one\n2. tw‸o\n3. three', 'Now:\n1. tw‸o\n2. one\n3. three'],
    ['Alt+ArrowDown', '1. on‸e\n2. two\n3. three', '1. two\n2. on‸e\n3. three'],
    ['Backspace', '1. one\n2. ‸two\n3. three', '1. one\n   ‸two\n2. three'],
    ['Delete', '1. one‸\n2. two\n3. three', '1. one‸two\n2. three'],
    ['Delete', '- one‸\n- [ ] two', '- one‸two'],
    ['Delete', '> one‸\n> two', '> one‸two'],
    ['Alt+ArrowUp', '| a |\n| - |\n| o‸ne |\n| two |', '| a |\n| - |\n| o‸ne |\n| two |'],
    ['Alt+ArrowDown', '| a |\n| - |\n| o‸ne |\n| two |', '| a |\n| - |\n| two |\n| o‸ne |'],
    ['Alt+ArrowDown', '| a‸ |\n| - |\n| one |', '| a‸ |\n| - |\n| one |'],
    ['Alt+Shift+ArrowDown', '| a‸ |\n| - |\n| one |', '| a‸ |\n| - |\n| one |'],
    ['Alt+Shift+ArrowUp', '| a‸ |\n| - |\n| one |', '| a‸ |\n| - |\n| one |'],
    ['Alt+Shift+ArrowUp', '1. one\n2. tw‸o\n3. six\n4. ten', '1. one\n2. tw‸o\n3. two\n4. six\n5. ten'],
    ['ArrowUp', '- one\n- x\n- ‸two', '- one\n- ‸x\n- two'],
    ['ArrowUp', '- one\n- \n- ‸two', '- one\n- ‸\n- two'],
    ['Enter', 'Go to [http://x.org‸]()', 'Go to [http://x.org](http://x.org)‸'],
  ] as const)
    await test.step(`${keys}: ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`, async () => {
      await begin(stet, before)
      await stet.press(keys)
      expect(await result(stet)).toBe(after)
    })
})

test('commands change lines and paragraphs, and one step of undo takes each back', async ({ stet }) => {
  for (const [command, before, after] of [
    ['Move paragraph up', 'one\n\ntw‸o\n\nthree', 'tw‸o\n\none\n\nthree'],
    ['Move section down', '# A‸\n\na\n\n# B\n\nb', '# B\n\nb\n\n# A‸\n\na'],
    ['Join lines', 'on‸e\ntwo', 'one‸ two'],
    ['Join lines', '1. on‸e\n2. two\n3. three', '1. one‸ two\n2. three'],
    ['Move line up', '1. one\n2. two‸\n3. three', '1. two‸\n2. one\n3. three'],
    ['Capitalise words', 'low wa‸ter', 'low Wa‸ter'],
    ['Upper case', 'low wa‸ter', 'low WA‸TER'],
  ] as const)
    await test.step(command, async () => {
      await begin(stet, before)
      await stet.command(command)
      const text = after.replace('‸', '')
      await kept(stet, (now) => now === text)
      await stet.press('ControlOrMeta+z')
      await kept(stet, (now) => now === before.replace('‸', ''))
      await stet.press('ControlOrMeta+Shift+Z')
      await kept(stet, (now) => now === text)
    })
})

test(
  'a cursor stays in its item while a list is sorted, and its numbers stay in order',
  {
    tag: '@first',
  },
  async ({ stet }) => {
    await begin(stet, '1. quay\n2. boat‸\n3. Lamp')
    await stet.command('Sort lines')
    await kept(stet, (text) => text === '1. boat\n2. Lamp\n3. quay')
    expect(await result(stet)).toBe('1. boat‸\n2. Lamp\n3. quay')
  },
)

test('items that are pasted or cut are numbered on, and one step of undo takes each back', async ({
  stet,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await begin(stet, '1. one\n2. two‸\n3. three')
  await paste(stet, '\n1. quay\n2. boat')
  await kept(stet, (text) => text === '1. one\n2. two\n3. quay\n4. boat\n5. three')
  await stet.press('ControlOrMeta+x')
  await kept(stet, (text) => text === '1. one\n2. two\n3. quay\n4. three')
  await stet.press('ArrowUp')
  await stet.press('ControlOrMeta+v')
  await kept(stet, (text) => text === '1. one\n2. two\n3. boat\n4. quay\n5. three')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === '1. one\n2. two\n3. quay\n4. three')
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === '1. one\n2. two\n3. three')
})

test('a line that is cut from before its words leaves the next one as it is, and is pasted where it stood', async ({
  stet,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // Home leads from the words to the mark before them.
  for (const first of [['Home'], []]) {
    await begin(stet, '- one\n- ‸two\n  - three\n')
    for (const key of [...first, 'Shift+ArrowDown', 'ControlOrMeta+x']) await stet.press(key)
    await kept(stet, (text) => text === '- one\n  - three\n')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('- two\n')
    await stet.press('ControlOrMeta+v')
    await kept(stet, (text) => text === '- one\n- two\n  - three\n')
  }
})

test(
  'several places and lines at once',
  inOnePage({
    'the same word is written in several places at once, and taken back in one step': async ({ stet }) => {
      await begin(stet, 'tide and ti‸de, tides')
      await stet.press('ControlOrMeta+d')
      await stet.press('ControlOrMeta+d')
      await stet.type('ebb')
      await kept(stet, (text) => text === 'ebb and ebb, tides')
      await stet.press('ControlOrMeta+z')
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe('tide and tide, tides')
      await stet.press('Escape')
      await stet.press('ControlOrMeta+Home')
      await stet.press('ControlOrMeta+Shift+L')
      await stet.type('ebb')
      await kept(stet, (text) => text === 'ebb and ebb, tides')
    },

    'cursors above and below take what is typed': async ({ stet }) => {
      await begin(stet, 'one\n‸two\nsix')
      await stet.press('ControlOrMeta+Alt+ArrowUp')
      await stet.press('ControlOrMeta+Alt+ArrowDown')
      await stet.type('- ')
      expect(await kept(stet, (text) => text.includes('- '))).toMatch(/^- one\n- two/)
    },

    'a paragraph takes another direction by a mark that can be seen, and gives it back; code keeps its bytes':
      async ({ stet, page }) => {
        await begin(stet, '- [ ] 2026 in שלום\n\n```\ncode\n```\n\n# one‸\u2067two\u2069')
        const line = (words: string) => page.locator('.cm-line', { hasText: words })
        await expect(page.getByLabel('Control character right-to-left isolate')).toBeVisible()
        await expect(page.getByLabel('Control character pop directional isolate')).toBeVisible()
        await stet.press('ControlOrMeta+a')
        await stet.command('Paragraph from right to left')
        await kept(
          stet,
          (text) => text === '- [ ] \u200f2026 in שלום\n\n```\ncode\n```\n\n# \u200fone\u2067two\u2069',
        )
        await expect(line('2026 in')).toHaveCSS('direction', 'rtl')
        await expect(line('one')).toHaveCSS('direction', 'rtl')
        await expect(page.getByLabel('Control character right-to-left mark').first()).toBeVisible()
        await stet.command('Paragraph from left to right')
        await expect(line('2026 in')).toHaveCSS('direction', 'ltr')
        await stet.command('Paragraph in the direction of its letters')
        await expect(line('2026 in')).toHaveAttribute('dir', 'auto')
        await kept(stet, (text) => text === '- [ ] 2026 in שלום\n\n```\ncode\n```\n\n# one\u2067two\u2069')
      },
  }),
)

test('a cursor at which another selection arrives is joined with it, and a letter is typed once', async ({
  stet,
  page,
}) => {
  await begin(stet, 'one‸')
  const line = (await page.locator('.cm-line').first().boundingBox())!
  const addAtStart = async () => {
    await page.keyboard.down('ControlOrMeta')
    await page.mouse.click(line.x + 1, line.y + line.height / 2)
    await page.keyboard.up('ControlOrMeta')
    await expect(page.locator('.cm-cursor')).toHaveCount(2)
  }
  await addAtStart()
  await stet.press('Control+Shift+ArrowLeft')
  await expect(page.locator('.cm-cursor')).toHaveCount(1)
  await stet.type('x')
  await kept(stet, (text) => text === 'x')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'one')
  await stet.type('y')
  await kept(stet, (text) => text === 'y')

  // The letters between a cursor and a selection are deleted elsewhere.
  await begin(stet, 'one two‸')
  await stet.press('Control+Shift+ArrowLeft')
  await addAtStart()
  await changeElsewhere(stet, () => [{ from: 0, to: 4, insert: '' }])
  await expect(stet.text).toHaveText('two')
  await stet.type('z')
  await kept(stet, (text) => text === 'z')
})
