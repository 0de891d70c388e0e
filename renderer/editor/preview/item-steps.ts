import type { SyntaxNode } from '../markdown/syntax'

/** The longest mark, in characters, that fits into one step of indentation. */
const CHARACTERS_MAX = 2
/** The share of a step that each further character needs. */
const CHARACTER_STEPS = 0.4

/**
 * The indentation of the words of an item, in steps: more than one if its list has long numbers. Numbers usually
 * ascend, so only the first and the last number of the list are measured, and that of the item itself.
 */
export function stepsOf(item: SyntaxNode | null): number {
  const list = item?.parent
  if (item?.name !== 'ListItem' || list?.name !== 'OrderedList') return 1
  const lengths = [list.firstChild, item, list.lastChild].map((one) => {
    const sign = one?.getChild('ListMark')
    return sign == null ? 0 : sign.to - sign.from
  })
  return 1 + CHARACTER_STEPS * Math.max(0, Math.max(...lengths) - CHARACTERS_MAX)
}
