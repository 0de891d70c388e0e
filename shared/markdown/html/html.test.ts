import { describe, expect, test } from 'vitest'
import { readDocument } from '../tree/read-document'
import { formulaHtml } from './formula'
import { blocksHtml, footnotesHtml } from './html'
import type { HtmlContext } from './inline-html'

const context: HtmlContext = {
  linkTo: (link) => (link.kind === 'link' && link.address.startsWith('https:') ? link.address : undefined),
  picture: (address) => (address === 'a.png' ? { address: 'data:a', width: 3, height: 2 } : undefined),
  idOf: (id) => id,
  formula: formulaHtml,
  words: { notes: 'Notes', note: 'Note', backToText: 'Back to the text' },
}

function htmlOf(markdown: string, given = context): string {
  const { blocks, footnotes } = readDocument(markdown)
  return blocksHtml(blocks, given) + footnotesHtml(footnotes, given)
}

test.each([
  ['# A *b*', '<h1 id="a-b">A <em>b</em></h1>\n'],
  ['one\\\ntwo', '<p>one<br>\ntwo</p>\n'],
  ['[a *b*](https://c.org "d")', '<p><a href="https://c.org" title="d">a <em>b</em></a></p>\n'],
  ['[a](javascript:b) [[c]]', '<p>a c</p>\n'],
  ['[see https://a.org here](https://b.org)', '<p><a href="https://b.org">see https://a.org here</a></p>\n'],
  [
    '![x](a.png) ![the *quay*](b.png)',
    '<p><img src="data:a" alt="x" width="3" height="2"> <span class="missing">the quay</span></p>\n',
  ],
  ['![x](a.png){width=40%}', '<p class="picture"><img src="data:a" alt="x" style="width: 40%"></p>\n'],
  [
    '[![x](a.png){ width=5% }](https://a.org)',
    '<p><a href="https://a.org"><img src="data:a" alt="x" style="width: 5%"></a></p>\n',
  ],
  ['![x](b.png){width=40%}', '<p class="picture"><span class="missing">x</span></p>\n'],
  [
    '![x](a.png){width=0%} ![x]{width=9%} [y](a.png){width=9%} {width=9%}',
    '<p><img src="data:a" alt="x" width="3" height="2">{width=0%} ![x]{width=9%} y{width=9%} {width=9%}</p>\n',
  ],
  [
    '![x](a.png "The *quay* & sea")',
    '<figure><img src="data:a" alt="x" width="3" height="2"><figcaption>The *quay* &amp; sea</figcaption></figure>\n',
  ],
  [
    '- ![x](a.png "The quay")\n- [ ] ![y](b.png "z")',
    '<ul>\n<li>\n<figure><img src="data:a" alt="x" width="3" height="2"><figcaption>The quay</figcaption></figure>\n</li>\n<li><label><input type="checkbox" disabled aria-label="y"> </label>\n<figure><span class="missing">y</span><figcaption>z</figcaption></figure>\n</li>\n</ul>\n',
  ],
  ['a ![](b.png "The quay")', '<p>a <span class="missing" title="The quay">b.png</span></p>\n'],
  [
    `![](data:image/png;base64,${'A'.repeat(1_000)})`,
    `<p class="picture"><span class="missing">data:image/png;base64,${'A'.repeat(38)}…</span></p>\n`,
  ],
  ['`--width` `a b`', '<p><code class="word">--width</code> <code>a b</code></p>\n'],
  ['- a\n- b\n  - c', '<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n'],
  ['3. a\n\n4. b', '<ol start="3">\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ol>\n'],
  ['99. a\n100. b', '<ol start="99" class="digits-3">\n<li>a</li>\n<li>b</li>\n</ol>\n'],
  [
    '- [x] a',
    '<ul class="tasks">\n<li><label><input type="checkbox" disabled checked> a</label></li>\n</ul>\n',
  ],
  ['> a\n\n---', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n'],
  [
    '> [!WARNING]\n> Deep *water*.',
    '<blockquote class="callout warning">\n<p><strong>Warning</strong></p>\n<p>Deep <em>water</em>.</p>\n</blockquote>\n',
  ],
  [
    '> [!abc-def]- Of *tides*\n>\n> - one',
    '<blockquote class="callout plain">\n<p><strong>Of <em>tides</em></strong></p>\n<ul>\n<li>one</li>\n</ul>\n</blockquote>\n',
  ],
  ['> [!note]', '<blockquote class="callout note">\n<p><strong>Note</strong></p>\n</blockquote>\n'],
  [
    '> [!tip] Two\\\n> lines\n>\n> [!tip]',
    '<blockquote class="callout tip">\n<p><strong>Two</strong></p>\n<p>lines</p>\n<p>[!tip]</p>\n</blockquote>\n',
  ],
  ['> a [!note]', '<blockquote>\n<p>a [!note]</p>\n</blockquote>\n'],
  ['> [!note](https://a.org)', '<blockquote>\n<p><a href="https://a.org">!note</a></p>\n</blockquote>\n'],
  ['[!note] no', '<p>[!note] no</p>\n'],
  [
    '> [!note]\n> \u05e9\u05dc\u05d5\u05dd',
    '<blockquote class="callout note" dir="rtl">\n<p><strong>Note</strong></p>\n<p dir="auto">\u05e9\u05dc\u05d5\u05dd</p>\n</blockquote>\n',
  ],
  ['```js\na < b\n```', '<pre tabindex="0"><code class="language-js">a &lt; b</code></pre>\n'],
  [
    '<u>a</u> <b>b *c*</b> H<sub>2</sub>O <kbd>K</kbd> <mark>d</mark>',
    '<p><u>a</u> <strong>b <em>c</em></strong> H<sub>2</sub>O <code>K</code> <mark>d</mark></p>\n',
  ],
  [
    'a <b onclick="x">b</b><br><!-- mine -->',
    '<p>a <code>&lt;b onclick=&quot;x&quot;&gt;</code>b<code>&lt;/b&gt;</code><br>\n</p>\n',
  ],
  ['<!-- mine -->', ''],
  ['שלום', '<p dir="auto">שלום</p>\n'],
  ['\u200f2026 in Haifa', '<p dir="auto">\u200f2026 in Haifa</p>\n'],
])('%j', (markdown, html) => expect(htmlOf(markdown)).toBe(html))

test('a picture is a block where it stands alone, and a part of its sentence where it does not', () => {
  const image = '<img src="data:a" alt="x" width="3" height="2">'
  expect(htmlOf('![x](a.png)')).toBe(`<p class="picture">${image}</p>\n`)
  expect(htmlOf('one ![x](a.png) two')).toBe(`<p>one ${image} two</p>\n`)
})

test.each([
  ['- بند\n- ثان', '<ul dir="rtl">'],
  ['1. בית', '<ol dir="rtl">'],
  ['- بند\n- two', '<ul>'],
  ['- \u200fone\n- بند', '<ul dir="rtl">'],
  ['- \u200eبند\n- بند', '<ul>'],
  ['> «اقتباس» is a quotation', '<blockquote dir="rtl">'],
  ['| العمود | |\n| - | - |\n| one | two |', '<div class="table" tabindex="0" dir="rtl"><table>'],
  ['| العمود | 2026 |\n| - | - |\n| one | two |', '<div class="table" tabindex="0" dir="rtl"><table>'],
  ['| العمود | b |\n| - | - |\n| one | two |', '<div class="table" tabindex="0"><table>'],
  ['a[^1]\n\n[^1]: حاشية', '<ol dir="rtl">'],
  ['- a', '<ul>'],
])('what begins at the right: %j as %s', (markdown, tag) => expect(htmlOf(markdown)).toContain(tag))

test('a part of a mail leads to no other place of it, and needs no style', () => {
  const html = htmlOf(
    '# a\n\nb[^x] ![c](none.png) ![d](a.png)\n\n- [ ] e\n\n| f |\n| -: |\n| 1 |\n\n```js\ng\n```\n\n[^x]: h',
    { ...context, isPart: true },
  )
  expect(html).not.toMatch(/ (?:id|class|tabindex|role|href)=|<input/)
  expect(html).toContain('<h1>a</h1>\n<p>b<sup>1</sup> c <img')
  expect(html).toContain('<li>☐ e</li>')
  expect(html).toContain('<td style="text-align: right">1</td>')
  expect(html).toMatch(/<hr>\n<ol>\n<li><p>h<\/p>\n<\/li>\n<\/ol>\n$/)
})

test('a table has a head, and sides of its columns', () => {
  expect(htmlOf('| a | |\n| -: | - |\n| 1 | 2 |')).toBe(
    '<div class="table" tabindex="0"><table>\n<thead>\n<tr><th scope="col" class="right">a</th><td></td></tr>\n</thead>\n' +
      '<tbody>\n<tr><td class="right">1</td><td>2</td></tr>\n</tbody>\n</table></div>\n',
  )
})

test('footnotes lead there and back, from each place that refers to them', () => {
  const html = htmlOf('a[^x] b[^x]\n\n[^x]: the *note*')
  expect(html).toContain(
    '<sup class="note"><a id="fnref.1.2" href="#fn.1" role="doc-noteref" aria-label="Note 1">1</a></sup>',
  )
  expect(html).toContain('<li id="fn.1"><p>the <em>note</em> <a class="back" href="#fnref.1.1"')
  expect(html).toContain('href="#fnref.1.2" role="doc-backlink" aria-label="Back to the text 2"')
})

describe('formulas', () => {
  test('are MathML', () => {
    expect(htmlOf('so $x^2$')).toMatch(/^<p>so <math[^>]*>.*<msup>.*<\/math><\/p>\n$/s)
    expect(htmlOf('$$\n\\frac{a}{b}\n$$')).toMatch(/^<div class="formula"><math[^>]*display="block"/)
  })

  test.each([
    '\\notacommand',
    '\\frac{a',
    'x'.repeat(20_000),
    '\\def\\a{\\a\\a}\\a',
    '\\href{javascript:x}{a}',
    '\\includegraphics{https://a.org/b.png}',
  ])('[M6] %s is harmless', (tex) => {
    const html = formulaHtml(tex, false)
    expect(html).not.toMatch(/\s(?:href|src)=|<script/i)
  })
})

test('[H3] nothing of a text becomes markup', () => {
  const html = htmlOf(
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[a"b](https://c.org/"onclick="x)\n\n![a" onerror="b](a.png "c\\" d")\n\n![e](b.png) and ![f](c.png "g\\" h")\n\n```"><b>\n<b>\n```\n\n# <i>\n\n[[<b>|<i>]]',
  )
  const tags = html.match(/<\/?[a-z]\w*/g) ?? []
  expect([...new Set(tags)].filter((tag) => /script|<b$|<i$/.test(tag))).toEqual([])
  const attributes =
    tags.length === 0 ? [] : [...html.matchAll(/ ([a-z-]+)="[^"]*"/g)].map(([, name]) => name)
  expect(new Set(attributes)).toEqual(
    new Set(['tabindex', 'class', 'href', 'src', 'alt', 'title', 'width', 'height', 'id']),
  )
  // All quotation marks belong to attributes.
  expect(html.replaceAll(/ [a-z-]+="[^"]*"/g, '')).not.toContain('"')
})

test('[H3] a stretch in which no line may end is drawn in parts; both halves of a pair are in one of them', () => {
  const dots = '。'.repeat(500)
  const pairs = '\u{1f600}'.repeat(500)
  expect(htmlOf(`a ${dots}${dots}${pairs} b \`${dots}${dots}\``)).toBe(
    `<p>a <span class="unbroken">${dots}<wbr>${dots}<wbr>${pairs}</span> b ` +
      `<code><span class="unbroken">${dots}<wbr>${dots}</span></code></p>\n`,
  )
  expect(htmlOf(dots + dots, { ...context, isPart: true })).toBe(`<p>${dots}${dots}</p>\n`)
})
