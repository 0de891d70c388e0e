import { addressFor, linksIn, type LinkSpan } from './links'

/** A link as it stands in a text: markdown's, or a wiki's in double brackets. */
export type FoundLink =
  | {
      readonly kind: 'link'
      readonly target: string
      readonly isImage: boolean
      /** Between its brackets, where a wiki's link can say the same: not with a title, and not in the row of a table. */
      readonly words?: string
    }
  | { readonly kind: 'wiki'; readonly target: string; readonly alias?: string; readonly isImage: boolean }

/** What a link becomes: another target, other source text, or `undefined`: it stays. */
export type NewLink = { readonly target: string } | { readonly source: string } | undefined

/** Every link outside of code is given to `change`; all else stays byte for byte. Linear time. */
export function changeLinks(text: string, change: (link: FoundLink) => NewLink): string {
  const isInRow = createRows(text)
  const edits: Edit[] = []
  /** Where the last link ends whose whole source is replaced, and the links in its words with it. */
  let replacedTo = 0
  for (const link of linksIn(text)) {
    const { from, to } = link
    if (to <= replacedTo) continue
    const found = foundLink(text, link, isInRow)
    const next = found && change(found)
    if (!next) continue
    if ('source' in next || link.kind === 'wiki') {
      edits.push({ from, to, source: 'source' in next ? next.source : wikiSource(link, next.target) })
      replacedTo = to
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

/** `undefined` for a link without a target. */
function foundLink(text: string, link: LinkSpan, isInRow: (at: number) => boolean): FoundLink | undefined {
  const { from, isImage } = link
  if (link.kind === 'wiki') {
    const { target, alias } = link
    return { kind: 'wiki', target, isImage, ...(alias !== undefined && { alias }) }
  }
  const { words, address, hasTitle } = link
  if (address === '') return undefined
  const target = address.startsWith('<') ? address.slice(1, -1) : address.replace(/\\([()\\])/g, '$1')
  const saysMore = hasTitle || /[[\]|]/.test(words) || text[from - 1] === '\\' || isInRow(from)
  return { kind: 'link', target, isImage, ...(!saysMore && { words }) }
}

function wikiSource(link: LinkSpan, target: string): string {
  const alias = link.kind === 'wiki' && link.alias !== undefined ? `|${link.alias}` : ''
  return `${link.isImage ? '!' : ''}[[${target}${alias}]]`
}

/** Whether a place is in a line that may be the row of a table; asked from front to back, each line is looked at once. */
function createRows(text: string): (at: number) => boolean {
  let [end, isRow] = [-1, false]
  return (at) => {
    if (at <= end) return isRow
    const next = text.indexOf('\n', at)
    end = next < 0 ? text.length : next
    isRow = text.slice(text.lastIndexOf('\n', at) + 1, end).includes('|')
    return isRow
  }
}
