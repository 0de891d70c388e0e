import { EpubCheck } from '@likecoin/epubcheck-ts'
import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportingWriter as begin } from './exporting'

const TEXT = `The way:

\`\`\`mermaid
flowchart LR
  A[Draft] --> B[Published]
\`\`\`

> \`\`\`mermaid
> wrong
> \`\`\`

\`\`\`mermaid
flowchart LR
  A[Draft] --> B[Published]
\`\`\`
`
const ALT = 'Diagram: Draft, Published'

test('diagrams leave as pictures that say what is in them; one that cannot be drawn stands as its source, and that is said before', async () => {
  const { write, check, export: exportAs, read, drawn } = begin()
  const what = { ids: [write('The way', TEXT)] }
  const before = await check(what, 'docx')
  expect(before.pictures).toBe(2)
  expect(before.left).toEqual([
    {
      path: 'The way',
      why: 'The diagram “wrong” stands as its source. This is no diagram yet: it is wrong',
    },
  ])
  // Each diagram is drawn once, and none is drawn for the preview.
  expect(drawn).toHaveLength(2)

  await exportAs(what, 'docx')
  const { value: word } = await mammoth.convertToHtml({ buffer: read('The way.docx') })
  expect(word.match(new RegExp(`<img alt="${ALT}" src="data:image/png`, 'g'))).toHaveLength(2)
  expect(word).not.toContain('flowchart')
  expect(word).toContain('wrong')

  await exportAs(what, 'html')
  const html = read('The way.html').toString()
  expect(html.match(new RegExp(`<img src="data:image/svg\\+xml[^>]* alt="${ALT}"`, 'g'))).toHaveLength(2)
  expect(html).not.toContain('flowchart')
  expect(html).toContain('wrong')

  await exportAs(what, 'epub')
  const { messages } = await EpubCheck.validate(new Uint8Array(read('The way.epub')))
  expect(messages.filter(({ severity }) => severity !== 'info' && severity !== 'usage')).toEqual([])
  const book = unzipSync(new Uint8Array(read('The way.epub')))
  expect(strFromU8(book['EPUB/d1.xhtml'] ?? new Uint8Array())).toContain(`alt="${ALT}"`)
  expect(Object.keys(book)).toContain('EPUB/picture-1.png')
  // The image has three dots for each pixel.
  expect(drawn.filter((one) => one === '600 x 300')).toHaveLength(2)

  await exportAs(what, 'pdf')
  expect(
    read('The way.pdf')
      .toString()
      .match(/src="picture\/stet-file%3Adiagram-/g),
  ).toHaveLength(2)
  for (const format of ['markdown', 'text'] as const) {
    const file = (await exportAs(what, format))?.file ?? ''
    expect(read(path.basename(file)).toString()).toContain('flowchart LR')
  }
})

test('without the writer’s consent no diagram is drawn, and that is said', async () => {
  const { write, check, export: exportAs, read, drawn } = begin({ drawsDiagrams: false })
  const what = { ids: [write('The way', TEXT)] }
  const { left, pictures } = await check(what, 'html')
  expect(pictures).toBe(0)
  expect(left[0]?.why).toBe(
    'The diagram “flowchart LR A[Draft] --> B[Published]” stands as its source. Drawing of diagrams is switched off in Settings.',
  )
  await exportAs(what, 'html')
  expect(read('The way.html').toString()).toContain('flowchart LR')
  expect((await check(what, 'text')).left).toEqual([])
  expect(drawn).toEqual([])
})

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 320"><circle cx="9" cy="9" r="9"/></svg>'

test('an SVG is in a document of Word with a PNG beside it, as sharp as it is printed', async () => {
  const { write, writer, folder, export: exportAs, read, drawn } = begin()
  const file = path.join(folder, 'sea.svg')
  writeFileSync(file, SVG)
  const added = await writer.workspace.attachments.add({
    name: 'sea.svg',
    bytes: new TextEncoder().encode(SVG),
  })
  await exportAs({ ids: [write('Sea', `![The sea](${added.link})`)] }, 'docx')
  const parts = unzipSync(new Uint8Array(read('Sea.docx')))
  const media = Object.keys(parts).filter((name) => name.startsWith('word/media/'))
  expect(media.map((name) => name.replace(/.*\./, '')).toSorted()).toEqual(['png', 'svg'])
  // The image is as wide as the lines of a page, at 288 dots per inch.
  expect(drawn).toEqual(['1920 x 480'])
  const document = strFromU8(parts['word/document.xml'] ?? new Uint8Array())
  expect(document).toMatch(/<a:blip r:embed="([^"]+)"[^>]*>.*svgBlip/s)
})
