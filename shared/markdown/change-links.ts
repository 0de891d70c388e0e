import { addressFor, linksIn, type LinkSpan } from './links'

/** A link as it is written in a text: markdown's own, or a wiki link in double brackets. */
export type FoundLink =
  | {
      readonly kind: 'link'
      readonly target: string
      readonly isImage: boolean
      /**
       * The words between its brackets, where a wiki link could express the same: not with a title.
       */
      readonly words?: string
      /** What separates the title from the words of a wiki link here. */
      readonly bar: '|' | '\\|'
    }
  | { readonly kind: 'wiki'; readonly target: string; readonly alias?: string; readonly isImage: boolean }

/** The replacement of a link: another target, or other source text; `undefined`: the link stays. */
export type NewLink = { readonly target: string } | { readonly source: string } | undefined

/** Calls `change` for every link outside of code; the rest of the text is unchanged, byte for byte. Linear time. */
export function changeLinks(text: string, change: (link: FoundLink) => NewLink): string {
  const isInRow = createRows(text)
  const edits: Edit[] = []
  /** The end of the last link whose whole source was replaced, together with the links in its words. */
  let replacedTo = 0
  for (const link of linksIn(text)) {
    const { from, to } = link
    if (to <= replacedTo) continue
    const found = foundLink(text, link, isInRow)
    const next = found && change(found)
    if (!next) continue
    if ('source' in next) {
      edits.push({ from, to, source: next.source })
      replacedTo = to
    } else if (link.kind === 'wiki') {
      const targetFrom = from + (link.isImage ? '![[' : '[[').length
      edits.push({ from: targetFrom, to: targetFrom + link.target.length, source: next.target })
    } else {
      const { addressFrom, address } = link
      edits.push({
        from: addressFrom,
        to: addressFrom + address.length,
        source: addressFor(next.target),
      })
    }
  }
  return edited(text, edits)
}

type Edit = { readonly from: number; readonly to: number; readonly source: string }

function edited(text: string, edits: Edit[]): string {
  const parts: string[] = []
  let done = 0
  for (const { from, to, source } of edits.sort((one, other) => one.from - other.from)) {
    parts.push(text.slice(done, from), source)
    done = to
  }
  return parts.join('') + text.slice(done)
}

/** The link; `undefined` where it has no target. */
function foundLink(text: string, link: LinkSpan, isInRow: (at: number) => boolean): FoundLink | undefined {
  const { from, isImage } = link
  if (link.kind === 'wiki') {
    const { target, alias } = link
    return { kind: 'wiki', target, isImage, ...(alias !== undefined && { alias }) }
  }
  const { words, address, hasTitle } = link
  if (address === '') return undefined
  const target = address.startsWith('<') ? address.slice(1, -1) : address.replace(/\\([()\\])/g, '$1')
  const saysMore = hasTitle || /[[\]|]/.test(words) || text[from - 1] === '\\'
  const bar = isInRow(from) ? '\\|' : '|'
  return { kind: 'link', target, isImage, bar, ...(!saysMore && { words }) }
}

/**
 * Returns a function that tells whether an offset is in a line that may be a table row; with ascending offsets each
 * line is examined once.
 */
export function createRows(text: string): (at: number) => boolean {
  let [end, isRow] = [-1, false]
  return (at) => {
    if (at <= end) return isRow
    const next = text.indexOf('\n', at)
    end = next < 0 ? text.length : next
    isRow = text.slice(text.lastIndexOf('\n', at) + 1, end).includes('|')
    return isRow
  }
}
