import { begin, kept, result } from './editing'
import { expect, test, type Stet, inOnePage } from './stet'

const picker = ({ page }: Stet) => page.getByRole('dialog', { name: 'Language of the code' })

test(
  'the language of code',
  inOnePage({
    'the language at a fence is chosen by mouse: only that word is written, in one step of undo': async ({
      stet,
      page,
    }) => {
      const before = 'One  \ntwo\n\n~~~ js title="a b"\nlet a = 1\n~~~\n\nEnd‸.'
      await begin(stet, before)
      await page.getByRole('button', { name: 'Language of the code: JavaScript' }).click()
      await stet.type('javas')
      await expect(picker(stet).getByRole('option').first()).toHaveText('JavaScriptas it is')
      await picker(stet).getByRole('combobox').fill('pyth')
      await expect(picker(stet).getByRole('option')).toHaveText(['Python', 'Cython', 'As “pyth”'])
      await stet.press('Enter')
      const text = before.replace('‸', '')
      await kept(stet, (now) => now === text.replace('~~~ js', '~~~ python'))
      await expect(page.getByRole('button', { name: 'Language of the code: Python' })).toHaveText('Python')
      await expect(stet.text).toBeFocused()
      await stet.press('ControlOrMeta+z')
      await kept(stet, (now) => now === text)
    },

    'by key: a command chooses the language of the code at the cursor, known or not, or takes it away':
      async ({ stet }) => {
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
      },
  }),
)

test('where there is no block of code, its commands say so', { tag: '@first' }, async ({ stet }) => {
  await begin(stet, 'words‸')
  await stet.press('ControlOrMeta+Shift+P')
  await stet.type('Language of the code…')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('is not available: the cursor is in no block of code.')
  await expect(picker(stet)).toHaveCount(0)
})

/** Types lines as a writer does, with Enter between them. */
async function typeLines(stet: Stet, typed: string): Promise<void> {
  for (const [at, line] of typed.split('\n').entries()) {
    if (at > 0) await stet.press('Enter')
    if (line !== '') await stet.type(line)
  }
}

test('a bracket that is typed takes the place of the one that closed by itself', async ({ stet, page }) => {
  // A language is loaded when it is met; lines that are typed before are not indented by it.
  await begin(stet, '```js\nlet a\n```‸')
  await expect(page.locator('.cm-code span').filter({ hasText: /^let$/ })).toBeVisible()
  for (const [what, typed, text] of [
    [
      'a function',
      '```js\nfunction a() {\nreturn 1;\n}\n```\n\nProse after.',
      '```js\nfunction a() {\n  return 1;\n}\n```\n\nProse after.',
    ],
    [
      'brackets in brackets',
      '```js\na({\nb: [\n1,\n],\n})\nc()\n```\n\nProse after.',
      '```js\na({\n  b: [\n    1,\n  ],\n})\nc()\n```\n\nProse after.',
    ],
    ['code without a language', '```\na {\nb\n}\n```\n\nProse.', '```\na {\nb\n}\n```\n\nProse.'],
    ['a bracket that closes nothing', '```js\na()\n}\n```', '```js\na()\n}\n```'],
  ] as const)
    await test.step(`a bracket that is typed takes the place of the one that closed by itself: ${what}`, async () => {
      await begin(stet, '‸')
      await typeLines(stet, typed)
      await kept(stet, (now) => now === text)
    })
})

test('code has the colours of its language under the short name that is typed behind the fence', async ({
  stet,
  page,
}) => {
  for (const [word, code, keyword] of [
    ['py', 'def wade(depth): pass', 'def'],
    ['kt', 'fun wade() = 1', 'fun'],
    ['rs', 'fn wade() {}', 'fn'],
  ] as const) {
    await begin(stet, '‸')
    await typeLines(stet, `\`\`\`${word}\n${code}`)
    // What another window replaces next is what main has.
    await kept(stet, (text) => text.includes(code))
    const colours = page.locator('.cm-code span').filter({ hasText: new RegExp(`^${keyword}$`) })
    await expect(colours).toBeVisible()
    expect(await colours.evaluate((span) => getComputedStyle(span).color)).not.toBe(
      await page.locator('.cm-code', { hasText: keyword }).evaluate((line) => getComputedStyle(line).color),
    )
  }
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

test('code whose lines do not wrap scrolls in itself, as a whole, and the caret stays in sight', async ({
  stet,
  page,
}) => {
  const long = `let words = "${'salt and low water '.repeat(12)}"`
  await begin(stet, `Above\n\n\`\`\`js\nlet a = 1\n${long}\n\`\`\`\n\nBelow‸`)
  const line = page.locator('.cm-line', { hasText: 'let words' })
  const wrapped = (await line.boundingBox())!.height
  await stet.command('Toggle wrapping of code')
  const block = page.locator('.cm-code-scroller')
  expect((await line.boundingBox())!.height).toBeLessThan(wrapped / 2)
  const width = (await page.locator('.cm-content').boundingBox())!.width
  expect((await block.boundingBox())!.width).toBeLessThanOrEqual(width)
  const scrolled = () => block.evaluate((element) => element.scrollLeft)

  await line.click({ position: { x: 5, y: 5 } })
  await stet.press('End')
  await expect.poll(scrolled).toBeGreaterThan(500)
  // The tools of the fence stay where they are.
  const [edge, copy] = [(await block.boundingBox())!, (await page.locator('.cm-code-copy').boundingBox())!]
  expect(copy.x + copy.width).toBeLessThanOrEqual(edge.x + edge.width)
  await stet.type('!')
  await stet.press('Home')
  await expect.poll(scrolled).toBe(0)
  await stet.press('Shift+End')
  await expect.poll(scrolled).toBeGreaterThan(500)
  await stet.press('ArrowRight')
  expect(await result(stet)).toBe(`Above\n\n\`\`\`js\nlet a = 1\n${long}!‸\n\`\`\`\n\nBelow`)
})

test('what is typed in an item or a quotation stays in it, and Enter leads out of it', async ({ stet }) => {
  for (const [place, typed, source] of [
    [
      'an item',
      '- ```js\nlet x = 1;\nlet y\n```\nafter\n\n\nend',
      '- ```js\n  let x = 1;\n  let y\n  ```\n  after\n\nend',
    ],
    ['a numbered item', '1. ```\ncode\n```\nafter\n\n\nend', '1. ```\n   code\n   ```\n   after\n\nend'],
    ['a quotation', '> ```\ncode\n```\nafter\n\nend', '> ```\n> code\n> ```\n> after\n\nend'],
    ['an item with a quotation', '1. one\n> two\n\n\nend', '1. one\n2. > two\n\nend'],
  ] as const)
    await test.step(`what is typed in ${place} stays in it, and Enter leads out of it`, async () => {
      await begin(stet, '‸')
      for (const [index, line] of typed.split('\n').entries()) {
        if (index > 0) await stet.press('Enter')
        await stet.type(line)
      }
      await kept(stet, (text) => text.trimEnd() === source)
    })
})
