import { expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import { publicationOf, tree } from '../testing/fixtures'
import type { ExportJob } from '../job'
import { writeMarkdown } from './write-markdown'

/** The book of these texts, by their titles, as it is written. */
function book(texts: Readonly<Record<string, string>>): string {
  const parts = Object.entries(texts).map(([title, markdown], index) => ({
    ...{ name: `d${index + 1}`, title, level: 1, markdown, tree: readDocument(markdown) },
  }))
  const publication = publicationOf(tree([]), { title: 'Book', isBook: true, parts })
  return Buffer.from(writeMarkdown(publication, { parts } as unknown as ExportJob)).toString()
}

/** The words of the notes to which a text leads, and the addresses of its links, in its order. */
function targets(markdown: string): readonly string[] {
  const { blocks, footnotes } = readDocument(markdown)
  const found: string[] = []
  JSON.stringify(blocks, (_key, value) => {
    if (value?.kind === 'footnote') found.push(JSON.stringify(footnotes[value.number - 1]?.blocks))
    if (value?.kind === 'link' || value?.kind === 'image') found.push(value.address)
    return value
  })
  return found.map((one) => /"text":"([^"]*)"/.exec(one)?.[1] ?? one)
}

test('a footnote leads to the note of its own chapter, and a link to the address there', () => {
  const one = 'One[^1], [text][ref], [words] and ![p][].\n\n[^1]: First note.\n\n[ref]: a\n[words]: b\n[p]: c'
  const two =
    'Two[^1][^n], [text][REF], [words], ![p][] and [same].\n\n[^1]: Second note, see [^n].\n[^n]: Third.\n\n[ref]: d\n[words]: e\n[p]: f\n[same]: g'
  const three = 'Three `[^1]` \\[^1] [ref](h) [same].\n\n[same]: g'
  const written = book({ One: one, Two: two, Three: three })
  expect(targets(written)).toEqual([one, two, three].flatMap(targets))
  expect(written).toContain(one)
  expect(written).toContain('Two[^1-2][^n], [text][ref-2], [words][words-2], ![p][p-2] and [same].')
  expect(written).toContain('[^1-2]: Second note, see [^n].')
  expect(written).toContain(three)
})

test('a name without a definition in its chapter leads nowhere, as before', () => {
  const one = 'One[^1] [a] [b][].\n\n[^1]: Note.\n\n[a]: x\n[b]: y'
  const two = 'Two[^1] [a] [words][b] ![a] [^2].'
  expect(targets(book({ One: one, Two: two }))).toEqual(targets(one))
  expect(book({ One: one, Two: two })).toContain('Two\\[^1] \\[a] \\[words]\\[b] !\\[a] [^2].')
})

test('a new label is not one of another chapter', () => {
  const note = (label: string, words: string) => `a[^${label}]\n\n[^${label}]: ${words}`
  const texts = { One: note('1', 'A'), Two: note('1', 'B'), Three: note('1-2', 'C') }
  expect(targets(book(texts))).toEqual(['A', 'B', 'C'])
})

test('a chapter has its title once, its headings below it, and no front matter', () => {
  const written = book({
    'Long one':
      '---\nlang: de\ntitle: x\n---\n\n# Long one\n\nWords.\n\nUnder\n=====\n\n## Lower ##\n\n> # Said',
    'Low tide': 'Top\n===\n\nA\nb\n---\n\n```md\n# code',
    End: '\n    code\n',
  })
  expect(written).toBe(
    '# Book\n\n# Long one\n\nWords.\n\n## Under\n\n### Lower ##\n\n> # Said\n\n' +
      '# Low tide\n\n## Top\n\n### A b\n\n```md\n# code\n```\n\n# End\n\n    code\n',
  )
})

test('a link to a heading leads to that of its own chapter', () => {
  const written = book({
    Tide: '# Tide\n\n## Low tide\n\n[a](#low-tide) [b](#tide)',
    Two: '## Low tide\n\n[a](#low-tide "Low") [b](#nowhere) `[e](#low-tide)`\n\n## Tide\n\n[f](#tide)',
  })
  expect(written).toBe(
    '# Book\n\n# Tide\n\n## Low tide\n\n[a](#low-tide) [b](#tide)\n\n' +
      '# Two\n\n## Low tide\n\n[a](#low-tide-1 "Low") [b](#nowhere) `[e](#low-tide)`\n\n' +
      '## Tide\n\n[f](#tide-1)\n',
  )
})

test('a link to the heading that is the title of its chapter leads there', () => {
  expect(book({ One: '## Two', Two: '# Two\n\n[up](#two)' })).toContain('[up](#two-1)')
})
