import type { Span } from '../../shared/text/span'

/** The blocks of the page, one after the other. */
export interface BlockGroups {
  readonly blocks: readonly Element[]
  /** Puts blocks in the place of those from one number to another; all others stay in the page. */
  replace(span: Span, by: readonly Element[]): void
}

/** About so many blocks are left out together while they are far from the screen: Chromium looks at each group in each frame. */
const BLOCKS_OF_GROUP = 32
/** Room above them would not be shared with the block before: the edge of a group parts them. */
const ROOM_ABOVE = /^(?:h\d|hr|dl|section)$/
/** About as many stand in a line. */
const LETTERS_OF_LINE = 72

/** The children of `text` are groups of blocks. */
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

/** Off screen a group is as high as its words may take, until it has been on screen. */
function groupOf(blocks: readonly Element[]): HTMLElement {
  const group = blocks[0]!.ownerDocument.createElement('div')
  const lines = (letters: number) => Math.max(1, Math.ceil(letters / LETTERS_OF_LINE))
  // Half a line is between two blocks.
  let height = 0
  for (const { textContent } of blocks) height += lines(textContent.length) + 0.5
  group.style.setProperty(
    'contain-intrinsic-block-size',
    `auto calc(${height.toFixed(1)} * var(--leading) * 1em)`,
  )
  group.append(...blocks)
  return group
}
