import type { SyntaxNode } from '@lezer/common'
import type { Span } from '../../text/span'
import type { Inline } from './tree'

type MarkKind = Extract<Inline, { readonly children: unknown }>['kind']

/** The tags that are read as marks; all others appear as they are written. */
const TAGS: Readonly<Record<string, Exclude<MarkKind, 'link' | 'document-link'> | 'code'>> = {
  ...{ b: 'strong', strong: 'strong', i: 'emphasis', em: 'emphasis', u: 'underline', ins: 'underline' },
  ...{
    s: 'struck',
    del: 'struck',
    strike: 'struck',
    mark: 'highlight',
    sub: 'subscript',
    sup: 'superscript',
  },
  ...{ kbd: 'code', samp: 'code', code: 'code' },
}

export type TagKind = (typeof TAGS)[string]

/** A tag with attributes may mean more than its name, and is not read as a mark. */
const TAG = /^<(\/?)([a-z]+)\s*>$/i

export const isBreak = (tag: string): boolean => /^<br\s*\/?>$/i.test(tag)

/**
 * The tags among the children of a node that are read as marks, by their offsets: the kinds of opening tags, and `end`
 * for closing ones. They are nested properly, at most `levels` deep.
 */
export function markTags(
  node: SyntaxNode,
  { from, to }: Span,
  text: string,
  levels: number,
): ReadonlyMap<number, TagKind | 'end'> {
  const tags = new Map<number, TagKind | 'end'>()
  const open: { readonly name: string; readonly from: number }[] = []
  const counts = new Map<string, number>()
  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by)
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'HTMLTag' || child.from < from || child.to > to) continue
    const [, slash, written = ''] = TAG.exec(text.slice(child.from, child.to)) ?? []
    const name = written.toLowerCase()
    const kind = Object.hasOwn(TAGS, name) ? TAGS[name] : undefined
    if (kind === undefined) continue
    if (slash === '') {
      if (open.length >= levels) continue
      open.push({ name, from: child.from })
      count(name, 1)
    } else if ((counts.get(name) ?? 0) > 0) {
      // Tags that nothing closes before are words.
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        count(last.name, -1)
        if (last.name !== name) continue
        tags.set(last.from, kind)
        tags.set(child.from, 'end')
        break
      }
    }
  }
  return tags
}

/** The content of a tag; code has no marks in it. */
export function taggedInlines(kind: TagKind, children: readonly Inline[]): readonly Inline[] {
  if (children.length === 0) return []
  if (kind !== 'code') return [{ kind, children }]
  return children.map((one) => (one.kind === 'text' ? { kind, text: one.text } : one))
}
