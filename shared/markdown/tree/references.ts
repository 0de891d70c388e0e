import type { SyntaxNode, Tree } from '@lezer/common'
import { labelKey, unescaped, type Source } from './source'

/** What a reference link leads to. */
export interface Target {
  readonly address: string
  readonly title: string
}

/** What links and footnotes refer to, by the key of its label; of several with one label the first counts. */
interface References {
  readonly targets: ReadonlyMap<string, Target>
  readonly footnotes: ReadonlyMap<string, SyntaxNode>
  /** The labels of all footnotes in the order of the text, also where another one has the same. */
  readonly footnoteLabels: readonly string[]
}

/** Blocks that hold others; all else is not looked into. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'Document',
  'Blockquote',
  'BulletList',
  'OrderedList',
  'ListItem',
  'FootnoteDefinition',
  'DefinitionList',
  'Definition',
])

export function referencesOf(tree: Tree, source: Source): References {
  const targets = new Map<string, Target>()
  const footnotes = new Map<string, SyntaxNode>()
  const footnoteLabels: string[] = []
  tree.iterate({
    enter(ref) {
      if (ref.name === 'LinkReference') {
        const label = ref.node.getChild('LinkLabel')
        const key = label === null ? '' : labelKey(source.literal(label).slice(1, -1))
        if (key !== '' && !targets.has(key)) targets.set(key, targetOf(ref.node, source))
      } else if (ref.name === 'FootnoteDefinition') {
        const reference = source.text.slice(ref.from, ref.node.getChild('FootnoteLabel')?.to)
        const key = footnoteKey(reference)
        if (!footnotes.has(key)) footnotes.set(key, ref.node)
        footnoteLabels.push(reference.slice(2, -2))
      }
      return CONTAINERS.has(ref.name)
    },
  })
  return { targets, footnotes, footnoteLabels }
}

/** Address and title within the brackets of a link, or of a definition. */
export function targetOf(node: SyntaxNode, source: Source): Target {
  // An address in the words of a link is none that it leads to.
  const begin = node.getChildren('LinkMark')[2]?.from ?? node.from
  const url = node.getChildren('URL').find(({ from }) => from >= begin) ?? null
  const title = node.getChild('LinkTitle')
  const written = url === null ? '' : source.literal(url)
  return {
    address: unescaped(/^<.*>$/s.test(written) ? written.slice(1, -1) : written),
    title: title === null ? '' : source.plain(title, title.from + 1, title.to - 1),
  }
}

/** Of `[^label]` or `[^label]:`. */
export const footnoteKey = (reference: string): string =>
  labelKey(reference.replace(/^\[\^/, '').replace(/\]:?$/, ''))
