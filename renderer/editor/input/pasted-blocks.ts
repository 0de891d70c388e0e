/** The line of a paste: the text before the replaced part, and the text after it. */
export interface AroundPaste {
  readonly before: string
  readonly after: string
}

/**
 * The text to insert. `cut` is the number of characters before it to remove as well, such as the mark of an empty list
 * item that a list replaces.
 */
export interface Placed {
  readonly insert: string
  readonly cut: number
}

/** Matches the marks of quotations, the indentation, and the list mark with its check box. */
const CONTAINERS = /^((?:[ \t]*>[ \t]?)*)([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** Matches the beginning of a block that is not a paragraph. */
const NO_PARAGRAPH = /^(?:#{1,6}(?: |$)|[-*+>] |\d{1,9}[.)] |```|~~~|\||\$\$|\[\^|[ \t]|(?:---|\*\*\*|___)$)/
const HEADING = /^#{1,6} /
const EMPTY_HEADING = /^#{1,6} *$/
const FENCE = /^[ \t]*(?:```|~~~)/m
/** Matches the end of a fence or table row, after which a letter would belong to the block. */
const CLOSED = /(?:^|\n)[ \t]*(?:```+|~~~+|\$\$|\|.*)$/

/** Whether the line contains only a list mark. */
const isEmptyItem = (before: string, after: string): boolean => {
  const [marks, , , item] = CONTAINERS.exec(before) ?? ['']
  return item !== undefined && marks === before && after.trim() === ''
}

/** Whether the whole text is one list: its lines begin items or belong to one. */
const isList = (text: string): boolean =>
  ITEM.test(text) && text.split('\n').every((line) => ITEM.test(line) || /^(?:\s|$)/.test(line))

/** Whether plain text is a list that continues the list around it. `isInItem`: the line belongs to a list item. */
export const joinsList = (plain: string, { before, after }: AroundPaste, isInItem: boolean): boolean =>
  isEmptyItem(before, after) ? ITEM.test(plain) : isInItem && isItem(before) && isList(plain)

const isItem = (before: string): boolean => CONTAINERS.exec(before)?.[3] !== undefined

/**
 * Places a list beside the words of an item: its items are lines of their own, below the words before and above the
 * words after. No list mark ends up inside a line of words.
 */
function placeItems(list: string, { before, after }: AroundPaste): Placed {
  const [marks, quotes = '', indent = '', item = ''] = CONTAINERS.exec(before) ?? ['']
  const isAtStart = before.slice(marks.length).trim() === ''
  const prefix = quotes + indent
  const items = within(markedAs(isAtStart ? item : nextMark(item), list.trimEnd()), prefix)
  const rest = after.trim() === '' ? '' : `\n${prefix}${item.replace(/\[.\]/, '[ ]')}`
  // Before the words of an item with a check box, the box stays with those words.
  if (isAtStart) return { insert: items + (rest === '' ? '' : `\n${prefix}${item}`), cut: item.length }
  return { insert: `\n${prefix}${items}${rest}`, cut: 0 }
}

/** The mark of the next item. */
const nextMark = (item: string): string => item.replace(/\d+/, (number) => String(Number(number) + 1))

/**
 * Places lines of plain text into a list item, each but the first as an item below it, with the same marks. Undefined
 * for other text and other lines.
 */
export function placeLines(plain: string, { before, after }: AroundPaste): Placed | undefined {
  const [, quotes = '', indent = '', item] = CONTAINERS.exec(before) ?? []
  const [first = '', ...others] = (after.trim() === '' ? plain.trimEnd() : plain).split('\n')
  // Before other words, a final line break makes an item of these words.
  const areWords = [first, ...others].every((line, index) =>
    line === '' ? index > 0 && index === others.length : isParagraph(line),
  )
  if (item === undefined || others.length === 0 || !areWords) return undefined
  const mark = quotes + indent + item.replace(/\[.\]/, '[ ]')
  return { insert: [first, ...others].join(`\n${mark}`), cut: 0 }
}

/**
 * Places markdown of one or more blocks into a line: the first and last paragraph join the words around them, other
 * blocks are separate, and everything stays in the quotation and list item of the line. A list replaces an empty item;
 * beside the words of an item, its items continue that list.
 */
export function placeBlocks(markdown: string, { before, after }: AroundPaste): Placed {
  const [marks, quotes = '', indent = '', item = ''] = CONTAINERS.exec(before) ?? ['']
  const words = before.slice(marks.length)
  // The words of a heading fill a heading that was begun, and those of a heading alone go into a sentence.
  if (
    HEADING.test(markdown) &&
    (EMPTY_HEADING.test(words) || (words.trim() !== '' && !markdown.includes('\n')))
  )
    return placeBlocks(markdown.replace(HEADING, ''), { before, after })
  const isAtStart = words.trim() === ''
  if (isAtStart && item !== '' && after.trim() === '' && ITEM.test(markdown))
    return { insert: within(markedAs(item, markdown), quotes + indent), cut: item.length }
  if (item !== '' && isList(markdown)) return placeItems(markdown, { before, after })
  const prefix = quotes + indent + room(item)
  const gap = `\n${prefix.trimEnd()}\n${prefix}`
  const blocks = markdown.split(/\n{2,}/)
  const isOpen = isAtStart || isParagraph(blocks[0] ?? '')
  const head = isOpen ? '' : gap
  const isEnd = after.trim() === ''
  const isJoined = isParagraph(blocks.at(-1) ?? '') && !CLOSED.test(markdown)
  const tail = isEnd ? (CLOSED.test(markdown) ? gap : '') : isJoined ? '' : gap
  return { insert: head + within(markdown, prefix) + tail, cut: 0 }
}

/**
 * The lines of a text after its first, continued in the quotation and list item of the line into which it is inserted.
 */
export function goingOn(text: string, before: string): string {
  const [, quotes = '', indent = '', item = ''] = CONTAINERS.exec(before) ?? []
  return within(text, quotes + indent + room(item))
}

/** The indentation for content below a list mark; the check box counts as part of the words. */
const room = (item: string): string => ' '.repeat(item.replace(/\[.*/, '').length)

/** The items of a list with the marks of another list of the same kind, which they continue. */
function markedAs(item: string, list: string): string {
  const [mark = ''] = /^\S+/.exec(item) ?? []
  const first = Number.parseInt(mark, 10)
  if (Number.isNaN(first)) return list.replace(/^[-*+](?= )/gm, mark)
  let next = first
  return list.replace(/^\d{1,9}[.)](?= )/gm, () => `${next++}${mark.slice(-1)}`)
}

const isParagraph = (block: string): boolean => !NO_PARAGRAPH.test(block) && !FENCE.test(block)

/** The lines after the first with the marks of the blocks that contain them. */
const within = (markdown: string, prefix: string): string =>
  markdown.replace(/\n(.*)/g, (_line, rest: string) => `\n${rest === '' ? prefix.trimEnd() : prefix + rest}`)
