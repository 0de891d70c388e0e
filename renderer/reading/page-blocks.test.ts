import { expect, test } from 'vitest'
import { createPage, pageBlocks, pageChange } from './page-blocks'

const change = (before: string, after: string) => pageChange(pageBlocks(before), pageBlocks(after))

test('only the block with the key in it is drawn again', () => {
  expect(change('one\n\ntwo\n\nthree', 'one\n\ntwo!\n\nthree')).toEqual({
    kept: 1,
    keptAtEnd: 1,
    blocks: ['<p>two!</p>\n'],
    begins: [0, 5, 11],
  })
})

test.each([
  ['', 'one', { kept: 0, keptAtEnd: 0, blocks: ['<p>one</p>\n'] }],
  ['one', '', { kept: 0, keptAtEnd: 0, blocks: [] }],
  ['one\n\none', 'one', { kept: 1, keptAtEnd: 0, blocks: [] }],
  ['one', 'one\n\none', { kept: 1, keptAtEnd: 0, blocks: ['<p>one</p>\n'] }],
  ['one\n\ntwo', 'two', { kept: 0, keptAtEnd: 1, blocks: [] }],
])('%j becomes %j', (before, after, expected) => expect(change(before, after)).toMatchObject(expected))

test('[H3] of the marks on a letter as many are drawn as a letter may have', () => {
  const marks = '\u0301'.repeat(30)
  expect(pageBlocks(`a${marks}${'\u0301'.repeat(50_000)}b`)).toEqual([
    { from: 0, html: `<p>a${marks}\u2022b</p>\n` },
  ])
})

test('[H3] half of a pair is drawn as the sign that stands for it', () => {
  expect(pageBlocks('a\ud800b \ud83d\ude00')).toEqual([{ from: 0, html: '<p>a\ufffdb \ud83d\ude00</p>\n' }])
})

const LONG = 'Words of a paragraph.\n\n'.repeat(2_000)

test('what leads to another part of a text is made again where that part changes', () => {
  const before = `# Same\n\n[a] and[^1] and[^2]\n\n${LONG}# Same\n\n${LONG}[^1]: one[^3]\n\n[^2]: two\n[^3]: three\n`
  const page = createPage()
  page(before)
  for (const [words, by] of [
    ['[^1]: one[^3]', '[a]: /there\n\n[^1]: one[^3] and [a]'],
    ['and[^1]', 'and'],
    ['two', 'two words[^1]'],
    ['# Same', 'Same'],
    ['[^1]: one', 'one'],
  ] as const) {
    const text = before.replace(words, by)
    expect(text).not.toBe(before)
    expect(page(text)).toEqual(pageBlocks(text))
  }
})

test('links to documents and pictures of the library are named for the window', () => {
  const html = pageBlocks('[[The “slip”]] ![a](stet-file:1) [b](javascript:c) [d](#e)')[0]?.html
  expect(html).toContain('href="stet-title:The%20%E2%80%9Cslip%E2%80%9D"')
  expect(html).toContain('src="stet-picture:stet-file%3A1"')
  expect(html).toContain('<a href="#e">')
  expect(html).not.toContain('javascript')
})
