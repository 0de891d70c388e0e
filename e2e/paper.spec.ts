import fs from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test, type App } from './app'
import { freshFolder } from './paths'

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

[^1]: He said so [twice](#the-slip).
`

/** The system's dialog answers with this file. */
const saving = (app: App, file: string) =>
  app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, file)

test('a text becomes a tagged PDF with an outline of its headings, and numbers on its pages', async ({
  start,
}) => {
  const app = await start()
  await app.newDocument('The ferryman')
  await app.text.click()
  await app.page.keyboard.insertText(TEXT)
  const file = path.join(freshFolder('paper'), 'The ferryman.pdf')
  await saving(app, file)
  await app.runCommand('Export as PDF…')
  await expect(app.page.getByText(`Written to ${file}`)).toBeVisible({ timeout: 60_000 })
  const pdf = await getDocument({ data: new Uint8Array(fs.readFileSync(file)) }).promise

  const titles = (items: Awaited<ReturnType<typeof pdf.getOutline>>): readonly unknown[] =>
    (items ?? []).map(({ title, items: below }) => (below.length === 0 ? title : [title, titles(below)]))
  expect(titles(await pdf.getOutline())).toEqual([
    ['The ferryman', [['Über die Fähre', ['海の道']], 'The slip']],
  ])
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  expect((await pdf.getMetadata()).info).toMatchObject({ Title: 'The ferryman', Language: 'de' })

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
  // The text is there in its order, without its front matter.
  const read = words.replace(/\s/g, '')
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
  // The note and back, and a heading.
  expect(addresses.filter((address) => address.startsWith('#'))).toHaveLength(3)
  // Only the file that was asked for is there.
  expect(fs.readdirSync(path.dirname(file))).toEqual(['The ferryman.pdf'])
})

test('[L13] a page that is printed asks nobody for anything, and runs nothing', async ({
  start,
  service,
}) => {
  const app = await start()
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
  await expect(app.page.getByText(`Written to ${file}`)).toBeVisible({ timeout: 60_000 })
  expect((await asked.jsonValue()).filter((url) => url.startsWith('http'))).toEqual([])
  const pdf = await getDocument({ data: new Uint8Array(fs.readFileSync(file)) }).promise
  expect(await pdf.getJSActions()).toBeNull()
  // All of it stands there as words.
  const { items } = await (await pdf.getPage(1)).getTextContent()
  expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain("<script>location = '")
})
