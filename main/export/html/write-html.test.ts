import { fromHtml } from 'hast-util-from-html'
import { expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import type { Pictures, Publication } from '../publication'
import { whole } from '../testing/fixtures'
import { writeHtml } from './write-html'

const picture = { read: () => new Uint8Array([1, 2, 3]), type: 'image/png', width: 4, height: 2 }
const pictures: Pictures = (address) => (address === 'stet-file:1' ? picture : undefined)

function publicationOf(texts: readonly (readonly [string, string])[]): Publication {
  const isBook = texts.length > 1
  return {
    ...{
      id: 'x',
      title: 'The <book>',
      language: 'de',
      authors: ['Ann & Bo'],
      modified: '2026-11-24',
      isBook,
    },
    parts: texts.map(([title, markdown], index) => {
      const language = /^lang: (.*)$/m.exec(markdown)?.[1]
      const part = { name: `d${index + 1}`, title, level: isBook ? 1 : 0, tree: readDocument(markdown) }
      return { ...part, ...(language !== undefined && { language }) }
    }),
  }
}

/** The page, after a parser has found no error in it. */
function pageOf(texts: readonly (readonly [string, string])[]): string {
  const html = whole(writeHtml(publicationOf(texts), pictures)).toString()
  const wrong: string[] = []
  fromHtml(html, { onerror: ({ ruleId, line }) => void wrong.push(`${ruleId} in line ${line}`) })
  expect(wrong).toEqual([])
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const missing = [...html.matchAll(/ href="#([^"]*)"/g)]
    .map(([, id]) => id)
    .filter((id) => !ids.includes(id))
  expect(missing).toEqual([])
  return html
}

const TEXT = `# The book

See [below](#the-salt-road), [the web](https://example.org/?a=1&b="2") and [nothing](javascript:alert)[^1].

## The salt road

![map](stet-file:1) ![gone](stet-file:2)

- [x] rope
- [ ] ledger

  > a quote

| a | |
| - | -: |
| $x^2$ | 2 |

\`\`\`js
a < b
\`\`\`

<div onclick="alert(1)">

[^1]: A note

    - with a list
`

test('a page of one text is valid, and its links lead where they say', () => {
  const html = pageOf([['The <book>', TEXT]])
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<title>The &lt;book&gt;</title>')
  expect(html).toContain('<meta name="author" content="Ann &amp; Bo">')
  expect(html).toContain('<a href="#the-salt-road">below</a>')
  expect(html).toContain('<a href="https://example.org/?a=1&amp;b=%222%22">the web</a>')
  expect(html).toContain('<img src="data:image/png;base64,AQID" alt="map" width="4" height="2">')
  expect(html).not.toMatch(/javascript:|<div onclick/)
})

test('each text of a book has its own language', () => {
  const html = pageOf([
    ['Eins', '---\nlang: de\n---\nWorte.'],
    ['二', '---\nlang: ja\n---\n言葉'],
  ])
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('<section id="d2" lang="ja" aria-label="二">')
})

test('a page of several texts has a list of its parts, and ids that do not meet', () => {
  const html = pageOf([
    ['One', `${TEXT}\n\nSee [[Two#The salt road]].`],
    ['Two', TEXT],
  ])
  expect(html).toContain(
    '<nav class="contents" aria-label="Inhalt">\n<p>Inhalt</p>\n<ol>\n<li><a href="#d1">One</a></li>\n<li><a href="#d2">Two</a></li>\n</ol>',
  )
  expect(html).toContain('<a href="#d2.the-salt-road">Two#The salt road</a>')
  expect(html).toContain('<h1 class="part">Two</h1>')
})

test('a fragment has the texts alone, as they go into a page of somebody else', () => {
  const written = (texts: readonly (readonly [string, string])[]) =>
    whole(writeHtml(publicationOf(texts), pictures, { shape: 'fragment' })).toString()
  const one = written([['The book', TEXT]])
  expect(one).toMatch(/^<section id="d1">\n<p>See <a href="#the-salt-road">/)
  expect(one).not.toMatch(/<(?:!DOCTYPE|html|head|body|main|style|h1)/)
  expect(one).toContain('class="notes"')
  expect(
    written([
      ['One', 'A.'],
      ['Two', 'B.'],
    ]),
  ).toContain('<h1 class="part">Two</h1>\n<p>B.</p>')
})
