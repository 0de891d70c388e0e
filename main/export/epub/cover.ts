import { escaped } from '../../../shared/markdown/html/escape'
import { runsRightToLeft } from '../../../shared/markdown/direction'

const WIDTH = 1_600
const HEIGHT = 2_400
const MARGIN = 160
const LINES = 7

/** A cover that consists of words only, as SVG: the title in the upper half, the authors below. */
export function coverOf(title: string, authors: readonly string[]): string {
  const { lines, size } = fitted(title, 190)
  const names = authors.flatMap((name) => fitted(name, 84, 1).lines)
  const first = 720 - ((lines.length - 1) * size * 1.2) / 2
  return `<?xml version="1.0" encoding="utf-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Literata, Georgia, serif" text-anchor="middle" fill="#22201c">
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#f6f2e9"/>
<rect x="80" y="80" width="${WIDTH - 160}" height="${HEIGHT - 160}" fill="none" stroke="#b9ad95" stroke-width="6"/>
${lines.map((words, at) => line(words, first + at * size * 1.2, size, ' font-weight="600"')).join('')}<rect x="${WIDTH / 2 - 120}" y="1360" width="240" height="6" fill="#b9ad95"/>
${names
  .slice(0, LINES)
  .map((words, at) => line(words, 1_560 + at * 110, 84, ''))
  .join('')}</svg>
`
}

const line = (words: string, y: number, size: number, more: string): string =>
  `<text x="${WIDTH / 2}" y="${Math.round(y)}" font-size="${size}"${more}${runsRightToLeft(words) ? ' direction="rtl"' : ''}>${escaped(words)}</text>\n`

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
/** The width of letters relative to their size: on average a serif font of this kind is no wider. */
const widthOf = (letters: string): number =>
  [...letters].reduce((sum, one) => sum + (WIDE.test(one) ? 1 : 0.56), 0)

/** The words in lines that fit, in the largest font size that needs few lines; longer text ends with an ellipsis. */
function fitted(words: string, largest: number, most = LINES): { lines: readonly string[]; size: number } {
  for (let size = largest; ; size -= 10) {
    const lines = linesOf(words, (WIDTH - 2 * MARGIN) / size)
    if (lines.length <= Math.min(most, Math.floor(1_000 / (size * 1.2)))) return { lines, size }
    if (size <= 70) return { lines: [...lines.slice(0, most - 1), `${lines[most - 1] ?? ''}…`], size }
  }
}

function linesOf(words: string, width: number): readonly string[] {
  const lines = ['']
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    words.replace(/\s+/g, ' ').trim().slice(0, 1_000),
  )) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && widthOf(last + segment.trimEnd()) > width) lines.push(segment.trimStart())
    else lines[lines.length - 1] = last + segment
  }
  return lines.map((one) => one.trim()).filter((one) => one !== '')
}
