import { EditorState } from '@codemirror/state'
import { ensureSyntaxTree } from '@codemirror/language'
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { expect, test } from 'vitest'
import { markdownSupport } from './language'

const nested = (open: string, close: string, count: number) => `${open.repeat(count)}a${close.repeat(count)}`

const DEEP: Readonly<Record<string, string>> = {
  quotations: `${'> '.repeat(10_000)}a\n${'> '.repeat(10_000)}b\n`,
  'lists in one line': `${'- '.repeat(10_000)}a\n`,
  'numbered lists in one line': `${'1. '.repeat(6_000)}a\n`,
  'quotations and lists': `${'> - '.repeat(5_000)}a\n`,
  'a list with levels': Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(depth)}- a\n`).join(''),
  emphasis: nested('*_', '_*', 400),
  'strong emphasis': nested('**__', '__**', 200),
}

test.each(Object.entries(DEEP))(
  '[H3] %s without end: the tree has a bounded depth, and can be drawn',
  (_, text) => {
    const state = EditorState.create({ doc: text, extensions: [markdownSupport()] })
    const tree = ensureSyntaxTree(state, text.length, 20_000)!
    let depth = 0
    let deepest = 0
    tree.iterate({
      enter: () => void (deepest = Math.max(deepest, ++depth)),
      leave: () => void depth--,
    })
    expect(deepest).toBeLessThan(300)
    const style = tagHighlighter([{ tag: tags.quote, class: 'quote' }])
    expect(() => highlightTree(tree, style, () => {})).not.toThrow()
  },
)
