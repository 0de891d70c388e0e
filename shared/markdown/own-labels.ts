import type { SyntaxNode } from '@lezer/common'
import { markdownParser } from './grammar/grammar'
import { withBoundedLines } from './grammar/with-bounded-lines'
import { definedKey, footnoteKey, linkKey, targetOf } from './tree/references'
import { labelKey, Source } from './tree/source'
import { applyChanges, type TextChange } from '../text/text-change'

/** A place in a text that names a footnote or a link definition, or defines it. */
interface Named {
  readonly key: string
  /** The changes that give it another label. */
  readonly renamed: (label: string) => TextChange
  /** The changes that make it words; none for a definition. */
  readonly asWords: readonly TextChange[]
}

interface Labels {
  readonly named: readonly Named[]
  /** What is defined, by key: its label, and a text that is the same for the same target. */
  readonly defined: ReadonlyMap<string, { readonly label: string; readonly meaning: string }>
}

/**
 * The texts in a form in which they can follow each other: where two define the same label, the later one gets another,
 * and a name without a definition in its text does not find one in another.
 */
export function withOwnLabels(texts: readonly string[]): readonly string[] {
  const all = texts.map((text, index) => labelsIn(text, index))
  const keys = new Set(all.flatMap(({ defined }) => [...defined.keys()]))
  const meanings = new Map<string, string>()
  return texts.map((text, index) => {
    const { named, defined } = all[index]!
    const labels = new Map<string, string>()
    for (const [key, { label, meaning }] of defined)
      if (!meanings.has(key)) meanings.set(key, meaning)
      else if (meanings.get(key) !== meaning) labels.set(key, freeLabel(key, label, index + 1, keys))
    const changes = named.flatMap(({ key, renamed, asWords }) => {
      const label = labels.get(key)
      if (label !== undefined) return [renamed(label)]
      return keys.has(key) && !defined.has(key) ? asWords : []
    })
    return applyChanges(
      text,
      changes.toSorted((one, other) => one.from - other.from),
    )
  })
}

/** Marks the keys of footnotes, whose labels do not meet those of links. */
const NOTE = '^'

/** A label of a footnote has at most 64 characters. */
const LABEL_LENGTH = 50

/** The label with a number that makes it unique; adds its key to `keys`. */
function freeLabel(key: string, label: string, from: number, keys: Set<string>): string {
  const kind = key.startsWith(NOTE) ? NOTE : ''
  for (let number = from; ; number++) {
    const free = `${kind === NOTE ? label.slice(0, LABEL_LENGTH) : label}-${number}`
    const freeKey = kind + labelKey(free)
    if (keys.has(freeKey)) continue
    keys.add(freeKey)
    return free
  }
}

function labelsIn(text: string, index: number): Labels {
  const source = new Source(text)
  const named: Named[] = []
  const defined = new Map<string, { label: string; meaning: string }>()
  const define = (key: string, from: number, to: number, meaning: string) => {
    named.push({ key, renamed: (insert) => ({ from, to, insert }), asWords: [] })
    if (!defined.has(key)) defined.set(key, { label: text.slice(from, to), meaning })
  }
  markdownParser.parse(withBoundedLines(text)).iterate({
    enter({ name, from, to, node }) {
      if (name === 'FootnoteReference') {
        const key = NOTE + footnoteKey(text.slice(from, to))
        named.push({
          key,
          renamed: (insert) => ({ from: from + 2, to: to - 1, insert }),
          asWords: [{ from, to: from, insert: '\\' }],
        })
      } else if (name === 'FootnoteDefinition') {
        const end = node.getChild('FootnoteLabel')!.to
        define(NOTE + footnoteKey(text.slice(from, end)), from + 2, end - 2, `${NOTE}${index}`)
      } else if (name === 'LinkReference') {
        const label = node.getChild('LinkLabel')
        const key = definedKey(node, source)
        if (label !== null && key !== '')
          define(key, label.from + 1, label.to - 1, JSON.stringify(targetOf(node, source)))
      } else if (name === 'Link' || name === 'Image') {
        const link = namedLink(node, source)
        if (link !== undefined) named.push(link)
      }
    },
  })
  return { named, defined }
}

/** A link or an image that names its definition: `[words][label]`, `[words][]` or `[words]`. */
function namedLink(node: SyntaxNode, source: Source): Named | undefined {
  const key = linkKey(node, source)
  const [opening, closing] = node.getChildren('LinkMark')
  if (key === undefined || opening === undefined || closing === undefined) return undefined
  const label = node.getChild('LinkLabel')
  const bracket = opening.to - 1
  const escapes = [bracket, ...(label === null ? [] : [label.from])]
  return {
    key,
    renamed: (name) =>
      label === null
        ? { from: closing.to, to: closing.to, insert: `[${name}]` }
        : { from: label.from + 1, to: label.to - 1, insert: name },
    asWords: escapes.map((at) => ({ from: at, to: at, insert: '\\' })),
  }
}
