/** The line where something is pasted: what stands before what it replaces, and behind it. */
export interface AroundPaste {
  readonly before: string
  readonly after: string
}

/** What is pasted there. `cut`: so many characters before it go as well, as the mark of an empty item that a list replaces. */
export interface Placed {
  readonly insert: string
  readonly cut: number
}

/** The marks of quotations, the indent, and the mark of an item with its box. */
const CONTAINERS = /^((?:[ \t]*>[ \t]?)*)([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** What begins a block that is no paragraph. */
const NO_PARAGRAPH = /^(?:#{1,6}(?: |$)|[-*+>] |\d{1,9}[.)] |```|~~~|\||\$\$|\[\^|[ \t]|(?:---|\*\*\*|___)$)/
const FENCE = /^[ \t]*(?:```|~~~)/m
/** Behind a fence or a row of a table, a letter would belong to the block. */
const CLOSED = /(?:^|\n)[ \t]*(?:```+|~~~+|\$\$|\|.*)$/

/** Whether the line is a mark of an item, with nothing behind it. */
const isEmptyItem = (before: string, after: string): boolean => {
  const [marks, , , item] = CONTAINERS.exec(before) ?? ['']
  return item !== undefined && marks === before && after.trim() === ''
}

/** Whether all of a text is one list: its lines begin items or stand below one. */
const isList = (text: string): boolean =>
  ITEM.test(text) && text.split('\n').every((line) => ITEM.test(line) || /^(?:\s|$)/.test(line))

/** Whether plain text is a list that belongs into the list around it. `isInItem`: the line is one of an item. */
export const joinsList = (plain: string, { before, after }: AroundPaste, isInItem: boolean): boolean =>
  isEmptyItem(before, after) ? ITEM.test(plain) : isInItem && isItem(before) && isList(plain)

const isItem = (before: string): boolean => CONTAINERS.exec(before)?.[3] !== undefined

/**
 * A list beside the words of an item: its items stand by themselves, below the words before it and above those behind it.
 * No mark of them comes to stand in a line of words.
 */
function placeItems(list: string, { before, after }: AroundPaste): Placed {
  const [marks, quotes = '', indent = '', item = ''] = CONTAINERS.exec(before) ?? ['']
  const isAtStart = before.slice(marks.length).trim() === ''
  const prefix = quotes + indent
  const items = within(markedAs(isAtStart ? item : nextMark(item), list.trimEnd()), prefix)
  const rest = after.trim() === '' ? '' : `\n${prefix}${item.replace(/\[.\]/, '[ ]')}`
  // Before the words of an item with a box that box stays theirs.
  if (isAtStart) return { insert: items + (rest === '' ? '' : `\n${prefix}${item}`), cut: item.length }
  return { insert: `\n${prefix}${items}${rest}`, cut: 0 }
}

/** The mark of the item that follows. */
const nextMark = (item: string): string => item.replace(/\d+/, (number) => String(Number(number) + 1))

/**
 * Lines of plain text as they go into an item, each but the first as an item below it, with the same number. Undefined for
 * other text and other lines.
 */
export function placeLines(plain: string, { before, after }: AroundPaste): Placed | undefined {
  const [, quotes = '', indent = '', item] = CONTAINERS.exec(before) ?? []
  const [first = '', ...others] = (after.trim() === '' ? plain.trimEnd() : plain).split('\n')
  // Before other words a line break at the end makes an item of these.
  const areWords = [first, ...others].every((line, index) =>
    line === '' ? index > 0 && index === others.length : isParagraph(line),
  )
  if (item === undefined || others.length === 0 || !areWords) return undefined
  const mark = quotes + indent + item.replace(/\[.\]/, '[ ]')
  return { insert: [first, ...others].join(`\n${mark}`), cut: 0 }
}

/**
 * Markdown of one block or several, as it goes into a line: the first and the last paragraph join the words before and
 * behind, other blocks stand by themselves, and all of it stays in the quotation and the item that the line is in. A list
 * takes the place of an empty item, and beside the words of an item its own items go on with that list.
 */
export function placeBlocks(markdown: string, { before, after }: AroundPaste): Placed {
  const [marks, quotes = '', indent = '', item = ''] = CONTAINERS.exec(before) ?? ['']
  const isAtStart = before.slice(marks.length).trim() === ''
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

/** The lines of a text behind its first, as they go on with the quotation and the item of the line that it is put into. */
export function goingOn(text: string, before: string): string {
  const [, quotes = '', indent = '', item = ''] = CONTAINERS.exec(before) ?? []
  return within(text, quotes + indent + room(item))
}

/** What stands below the mark of an item: its box is a part of the words. */
const room = (item: string): string => ' '.repeat(item.replace(/\[.*/, '').length)

/** The items of a list with the marks of another one of its kind, which they go on. */
function markedAs(item: string, list: string): string {
  const [mark = ''] = /^\S+/.exec(item) ?? []
  const first = Number.parseInt(mark, 10)
  if (Number.isNaN(first)) return list.replace(/^[-*+](?= )/gm, mark)
  let next = first
  return list.replace(/^\d{1,9}[.)](?= )/gm, () => `${next++}${mark.slice(-1)}`)
}

const isParagraph = (block: string): boolean => !NO_PARAGRAPH.test(block) && !FENCE.test(block)

/** The lines behind the first one with the marks of what they lie in. */
const within = (markdown: string, prefix: string): string =>
  markdown.replace(/\n(.*)/g, (_line, rest: string) => `\n${rest === '' ? prefix.trimEnd() : prefix + rest}`)
