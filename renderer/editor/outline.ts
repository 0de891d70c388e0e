import { headingIn } from '../../shared/markdown/headings'
import { linksAsWords } from '../../shared/markdown/links'
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
      const heading = headingIn(line)
      if (heading !== undefined) headings.push({ level: heading.level, text: plain(heading.text), from })
    }
    from += line.length + 1
  }
  return headings
}

/** A heading without its marks. */
function plain(text: string): string {
  return linksAsWords(text)
    .replace(/[*_`~]+/g, '')
    .trim()
}
