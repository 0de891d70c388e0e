import { randomUUID } from 'node:crypto'
import { attribute, escaped } from '../../../shared/markdown/html/escape'
import { readFormula } from './word-formula'
import { withNoteReferences } from './word-notes'
import { numberingsIn, withPlaces, type WordPlace } from './word-places'

const DOCUMENT = 'word/document.xml'
/** The parts of a Word document that contain its words. */
const PARTS = [DOCUMENT, 'word/footnotes.xml', 'word/endnotes.xml']

interface PreparedWord {
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The HTML that was made from these files, with the formulas in their places. */
  withFormulas(html: string): string
  /** The place that is named by the id of a link at the beginning of a paragraph. */
  placeOf(id: string): WordPlace | undefined
  /** Formulas of which some part could not be read, in words. */
  readonly left: readonly string[]
}

/**
 * Rewrites XML that the library for Word cannot read into XML that it can: formulas, simple fields, directions,
 * readings, breaks, and shading that serves as highlighting.
 */
export function preparedWord(files: ReadonlyMap<string, Uint8Array>): PreparedWord {
  const token = `formula-${randomUUID()}-`
  const formulas: { readonly tex: string; readonly isBlock: boolean }[] = []
  let broken = 0
  const prepared = new Map(files)
  const mark = `place-${randomUUID()}-`
  const places = new Map<string, WordPlace>()
  const nameOf = (place: WordPlace): string => {
    const name = `${mark}${places.size}`
    places.set(name, place)
    return name
  }
  const numberings = numberingsIn(new TextDecoder().decode(files.get('word/numbering.xml')))
  for (const name of PARTS) {
    const bytes = files.get(name)
    if (bytes === undefined) continue
    const xml = withNoteReferences(withReadings(withBreaks(unwrapped(new TextDecoder().decode(bytes)))))
    const read = replaced(xml, 'm:oMathPara', (block) => formulaRuns(block, true))
    const words = replaced(read, 'm:oMath', (inline) => formulaRuns(inline, false))
    const shaded = withShading(words)
    const placed =
      name === DOCUMENT ? withPlaces(withoutFormerProperties(shaded), numberings, nameOf) : shaded
    prepared.set(name, new TextEncoder().encode(placed))
  }
  const left =
    broken === 0
      ? []
      : [
          `Of ${broken === 1 ? '1 formula' : `${broken} formulas`} only the words are imported where Word has symbols that TeX does not have.`,
        ]
  return { files: prepared, left, withFormulas, placeOf: (id) => places.get(id) }

  /** The placeholder runs of formulas; a block of several equations becomes one formula for each. */
  function formulaRuns(xml: string, isBlock: boolean): string {
    let runs = ''
    replaced(xml, 'm:oMath', (one) => {
      const { tex, isWhole } = readFormula(one)
      if (!isWhole) broken++
      if (tex === '') return ''
      formulas.push({ tex, isBlock })
      runs += `<w:r><w:t xml:space="preserve">${token}${formulas.length - 1}.</w:t></w:r>`
      return ''
    })
    return runs
  }

  /**
   * Puts the formulas in. Word shows a formula alone in its paragraph as a display formula, whichever way it is stored.
   */
  function withFormulas(html: string): string {
    const parts = html.split(token)
    let before = parts[0] ?? ''
    let done = before
    for (const part of parts.slice(1)) {
      const end = part.indexOf('.')
      const behind = part.slice(end + 1)
      const { tex, isBlock } = formulas[Number(part.slice(0, end))] ?? { tex: '', isBlock: false }
      const isAlone = PARAGRAPH_START.test(before.slice(-200)) && behind.startsWith('</p>')
      const display = attribute('display', isBlock || isAlone ? 'block' : undefined)
      done += `<math${display}><annotation encoding="application/x-tex">${escaped(tex)}</annotation></math>${behind}`
      before = behind
    }
    return done
  }
}

/** The beginning of a paragraph, with or without the link that names its place. */
const PARAGRAPH_START = /<p>(?:<a id="place-[^"]{1,80}"><\/a>)?$/

/** Replaces each complete element of a name by the result of `made`; an element without an end stays. */
function replaced(xml: string, name: string, made: (element: string) => string): string {
  const close = `</${name}>`
  const parts: string[] = []
  let done = 0
  for (;;) {
    const from = beginOf(xml, name, done)
    const end = from === -1 ? -1 : xml.indexOf(close, from)
    if (end === -1) return parts.join('') + xml.slice(done)
    const to = end + close.length
    parts.push(xml.slice(done, from), made(xml.slice(from, to)))
    done = to
  }
}

function beginOf(xml: string, name: string, from: number): number {
  for (let at = xml.indexOf(`<${name}`, from); at !== -1; at = xml.indexOf(`<${name}`, at + 1))
    if (/[\s>]/.test(xml[at + name.length + 1] ?? '')) return at
  return -1
}

/** Unwraps simple fields and words with a direction of their own, which would otherwise be left out. */
const unwrapped = (xml: string): string => xml.replace(/<\/?w:(?:fldSimple|dir|bdo)(?:\s[^<>]*)?>/g, '')

/** Words on both sides of a break that has no place in markdown stay apart. */
const withBreaks = (xml: string): string =>
  xml
    .replaceAll('<w:cr/>', '<w:br/>')
    .replace(/<w:br\s[^<>]{0,100}w:type="(?:page|column)"[^<>]{0,100}>|<w:ptab\s[^<>]{0,200}>/g, '<w:tab/>')

/** Puts the reading of ideographs behind them, between parentheses, as pages do. */
const withReadings = (xml: string): string =>
  replaced(xml, 'w:ruby', (ruby) => {
    const reading = inside(ruby, 'w:rt')
    const behind = reading === '' ? '' : `${textRun('(')}${reading}${textRun(')')}`
    return inside(ruby, 'w:rubyBase') + behind
  })

const textRun = (words: string): string => `<w:r><w:t>${words}</w:t></w:r>`

function inside(xml: string, name: string): string {
  const [open, close] = [`<${name}>`, `</${name}>`]
  const from = xml.indexOf(open)
  return from === -1 ? '' : xml.slice(from + open.length, xml.indexOf(close, from))
}

/** Removes what paragraphs were like before a tracked change, because it looks like their own properties. */
const withoutFormerProperties = (xml: string): string => replaced(xml, 'w:pPrChange', () => '')

/**
 * Turns shading in a colour into highlighting, as some programs write it; the greys behind code are not highlighting.
 */
const withShading = (xml: string): string =>
  xml
    .split('<w:rPr>')
    .map((part, at) => {
      const end = at === 0 ? -1 : part.indexOf('</w:rPr>')
      const properties = part.slice(0, Math.max(end, 0))
      const fill = /<w:shd\s[^<>]{0,200}w:fill="([\dA-Fa-f]{6})"/.exec(properties)?.[1]
      return fill === undefined || !isColour(fill) || properties.includes('<w:highlight')
        ? part
        : `<w:highlight w:val="yellow"/>${part}`
    })
    .join('<w:rPr>')

function isColour(fill: string): boolean {
  const parts = [0, 2, 4].map((at) => Number.parseInt(fill.slice(at, at + 2), 16))
  return Math.max(...parts) - Math.min(...parts) > 48
}
