import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { imageSize } from 'image-size'
import mammoth from 'mammoth'
import fs from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from './app'
import { stet } from './command'
import { freshFolder } from './paths'

const fenced = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`
const CHART = 'flowchart LR\n  A[Draft] --> B[Published]'

const pictures = (page: Page) => page.getByRole('img', { name: 'Diagram' })

test('a diagram is drawn once the writer asks for it, keeps its last picture while it is wrong, and is read', async ({
  start,
}) => {
  const app = await start()
  const { page } = app
  await app.newDocument('The way of a text')
  await app.text.click()
  await page.keyboard.insertText(fenced(CHART))
  await page.keyboard.type('After it.')

  // The diagram library is not loaded before it is needed.
  await expect(page.getByRole('button', { name: 'Draw diagrams from now on' })).toBeVisible()
  expect(page.frames()).toHaveLength(1)
  await page.getByRole('button', { name: 'Draw diagrams from now on' }).click()
  const picture = pictures(page)
  await expect(picture).toBeVisible()
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.src)
  const first = await shown()
  expect(decodeURIComponent(first)).toContain('Published')
  const { width, height } = (await picture.boundingBox())!
  expect(width).toBeGreaterThan(100)
  expect(height).toBeGreaterThan(30)

  // The source remains editable, and the picture follows the source.
  await app.text.getByText('A[Draft]').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' -->')
  await expect(page.getByText('This is no diagram yet')).toBeVisible()
  expect(await shown()).toBe(first)
  await page.keyboard.type(' C[Printed]')
  await expect.poll(async () => decodeURIComponent(await shown())).toContain('Printed')
  await expect(page.getByText('This is no diagram yet')).toBeHidden()

  await page.keyboard.press('ControlOrMeta+Shift+E')
  const text = page.getByRole('article', { name: 'Reading view' }).frameLocator('iframe')
  await expect(text.getByRole('img', { name: 'Diagram' })).toBeVisible()
  await expect(text.locator('pre')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(app.text).toContainText('C[Printed]')
})

test('[L13] no diagram runs, loads or leads anywhere, and one without end does not stop the window', async ({
  start,
}) => {
  const app = await start()
  const { page } = app
  const asked: string[] = []
  await page.context().route(/^https?:/, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await app.newDocument('Hostile')
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await page.keyboard.type('Toggle drawing of diagrams')
  await page.keyboard.press('Enter')
  await app.text.click()
  const hostile = [
    'flowchart LR\n  A["<img src=x onerror=parent.document.title=1>"] --> B\n  click B href "javascript:alert(1)"',
    '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart LR\n  A["<script>parent.postMessage(1)</script>"] --> B',
    'flowchart LR\n  A@{ img: "https://example.org/a.png", label: "x" } --> B',
    'flowchart LR\n  A --> B\n  style A fill:url(https://example.org/b.png)',
  ]
  await page.keyboard.insertText(hostile.map(fenced).join('\n'))
  await expect
    .poll(() =>
      page.locator('.cm-diagram').evaluateAll((all) => all.filter((one) => one.childElementCount > 0).length),
    )
    .toBe(hostile.length)
  expect(asked).toEqual([])
  expect(await page.title()).not.toContain('1')
  const drawn = await pictures(page).evaluateAll((all) =>
    all.map((one) => decodeURIComponent((one as HTMLImageElement).src)),
  )
  for (const svg of drawn) expect(svg).not.toMatch(/<script|javascript:| onerror=/i)

  // Diagrams of a kind that takes too long: the window stays responsive, and the drawing is abandoned.
  await app.newDocument('Without end')
  await app.text.click()
  const nodes = Array.from({ length: 60 }, (_, one) => one)
  const dense = nodes.flatMap((one) =>
    [1, 2, 3, 4, 5].map((step) => `  n${one} --> n${(one * 7 + step * 11) % 60}`),
  )
  await page.keyboard.insertText(fenced(`flowchart TD\n${dense.join('\n')}`))
  await app.type('And on.')
  await expect(app.text).toContainText('And on.')
  await expect(page.getByText('takes too long to draw').or(pictures(page))).toBeVisible()
})

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"><rect x="20" y="20" width="600" height="280" fill="#2a5b8c"/></svg>'

/** The number of distinct bytes in a PNG image; a blank image has very few. */
function coloursOf(png: Uint8Array): number {
  const pieces: Uint8Array[] = []
  const bytes = Buffer.from(png)
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      pieces.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
  return new Set(inflateSync(Buffer.concat(pieces))).size
}

test('diagrams and pictures of SVG leave as other programs show them, with their words', async ({
  start,
}) => {
  const app = await start()
  const { page, profile } = app
  await app.newDocument('The way')
  await app.runCommand('Toggle drawing of diagrams')
  await app.text.click()
  await app.text.evaluate((element, svg) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([svg], 'sea.svg', { type: 'image/svg+xml' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, SVG)
  await expect(app.text.locator('.cm-picture img')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+End')
  const endless = Array.from({ length: 299 }, (_, one) => `  n${one % 60} --> n${(one * 7 + 11) % 60}`)
  const texts = [
    CHART,
    'sequenceDiagram\n  accTitle: A greeting\n  accDescr: Ann greets Bo\n  Ann->>Bo: Hello',
    'pie title Tides\n  "High" : 3\n  "Low" : 1',
    'no such thing',
    `flowchart TD\n${endless.join('\n')}`,
  ]
  await page.keyboard.insertText(`\n\n${texts.map(fenced).join('\n')}`)
  await app.type('\nAfter it.')
  const out = freshFolder('drawn')
  const exported = async (form: string) => {
    const done = await stet(profile, [
      '--export',
      '--document',
      'The way',
      '--to',
      path.join(out, `way.${form}`),
    ])
    expect(done.code, done.complaint).toBe(0)
    expect(done.complaint).toContain(
      'The diagram “no such thing” stands as its source. This is no diagram yet',
    )
    return fs.readFileSync(path.join(out, `way.${form}`))
  }
  const alts = [
    'Diagram: Draft, Published',
    'Diagram: A greeting. Ann greets Bo',
    'Diagram: 75%, 25%, Tides, High, Low',
  ]

  const word = await exported('docx')
  const { value } = await mammoth.convertToHtml({ buffer: word })
  const shown = [...value.matchAll(/<img alt="([^"]*)" src="data:image\/(\w+)/g)].map(
    ([, alt, kind]) => `${alt} ${kind}`,
  )
  for (const alt of alts) expect(shown).toContain(`${alt} png`)
  const media = Object.entries(unzipSync(new Uint8Array(word))).filter(([name]) =>
    name.startsWith('word/media/'),
  )
  const rasters = media.flatMap(([name, bytes]) => (name.endsWith('.png') ? [bytes] : []))
  expect(rasters.length).toBeGreaterThanOrEqual(4)
  for (const one of rasters) {
    expect(coloursOf(one)).toBeGreaterThan(3)
    expect(imageSize(one).width).toBeGreaterThan(300)
  }
  // The raster version of an SVG picture has three dots for each pixel.
  expect(rasters.map((one) => imageSize(one).width)).toContain(1_920)
  expect(media.some(([name]) => name.endsWith('.svg'))).toBe(true)

  const html = (await exported('html')).toString()
  for (const alt of alts) expect(html).toContain(`alt="${alt}"`)
  expect(html).toContain('no such thing')

  const book = unzipSync(new Uint8Array(await exported('epub')))
  const chapter = strFromU8(book['EPUB/d1.xhtml'] ?? new Uint8Array())
  for (const alt of alts) expect(chapter).toContain(`alt="${alt}"`)

  const pdf = await getDocument({ data: new Uint8Array(await exported('pdf')) }).promise
  let words = ''
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    words += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  // Labels are drawn as text, so that they can be searched and are sharp.
  expect(words).toContain('Published')
  expect(words).not.toContain('flowchart LR')
  expect(words).toContain('no such thing')
})
