import type { Span } from '../../shared/text/span'

/** The blocks of the page in order. */
export interface BlockGroups {
  readonly blocks: readonly Element[]
  /** Replaces a range of blocks; all others stay in the page. */
  replace(span: Span, by: readonly Element[]): void
}

/**
 * The approximate number of blocks whose rendering is skipped together while they are off screen. Chromium checks each
 * group in each frame, so there should be few groups.
 */
const BLOCKS_OF_GROUP = 32
/**
 * Elements with a margin above. At the start of a group, the margin would not collapse with that of the previous block.
 */
const ROOM_ABOVE = /^(?:h\d|hr|dl|section)$/
/** The estimated number of characters in a line. */
const LETTERS_OF_LINE = 72

/** Manages blocks in groups, which are the children of `text`. */
export function createGroups(text: Element): BlockGroups {
  let blocks: readonly Element[] = []
  return {
    get blocks() {
      return blocks
    },
    replace({ from, to }, by) {
      const [before, after] = [blocks[from - 1], blocks[to]]
      const gone = blocks.slice(from, to)
      const others = blocks.slice(to)
      blocks = [...blocks.slice(0, from), ...by, ...others]
      const group = before?.parentElement
      if (by.length <= BLOCKS_OF_GROUP && before !== undefined) before.after(...by)
      else if (by.length <= BLOCKS_OF_GROUP && after !== undefined) after.before(...by)
      else {
        const torn = others.filter((block) => block.parentElement === group)
        const next = group === undefined || group === null ? text.firstChild : group.nextSibling
        for (const some of inGroups([...by, ...torn])) text.insertBefore(groupOf(some), next)
      }
      for (const block of gone) {
        const emptied = block.parentElement
        block.remove()
        if (emptied?.childElementCount === 0) emptied.remove()
      }
    },
  }
}

function* inGroups(blocks: readonly Element[]): Generator<readonly Element[]> {
  let begin = 0
  for (const [at, { localName }] of blocks.entries())
    if (at - begin >= BLOCKS_OF_GROUP && !ROOM_ABOVE.test(localName)) {
      yield blocks.slice(begin, at)
      begin = at
    }
  if (begin < blocks.length) yield blocks.slice(begin)
}

/** Creates a group. Until it has been on screen, its height is estimated from the length of its text. */
function groupOf(blocks: readonly Element[]): HTMLElement {
  const group = blocks[0]!.ownerDocument.createElement('div')
  const lines = (letters: number) => Math.max(1, Math.ceil(letters / LETTERS_OF_LINE))
  // Between two blocks there is half a line.
  let height = 0
  for (const { textContent } of blocks) height += lines(textContent.length) + 0.5
  group.style.setProperty(
    'contain-intrinsic-block-size',
    `auto calc(${height.toFixed(1)} * var(--leading) * 1em)`,
  )
  group.append(...blocks)
  return group
}
