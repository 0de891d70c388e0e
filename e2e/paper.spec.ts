import fs from 'node:fs'
import path from 'node:path'
import mammoth from 'mammoth'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { appOfFile, expect, test, type App } from './app'
import { stet } from './command'
import { isInstalled, saidBy } from './corpus/other-readers'
import { freshFolder } from './paths'

const running = appOfFile()

const TEXT = `---
lang: de
author: Ann Ferry
---

The ferryman, who had *never* been late, took it as a **personal insult**[^1]; see [[Elsewhere]] and [the web](https://example.org).

## Über die Fähre

${'Salt and tar, and the long road home along the estuary. '.repeat(80)}

### 海の道

| Day | Crates |
| :-- | -----: |
| One | 12 |
| Two | 7 |

- [x] rope
- [ ] ledger

## The *slip*

${'The tide was out, and nobody came to the slip that morning. '.repeat(80)}

$$
E = mc^2
$$

The boats that come back over the long flats of the *channel* before the tide
turns, and  the lights that wait for them at the bar
---

[^1]: He said so [twice](#the-slip).
`

/** Makes the system's dialog return this file. */
const saving = (app: App, file: string) =>
  app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)

test('a text becomes a tagged PDF with an outline of its headings, and numbers on its pages', async () => {
  const { app } = running()
  await app.newDocument('The ferryman')
  await app.text.click()
  await app.page.keyboard.insertText(TEXT)
  const file = path.join(freshFolder('paper'), 'The ferryman.pdf')
  await saving(app, file)
  await app.runCommand('Export as PDF…')
  await expect(app.page.getByText(`Written to ${file}`)).toBeVisible()
  const pdf = await getDocument({ data: new Uint8Array(fs.readFileSync(file)) }).promise

  const titles = (items: Awaited<ReturnType<typeof pdf.getOutline>>): readonly unknown[] =>
    (items ?? []).map(({ title, items: below }) => (below.length === 0 ? title : [title, titles(below)]))
  expect(titles(await pdf.getOutline())).toEqual([
    [
      'The ferryman',
      [
        ['Über die Fähre', ['海の道']],
        'The slip',
        'The boats that come back over the long flats of the channel before the tide turns, and the lights that wait for them at the bar',
      ],
    ],
  ])
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  expect((await pdf.getMetadata()).info).toMatchObject({
    ...{ Title: 'The ferryman', Author: 'Ann Ferry', Language: 'de' },
  })

  expect(pdf.numPages).toBeGreaterThan(2)
  const addresses: string[] = []
  let words = ''
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('')
    expect(text).toContain(`${number} / ${pdf.numPages}`)
    words += text
    for (const { url, dest } of await page.getAnnotations()) addresses.push(url ?? `#${String(dest)}`)
  }
  // The text is in order and without its front matter.
  const read = words.replace(/[-\u2010\s]/g, '')
  expect([...new Set(read.match(/Saltandtar|tidewasout|Crates|Hesaidso/g))]).toEqual([
    'Saltandtar',
    'Crates',
    'tidewasout',
    'Hesaidso',
  ])
  expect(read.match(/estuary/g)).toHaveLength(80)
  expect(read.match(/morning/g)).toHaveLength(80)
  expect(words).not.toContain('Ann Ferry')
  expect(addresses.filter((address) => address.startsWith('http'))).toEqual(['https://example.org/'])
  // The links are to the note, back from it, and to a heading.
  expect(addresses.filter((address) => address.startsWith('#'))).toHaveLength(3)
  // The folder contains only the requested file.
  expect(fs.readdirSync(path.dirname(file))).toEqual(['The ferryman.pdf'])
})

