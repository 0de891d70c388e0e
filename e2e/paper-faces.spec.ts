import fs from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { appOfFile, expect, test, type App } from './app'
import { stet } from './command'
import { freshFolder } from './paths'

const running = appOfFile()

/**
 * A text whose every letter and digit must be readable in a PDF, even for a simple reader without support of
 * `ActualText`.
 */
const TEXT = `On the 12th of May, 1876, an affluent office *flew 345 fjords* and **sank 678 fifths**.

| Day | Crates |
| :-- | -----: |
| One | 1234567890 |

1. first
2. second

\`a -> b != c\` and

\`\`\`js
const f = (x) => x !== 0x1F && x <= 9 || x >= 10 // www
\`\`\`

$$
E = mc^2 + \\frac{a_{13}}{b'}
$$

Inline $q_{27}$, H~2~O and 10^3^; a note[^1].

[^1]: It was told in 1902.
`

/** Delays the fonts and the style sheet that names them, so that the page counts as loaded before its layout. */
const withLateFaces = (app: App) =>
  app.electron.evaluateHandle(({ app: electron }) => {
    const late: string[] = []
    electron.on('browser-window-created', (_event, { webContents }) =>
      webContents.setBackgroundThrottling(true),
    )
    electron.on('session-created', ({ protocol }) => {
      const handle = protocol.handle.bind(protocol)
      protocol.handle = (scheme, answer) =>
        handle(scheme, async (request) => {
          if (request.url.includes('/font')) {
            late.push(request.url)
            await new Promise((resolve) => setTimeout(resolve, 500))
          }
          return answer(request)
        })
    })
    return late
  })

test('a PDF has its faces, also where they are read late: each letter and digit of its text, code and formulas can be read', async () => {
  const { app } = running()
  await app.newDocument('Accounts of 1876')
  await app.text.click()
  await app.page.keyboard.insertText(TEXT)
  const late = await withLateFaces(app)
  const file = path.join(freshFolder('paper'), 'Accounts.pdf')
  const { code, complaint } = await stet(app.profile, [
    ...['--export', '--document', 'Accounts of 1876', '--to', file],
  ])
  expect(complaint).toBe('')
  expect(code).toBe(0)
  // It is a matter of chance whether the layout comes before the page counts as loaded. So every font must be loaded,
  // even if no word needs it.
  const read = (await late.jsonValue()).join()
  for (const face of ['stix', 'jetbrains-mono-latin', 'literata-latin-400-italic', 'literata-cyrillic'])
    expect(read).toContain(face)
  const bytes = fs.readFileSync(file)
  // The PDF contains fonts and no glyph drawings, which printers and other programs render worse.
  const kinds = bytes.toString('latin1').match(/\/(?:Type3|CIDFontType[02]|TrueType)\b/g)
  expect([...new Set(kinds)]).toEqual(['/CIDFontType2'])
  const pdf = await getDocument({ data: new Uint8Array(bytes) }).promise
  expect(pdf.numPages).toBe(1)
  const { items } = await (await pdf.getPage(1)).getTextContent()
  // Formulas use mathematical letters, which normalization converts to plain ones.
  const words = items
    .map((item) => ('str' in item ? item.str : ''))
    .join('')
    .normalize('NFKC')
    .replace(/\s/g, '')
  expect(words).not.toMatch(/[\0\uFFFD\uE000-\uF8FF]/)
  for (const part of [
    ...['Accounts of 1876', 'On the 12th of May, 1876, an affluent office', 'flew 345 fjords'],
    ...['sank 678 fifths', 'One 1234567890', '1. first', '2. second', 'a -> b != c'],
    ...['const f = (x) => x !== 0x1F && x <= 9 || x >= 10 // www', 'E=mc2+a13b', 'q27', 'H2O and 103'],
    'told in 1902',
  ])
    expect(words).toContain(part.replace(/\s/g, ''))
})
