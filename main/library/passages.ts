export interface Passage {
  readonly excerpt: string
  /** Spans of the excerpt. */
  readonly marks: { readonly from: number; readonly to: number }[]
  readonly headingPath: string[]
  /** Of the first place that was found, in the text. */
  readonly start: number
  readonly end: number
  /** The line it stands in, shortened. */
  readonly passage: string
}

const BEFORE = 60
const LENGTH = 240
const HEADINGS_WITHIN = 200_000

/** What a list of hits shows of a text: the surroundings of the first place, with every place in them marked. */
export function passageOf(text: string, finder: RegExp): Passage {
  finder.lastIndex = 0
  const found = finder.exec(text)
  const start = found?.index ?? 0
  const end = start + (found?.[0].length ?? 0)
  const from = wholeWord(text, Math.max(0, start - BEFORE), start)
  const to = Math.min(text.length, Math.max(from + LENGTH, end))
  const excerpt = text.slice(from, wholePair(text, to)).replace(/\s/g, ' ')
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', start)
  return {
    excerpt,
    marks: marksIn(excerpt, finder),
    headingPath: headingsBefore(text, start),
    start,
    end,
    passage: text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd).slice(0, 1_000),
  }
}

export function marksIn(excerpt: string, finder: RegExp): { from: number; to: number }[] {
  finder.lastIndex = 0
  return [...excerpt.matchAll(finder)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/** The first beginning of a word between `from` and `to`. */
function wholeWord(text: string, from: number, to: number): number {
  if (from === 0) return 0
  const gap = text.slice(from, to).search(/\s\S/)
  return gap === -1 ? wholePair(text, from) : from + gap + 1
}

/** Never between the halves of a surrogate pair. */
const wholePair = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at)

/** The headings above a place, the highest first. */
function headingsBefore(text: string, at: number): string[] {
  const path: { readonly level: number; readonly title: string }[] = []
  const above = text.slice(Math.max(0, at - HEADINGS_WITHIN), at)
  for (const [, marks = '', title = ''] of above.matchAll(/^(#{1,6})[ \t]+(.+?)[ \t]*#*$/gm)) {
    while ((path.at(-1)?.level ?? 0) >= marks.length) path.pop()
    path.push({ level: marks.length, title })
  }
  return path.map(({ title }) => title)
}