test('the table of contents of a book names the pages on which its chapters begin, and Stet has made the file', async () => {
  const { app } = running()
  const titles = [
    'Low tide',
    'The road',
    'A chapter with a name that takes more than a line of the table of contents',
    'The end',
  ]
  const pages = [3, 1, 2, 1]
  for (const [index, title] of titles.entries()) {
    await app.newDocument(title)
    await app.text.click()
    await app.page.keyboard.insertText(
      'Salt and tar, and the long road home along the estuary. '.repeat(65 * (pages[index] ?? 1)),
    )
  }
  const file = path.join(freshFolder('paper'), 'Book.pdf')
  const words = ['--export', ...titles.flatMap((title) => ['--document', title]), '--to', file]
  const { code, complaint } = await stet(app.profile, words)
  expect(complaint).toBe('')
  expect(code).toBe(0)
  const pdf = await getDocument({ data: new Uint8Array(fs.readFileSync(file)) }).promise
  const { info } = await pdf.getMetadata()
  expect(info).toMatchObject({ Creator: 'Stet' })
  const wordsOn = async (number: number) => {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join('')
      .replace(/\s/g, '')
  }
  // At a line break the reader finds no space.
  const unspaced = (title: string) => title.replaceAll(' ', '')
  const began = new Map<string, number>()
  for (let number = 2; number <= pdf.numPages; number++) {
    const on = await wordsOn(number)
    for (const title of titles)
      if (!began.has(title) && on.includes(unspaced(title))) began.set(title, number)
  }
  expect([...began.keys()]).toEqual(titles)
  expect(Math.max(...began.values())).toBeGreaterThan(7)
  const contents = await wordsOn(1)
  expect(contents).toContain('Contents')
  for (const [title, page] of began) expect(contents).toContain(`${unspaced(title)}${page}`)
})

test('[L13] a page that is printed asks nobody for anything, and runs nothing', async () => {
  const { app, service } = running()
  await app.newDocument('Hostile')
  await app.text.click()
  await app.page.keyboard.insertText(
    `<script>location = '${service.url}/script'</script>\n\n<img src="${service.url}/picture">\n\n![a](${service.url}/image.png) <style>@import '${service.url}/style';</style>\n\n# <iframe src="${service.url}/frame">\n`,
  )
  const asked = await app.electron.evaluateHandle(({ app: electron }) => {
    const urls: string[] = []
    electron.on('session-created', (made) => {
      made.webRequest.onBeforeSendHeaders((details, go) => {
        urls.push(details.url)
        go({})
      })
    })
    return urls
  })
  const file = path.join(freshFolder('paper'), 'Hostile.pdf')
  await saving(app, file)
  await app.runCommand('Export as PDF…')
  await expect(app.page.getByText(`Written to ${file}`)).toBeVisible()
  expect((await asked.jsonValue()).filter((url) => url.startsWith('http'))).toEqual([])
  const pdf = await getDocument({ data: new Uint8Array(fs.readFileSync(file)) }).promise
  expect(await pdf.getJSActions()).toBeNull()
  // The whole text appears as words.
  const { items } = await (await pdf.getPage(1)).getTextContent()
  expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain("<script>location = '")
})

/** Replaces the system's print dialog, which no test can operate: the pages to be printed become a PDF. */
const printing = (app: App, answer: { readonly isPrinted: boolean; readonly reason: string }) =>
  app.electron.evaluateHandle(({ app: electron }, said) => {
    const pages: { pdf: string; options: unknown }[] = []
    electron.on('browser-window-created', (_event, { webContents }) => {
      webContents.print = (options, told) =>
        void webContents.printToPDF({ preferCSSPageSize: true }).then((pdf) => {
          pages.push({ pdf: pdf.toString('base64'), options })
          told?.(said.isPrinted, said.reason)
        })
    })
    return pages
  }, answer)

/** The words of each page, and its size in points. */
async function pagesIn(bytes: Uint8Array) {
  const read = await getDocument({ data: new Uint8Array(bytes) }).promise
  return Promise.all(
    Array.from({ length: read.numPages }, async (_none, index) => {
      const page = await read.getPage(index + 1)
      const { items } = await page.getTextContent()
      return { words: items.map((item) => ('str' in item ? item.str : '')).join(''), view: page.view }
    }),
  )
}

test('what is printed has the paper, the margins, the running heads and the numbers that were chosen for a PDF', async () => {
  const { app } = running()
  await app.newDocument('Low tide')
  await app.text.click()
  await app.page.keyboard.insertText('Salt and tar, and the long road home along the estuary. '.repeat(120))
  await app.runCommand('Export…')
  const dialog = app.page.getByRole('dialog', { name: 'Export' })
  await dialog.getByLabel('Format').selectOption('PDF')
  await dialog.getByLabel('Paper').selectOption('6 × 9 in')
  await dialog.getByLabel('Margins').selectOption('Wide')
  const file = path.join(freshFolder('paper'), 'Low tide.pdf')
  await saving(app, file)
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog).toContainText(`Written to ${file}`)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const printed = await printing(app, { isPrinted: true, reason: '' })
  await app.runCommand('Print…')
  await expect.poll(async () => (await printed.jsonValue()).length).toBe(1)
  const [print] = await printed.jsonValue()
  expect(print?.options).toMatchObject({ pageSize: { width: 152_400, height: 228_600 } })
  const pages = await pagesIn(fs.readFileSync(file))
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach(({ words, view: [, , width = 0, height = 0] }, index) => {
    expect([Math.round(width), Math.round(height)]).toEqual([432, 648])
    expect(words).toContain(`${index + 1} / ${pages.length}`)
    // The first page begins with the title itself, so it has no running head.
    expect(words.match(/Low tide/g)).toHaveLength(1)
  })
  expect(await pagesIn(Buffer.from(print?.pdf ?? '', 'base64'))).toEqual(pages)
})

