import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from './language'

function blocksOf(doc: string): readonly string[] {
  const state = EditorState.create({ doc, extensions: [markdownSupport()] })
  ensureSyntaxTree(state, doc.length, 5_000)
  const blocks: string[] = []
  const cursor = syntaxTree(state).cursor()
  if (cursor.firstChild()) {
    do blocks.push(`${cursor.name} ${cursor.from}-${cursor.to}`)
    while (cursor.nextSibling())
  }
  return blocks
}

test('front matter at the start of a text is one block', () => {
  expect(blocksOf('---\ntitle: One\ntags:\n  - a\n---\n\nText')).toEqual([
    'FrontMatter 0-30',
    'Paragraph 32-36',
  ])
})

test('a rule at the start of a text stays a rule', () => {
  expect(blocksOf('---\n\nText')).toEqual(['HorizontalRule 0-3', 'Paragraph 5-9'])
  expect(blocksOf('---\nText, and more')[0]).toBe('HorizontalRule 0-3')
})

test('front matter without its end takes no prose with it', () => {
  expect(blocksOf('---\ntitle: One\nThe tide was late.')).toEqual(['FrontMatter 0-14', 'Paragraph 15-33'])
})

test('three dashes further down are no front matter', () => {
  expect(blocksOf('Text\n\n---\ntitle: One\n---').some((name) => name.startsWith('FrontMatter'))).toBe(false)
})
