import type { SyntaxNode } from '@lezer/common'
import { characterEntities } from 'character-entities'

/** A text that is being read, with access to the text of its nodes. */
export class Source {
  constructor(readonly text: string) {}

  /** The text of a node as it is written, without quotation marks and indentation of its lines. */
  literal(node: SyntaxNode, from = node.from, to = node.to): string {
    const parts: string[] = []
    let done = from
    for (const mark of node.getChildren('QuoteMark')) {
      if (mark.from < done || mark.to > to) continue
      parts.push(this.text.slice(done, mark.from))
      done = mark.to
    }
    parts.push(this.text.slice(done, to))
    return parts.join('').replace(/\n[ \t]+/g, '\n')
  }

  /** Like `literal`, with escapes resolved and entities replaced by their characters. */
  plain(node: SyntaxNode, from = node.from, to = node.to): string {
    return unescaped(this.literal(node, from, to))
  }
}

const ESCAPE_OR_ENTITY = /\\([!-/:-@[-`{-~])|(&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[a-zA-Z][a-zA-Z\d]{1,31});)/g

/** A text with escapes resolved and entities replaced by their characters. */
export const unescaped = (text: string): string =>
  text.replace(
    ESCAPE_OR_ENTITY,
    (_whole, sign: string | undefined, entity = '') => sign ?? characterOf(entity),
  )

/** The character of an entity such as `&amp;`; the entity itself where there is no such character. */
export function characterOf(entity: string): string {
  const name = entity.slice(1, -1)
  if (!name.startsWith('#')) return Object.hasOwn(characterEntities, name) ? characterEntities[name]! : entity
  if (name.length > 8) return entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

/** The key of a label, equal for equal labels: without case, with white space collapsed. */
export const labelKey = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