const LONG_HEADING = 'Von den Angelegenheiten der Donaudampfschifffahrtsgesellschaften'
const PARTED = `---
lang: de
---

${'Donaudampfschifffahrtsgesellschaften verlangen außergewöhnliche Aufmerksamkeit von ihren Angestellten. '.repeat(40)}

## ${LONG_HEADING}

\`\`\`
Donaudampfschifffahrtsgesellschaft
\`\`\`
`

/** In points. Text nearer to the edge of an A5 sheet is not a line of the text. */
const MARGIN = 45

test('lines of a PDF part words by their language, none has a sign in its middle, and without hyphens none is parted', async () => {
  const { app } = running()
  await app.newDocument('Donau')
  await app.text.click()
  await app.page.keyboard.insertText(PARTED)
  const folder = freshFolder('paper')
  const read = async (name: string, ...more: readonly string[]) => {
    const file = path.join(folder, name)
    const words = ['--export', '--document', 'Donau', '--to', file, '--paper', 'A5', ...more]
    const { code, complaint } = await stet(app.profile, words)
    expect([code, complaint]).toEqual([0, ''])
    const pdf = await getDocument({ data: new Uint8Array(fs.readFileSync(file)) }).promise
    const pages = Array.from({ length: pdf.numPages }, async (_none, index) => {
      const page = await pdf.getPage(index + 1)
      const { items } = await page.getTextContent()
      const [, , , height = 0] = page.view
      // Running heads and page numbers are in the margins, between two lines of the text.
      const isBody = (y: number) => y > MARGIN && y < height - MARGIN
      return items
        .flatMap((item) => ('str' in item ? [item] : []))
        .filter(({ str, transform }) => str === '' || isBody(transform[5]))
        .map(({ str, hasEOL }) => str + (hasEOL ? '\n' : ''))
        .join('')
    })
    const outline = JSON.stringify(await pdf.getOutline())
    return { file, outline, lines: (await Promise.all(pages)).join('\n') }
  }
  const parted = await read('parted.pdf')
  const whole = await read('whole.pdf', '--no-hyphens')
  const joined = (lines: string) =>
    lines
      .replace(/[-\u2010]\n+/g, '')
      .match(/[a-zäöüß]+/gi)
      ?.join(' ')
  expect(parted.lines.match(/[a-zß][-\u2010]\n/g)?.length).toBeGreaterThan(20)
  expect(parted.lines).not.toContain('\u00ad')
  // Chromium leaves the space at the end of a line out of the outline.
  expect(parted.outline.replaceAll(' ', '')).toContain(`"${LONG_HEADING.replaceAll(' ', '')}"`)
  expect(whole.lines).not.toMatch(/[\u00ad\u2010]|-\n/)
  expect(joined(parted.lines)).toBe(joined(whole.lines))
  expect(joined(whole.lines)?.match(/Aufmerksamkeit/g)).toHaveLength(40)
})

/** A table of this many columns, and a formula of this many parts; the last of each is named. */
const wideTable = (columns: number, words: string, last: string) => {
  const row = (cell: (column: number) => string) =>
    `| ${Array.from({ length: columns }, (_, column) => cell(column)).join(' | ')} |`
  return [
    row((column) => `${words}${column}`),
    row(() => '-'),
    row((column) => (column === columns - 1 ? last : 'x')),
  ].join('\n')
}
const WIDE = `${wideTable(14, 'Column', 'firstend')}

${wideTable(40, 'Long', 'secondend')}

| Short | ${'Longest'.repeat(20)}thirdend |
| - | - |
| tail | x |

$$
${Array.from({ length: 40 }, (_, part) => `a_{${part}}`).join(' + ')} = \\text{fourthend}
$$

Within $${Array.from({ length: 40 }, (_, part) => `b_{${part}}`).join(' + ')} = \\text{fifthend}$ a line.

\`\`\`
${'code'.repeat(60)}sixthend
\`\`\`

1984. Seventhend
`

