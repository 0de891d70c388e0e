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

/** Code comes first, so that what looks like a link in it stays. */
const PARTS =
  /(?<code>^(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\k<fence>[^\n]*$|(?![\s\S]))|`+[^`\n]+`+)|(?<wikiMark>!?)\[\[(?<wiki>[^\]\n[|]{1,500})(?:\|(?<alias>[^\]\n]{0,500}))?\]\]|(?<before>(?<mark>!?)\[(?<words>(?:[^\]\n\\[]|\\.|!?\[[^\]\n]*\](?:\([^)\n]*\))?){0,1000})\]\()(?<address><[^>\n]{1,2000}>|(?:[^\s()<>\\]|\\.|\([^\s()]*\)){1,2000})(?<after>(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?\))/gm

/** Every link outside of code is given to `change`; all else stays byte for byte. */
export function changeLinks(text: string, change: (link: FoundLink) => NewLink): string {
  if (!text.includes('](') && !text.includes('[[')) return text
  const isInRow = createRows(text)
  return text.replace(PARTS, (source, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>
    const { wiki, alias, address, before = '', after = '' } = groups
    if (wiki !== undefined) {
      const isImage = groups['wikiMark'] === '!'
      const next = change({ kind: 'wiki', target: wiki, isImage, ...(alias !== undefined && { alias }) })
      if (!next) return source
      return 'source' in next
        ? next.source
        : `${isImage ? '!' : ''}[[${next.target}${alias === undefined ? '' : `|${alias}`}]]`
    }
    if (address === undefined) return source
    const words = groups['words'] ?? ''
    // An image may stand for the words of a link.
    const inner = words.includes('](') ? changeLinks(words, change) : words
    const target = address.startsWith('<') ? address.slice(1, -1) : address.replace(/\\([()\\])/g, '$1')
    const at = rest.at(-3) as number
    const saysMore = after !== ')' || /[[\]|]/.test(words) || text[at - 1] === '\\' || isInRow(at)
    const isImage = groups['mark'] === '!'
    const next = change({ kind: 'link', target, isImage, ...(!saysMore && { words }) })
    if (next && 'source' in next) return next.source
    const start = inner === words ? before : `${groups['mark'] ?? ''}[${inner}](`
    return start + (next ? addressFor(next.target) : address) + after
  })
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

const addressFor = (target: string): string => (/[\s()<>]/.test(target) ? `<${target}>` : target)

/** The file that a relative link names, seen from a file in the same tree; `undefined`: another kind, or outside of it. */
export function resolveRelative(from: string, target: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target) || target === '') return undefined
  let decoded = target.replace(/[?#].*$/s, '')
  try {
    decoded = decodeURIComponent(decoded)
  } catch {
    // A name with a bare per cent sign is what it is.
  }
  const parts = decoded.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of decoded.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.length === 0 ? undefined : parts.join('/')
}

/** From one file to another of the same tree, as a link. */
export function relativeLink(from: string, to: string): string {
  const start = from.split('/').slice(0, -1)
  const end = to.split('/')
  let common = 0
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) common++
  const up = start.slice(common).map(() => '..')
  return [...up, ...end.slice(common).map(encodeURIComponent)]
    .join('/')
    .replace(/[()]/g, (letter) => (letter === '(' ? '%28' : '%29'))
}

const TAG =
  /(?<![\p{L}\p{N}_/#&[(])#(?:(?<many>[\p{L}\p{N}_][\p{L}\p{N}_ /-]{0,60}?)#(?![\p{L}\p{N}])|(?<one>[\p{L}\p{N}_][\p{L}\p{N}_/-]{0,60}))/gu

/** Words with a `#` before them, as Obsidian and Bear write tags; numbers and headings are none. */
export function inlineTags(text: string): readonly string[] {
  const prose = text
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1|(?![\s\S]))/gm, '')
    .replace(/`[^`\n]*`|\]\([^)\n]*\)|https?:\S+/g, ' ')
  const tags = new Set<string>()
  for (const { groups } of prose.matchAll(TAG)) {
    const tag = (groups?.['many'] ?? groups?.['one'] ?? '').replace(/[/-]+$/, '')
    if (tag !== '' && !/^[\d/_-]+$/.test(tag)) tags.add(tag)
  }
  return [...tags]
}
