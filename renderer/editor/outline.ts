import type { Text } from '@codemirror/state'

export interface Heading {
  readonly level: number
  readonly text: string
  readonly from: number
}

/** The headings of a text, fenced code left out. Reads every line: for a panel, not for a key. */
export function outlineOf(doc: Text): readonly Heading[] {
  const headings: Heading[] = []
  let fence: string | undefined
  let from = 0
  for (const line of doc.iterLines()) {
    const opening = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (opening?.startsWith(fence)) fence = undefined
    } else if (opening !== undefined) fence = opening
    else {
      const match = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line)
      if (match !== null) headings.push({ level: match[1]?.length ?? 1, text: plain(match[2] ?? ''), from })
    }
    from += line.length + 1
  }
  return headings
}

/** A heading without its marks. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`~]+/g, '')
    .trim()
}