test('what is wider than the paper is on it whole: tables, formulas, code and long numbers (needs poppler)', async () => {
  test.skip(!isInstalled('poppler'))
  const { app } = running()
  await app.newDocument('Wide')
  await app.text.click()
  await app.page.keyboard.insertText(WIDE)
  const file = path.join(freshFolder('paper'), 'wide.pdf')
  const words = ['--export', '--document', 'Wide', '--to', file, '--paper', 'A5', '--no-hyphens']
  expect((await stet(app.profile, words)).complaint).toBe('')
  // This reader leaves out what lies beyond the edges of a page.
  const read = await saidBy('pdftotext', '-raw', '-enc', 'UTF-8', file, '-')
  const found = read.normalize('NFKC').replace(/\s/g, '')
  const ends = ['firstend', 'secondend', 'thirdend', 'fourthend', 'fifthend', 'sixthend', '1984.Seventhend']
  expect(ends.filter((end) => !found.includes(end))).toEqual([])
})

const wordsOf = async (pdf: string) => {
  const read = await getDocument({ data: new Uint8Array(Buffer.from(pdf, 'base64')) }).promise
  const pages = Array.from({ length: read.numPages }, (_, index) => read.getPage(index + 1))
  const contents = await Promise.all(pages.map(async (page) => (await page).getTextContent()))
  return contents.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join('')
}

test('what is printed is the text with its title, also what was typed a moment ago, and nothing is written', async () => {
  const { app } = running()
  await app.newDocument('The ferryman')
  await app.text.click()
  await app.page.keyboard.insertText(TEXT)
  const pages = await printing(app, { isPrinted: true, reason: '' })
  await app.type('\n\nThe last words.')
  await app.runCommand('Print…')
  await expect.poll(async () => (await pages.jsonValue()).length).toBe(1)
  const [page] = await pages.jsonValue()
  expect(page?.options).toMatchObject({ silent: false, printBackground: true })
  const words = await wordsOf(page?.pdf ?? '')
  expect(words).toMatch(/^1 \/ \dThe ferryman/)
  for (const part of ['personal insult', 'Über die Fähre', 'Crates', 'The last words.', 'He said so'])
    expect(words).toContain(part)
  expect(words).not.toMatch(/\*never\*|Ann Ferry|\[\^1\]/)
  await expect(app.page.getByRole('status', { name: 'Notice', exact: true })).toBeEmpty()
})

for (const { reason, sentence } of [
  { reason: 'Print job canceled', sentence: '' },
  { reason: 'Print job failed', sentence: 'The system could not print this. Is there a printer?' },
])
  test(`a print that ends with “${reason}” says ${sentence === '' ? 'nothing' : 'so'}`, async () => {
    const { app } = running()
    await app.newDocument('Harbour')
    await app.type('Low water.')
    const pages = await printing(app, { isPrinted: false, reason })
    await app.runCommand('Print…')
    await expect.poll(async () => (await pages.jsonValue()).length).toBe(1)
    const notice = app.page.getByRole('status', { name: 'Notice', exact: true })
    if (sentence === '') await expect(notice).toBeEmpty()
    else await expect(notice).toContainText(sentence)
    await expect(app.text).toBeEditable()
  })

/** The content of the system's clipboard, as another program reads it. */
const copied = (app: App) =>
  app.electron.evaluate(({ clipboard }) => ({
    html: (clipboard as unknown as { readHTML(): string }).readHTML(),
    plain: clipboard.readText(),
  }))

const bodyOf = (html: string): string => /<body>(.*)<\/body>/s.exec(html)?.[1] ?? html

