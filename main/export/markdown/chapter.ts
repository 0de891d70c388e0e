import type { Block } from '../../../shared/markdown/tree/tree'
import { asRead } from '../../../shared/markdown/tree/read-document'
import { applyChanges, type TextChange } from '../../../shared/text/text-change'
import { bodyOf, type PublicationPart } from '../publication'

/** The text of a part as a chapter, with the same blocks and headings as in other formats, without its front matter. */
export function chapterOf(part: PublicationPart, markdown: string): string {
  const text = asRead(markdown)
  const { blocks = [], frontMatter } = part.tree ?? {}
  const changes: TextChange[] = []
  if (frontMatter !== undefined) changes.push({ from: 0, to: frontMatterEnd(text, frontMatter), insert: '' })
  const body = bodyOf(part)
  const repeated = blocks.length - body.length
  for (const { from, to } of blocks.slice(0, repeated)) changes.push({ from, to, insert: '' })
  body.forEach((block, index) => {
    const written = blocks[index + repeated]
    if (block.kind !== 'heading' || written?.kind !== 'heading' || written.level === block.level) return
    const { from, to } = block
    changes.push({ from, to, insert: headingAt(block.level, text.slice(from, to)) })
  })
  const chapter = applyChanges(text, changes).replace(/^(?:[ \t]*\n)+/, '')
  return `${chapter.trimEnd()}${closingFence(text, blocks.at(-1))}`
}

/** The ids of the headings of a chapter in its own text, that of its title first: `undefined` where only the book has it. */
export function headingIdsOf(part: PublicationPart): readonly (string | undefined)[] {
  const idsOf = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
  const body = idsOf(bodyOf(part))
  const written = idsOf(part.tree?.blocks ?? [])
  return [written.length > body.length ? written[0] : undefined, ...body]
}

function frontMatterEnd(text: string, frontMatter: string): number {
  const closing = text.indexOf('\n') + 1 + frontMatter.length + 1
  const end = text.indexOf('\n', closing)
  return end < 0 ? text.length : end
}

/** A heading that is underlined has only two levels, so it gets signs instead. */
function headingAt(level: number, written: string): string {
  const signs = '#'.repeat(level)
  if (/^#{1,6}(?!#)/.test(written) && !written.includes('\n')) return written.replace(/^#+/, signs)
  const words = written.split('\n').slice(0, -1)
  return `${signs} ${words.map((line) => line.trim()).join(' ')}`
}

/** Code that nothing closes would go on into the next chapter. */
function closingFence(text: string, last: Block | undefined): string {
  if (last?.kind !== 'code') return ''
  const lines = text.slice(last.from, last.to).split('\n')
  const fence = /^(?:`{3,}|~{3,})/.exec(lines[0]!)?.[0]
  if (fence === undefined) return ''
  const isClosed = lines.length > 1 && lines.at(-1)!.trim().startsWith(fence)
  return isClosed ? '' : `\n${fence}`
}
