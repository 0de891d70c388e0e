import type { SyntaxNode, Tree } from '@lezer/common'
import { labelKey, unescaped, type Source } from './source'

/** The target of a link. */
export interface Target {
  readonly address: string
  readonly title: string
}

/**
 * The targets of reference links and footnotes, by the key of the label; of several with one label the first counts.
 */
interface References {
  readonly targets: ReadonlyMap<string, Target>
  readonly footnotes: ReadonlyMap<string, SyntaxNode>
  /** The labels of all footnotes in the order of the text, including repeated ones. */
  readonly footnoteLabels: readonly string[]
}

/** Blocks that contain blocks; other nodes are not searched. */
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
        const key = definedKey(ref.node, source)
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

/** The address and title of an inline link, or of a link definition. */
export function targetOf(node: SyntaxNode, source: Source): Target {
  // An address in the words of a link is not its target.
  const begin = node.getChildren('LinkMark')[2]?.from ?? node.from
  const url = node.getChildren('URL').find(({ from }) => from >= begin) ?? null
  const title = node.getChild('LinkTitle')
  const written = url === null ? '' : source.literal(url)
  return {
    address: unescaped(/^<.*>$/s.test(written) ? written.slice(1, -1) : written),
    title: title === null ? '' : source.plain(title, title.from + 1, title.to - 1),
  }
}

/** The key of the label of a link definition; empty where it has none. */
export function definedKey(node: SyntaxNode, source: Source): string {
  const label = node.getChild('LinkLabel')
  return label === null ? '' : labelKey(source.literal(label).slice(1, -1))
}

/** The key by which a link or an image names its target: its label or its words; `undefined`: it has an address. */
export function linkKey(node: SyntaxNode, source: Source): string | undefined {
  const [opening, closing, address] = node.getChildren('LinkMark')
  if (address !== undefined) return undefined
  return definedKey(node, source) || labelKey(source.literal(node, opening?.to, closing?.from))
}

/** The key of `[^label]` or `[^label]:`. */
export const footnoteKey = (reference: string): string =>
  labelKey(reference.replace(/^\[\^/, '').replace(/\]:?$/, ''))