test('copied as rich text, a selection or the whole document is on the clipboard as HTML and in plain words', async () => {
  const { app } = running()
  await app.newDocument('Harbour')
  await app.text.click()
  const text =
    'Some *salt* & **tar**[^1], [out](https://example.org/a?b=1&c=2), [[Elsewhere]].\n\n- [x] rope\n- two\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n```js\na < b\n```\n\n[^1]: A *note*.'
  await app.page.keyboard.insertText(text)
  await app.runCommand('Copy as rich text')
  await expect(app.page.getByText('The document is copied, formatted')).toBeVisible()
  const whole = await copied(app)
  expect(whole.plain).toBe(
    'Some salt & tar[1], out <https://example.org/a?b=1&c=2>, Elsewhere.\n\n- [x] rope\n- two\n\na  b\n-  -\n1  2\n\n    a < b\n\n--------------------\n[1] A note.',
  )
  expect(bodyOf(whole.html)).toBe(
    '<p>Some <em>salt</em> &amp; <strong>tar</strong><sup>1</sup>, <a href="https://example.org/a?b=1&amp;c=2">out</a>, Elsewhere.</p>\n' +
      '<ul>\n<li>☑ rope</li>\n<li>two</li>\n</ul>\n' +
      '<table>\n<thead>\n<tr><th scope="col">a</th><th scope="col" style="text-align: right">b</th></tr>\n</thead>\n' +
      '<tbody>\n<tr><td>1</td><td style="text-align: right">2</td></tr>\n</tbody>\n</table>\n' +
      '<pre><code>a &lt; b</code></pre>\n' +
      '<hr>\n<ol>\n<li><p>A <em>note</em>.</p>\n</li>\n</ol>\n',
  )
  await app.page.keyboard.press('ControlOrMeta+Home')
  for (let count = 0; count < 11; count++) await app.page.keyboard.press('Shift+ArrowRight')
  await app.runCommand('Copy as rich text')
  await expect(app.page.getByText('The selection is copied, formatted')).toBeVisible()
  const { html, plain } = await copied(app)
  expect(plain).toBe('Some salt')
  expect(bodyOf(html)).toBe('<p>Some <em>salt</em></p>\n')
})

test('a selection takes its marks along, and the notes and addresses that it names, on the clipboard and into Word', async () => {
  const { app } = running()
  await app.newDocument('Chosen')
  await app.text.click()
  const { keyboard } = app.page
  await keyboard.insertText(
    'Ein **fett**\n\nMit Note[^1] und **[Ziel][z]**\n\nRest.\n\n[^1]: Die Note.\n\n[z]: https://example.org/z',
  )
  await keyboard.press('ControlOrMeta+Home')
  await keyboard.press('Shift+End')
  await app.runCommand('Copy as rich text')
  await expect.poll(async () => bodyOf((await copied(app)).html)).toBe('<p>Ein <strong>fett</strong></p>\n')
  await expect(app.text).toBeFocused()
  await keyboard.press('ControlOrMeta+Home')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+End')
  await app.runCommand('Copy as rich text')
  const rich =
    '<p>Mit Note<sup>1</sup> und <strong><a href="https://example.org/z">Ziel</a></strong></p>\n' +
    '<hr>\n<ol>\n<li><p>Die Note.</p>\n</li>\n</ol>\n'
  await expect.poll(async () => bodyOf((await copied(app)).html)).toBe(rich)
  const file = path.join(freshFolder('paper'), 'Chosen.docx')
  await saving(app, file)
  await app.runCommand('Export…')
  const dialog = app.page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('button', { name: 'Export only what is selected' }).click()
  await dialog.getByLabel('Format').selectOption('Word')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog).toContainText(`Written to ${file}`)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const { value } = await mammoth.convertToHtml({ path: file })
  expect(value).toContain('<a href="https://example.org/z"><strong>Ziel</strong></a>')
  expect(value).toContain('<li id="footnote-1"><p> Die Note.')
  expect(value).not.toMatch(/fett|Rest|\[z\]|\[\^/)
})

test('[L13] copied as rich text, a hostile text brings no script, no request and no picture along', async () => {
  const { app, service } = running()
  await app.newDocument('Hostile')
  await app.text.click()
  const text = `<script>alert(1)</script>\n\n<img src=x onerror="alert(1)">\n\n[a](javascript:alert(1)) [b](data:text/html,x) [c](file:///etc/passwd) ![d](${service.url}/spy.png) ![e](stet-file:1)\n\n$\\href{javascript:alert(1)}{x}$\n\n<style>@import '${service.url}/style'</style>\n\n[f]: javascript:alert(1)\n\n[f] <javascript:alert(1)>`
  await app.page.keyboard.insertText(text)
  await app.runCommand('Copy as rich text')
  // The message that the document is copied may still belong to the previous copy, so the test polls the clipboard.
  await expect.poll(async () => (await copied(app)).plain).toContain('<script>alert(1)')
  const { html } = await copied(app)
  expect(html).not.toMatch(/<(?:script|style|img|iframe|link|object|form|svg)\b/i)
  // No attribute runs code, and no address leads anywhere except to the web.
  expect(html).not.toMatch(/<[^>]*\s(?:on\w+|src|srcset|style)\s*=/i)
  expect(html).not.toMatch(/<[^>]*\shref\s*=/i)
  // The whole text appears as words.
  expect(html).toContain('&lt;script&gt;alert(1)')
})
