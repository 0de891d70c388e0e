import type { SyntaxNode } from '../markdown/syntax'

/** A longer number needs more than one step before the words. */
const CHARACTERS_MAX = 2
/** The part of a step that each further character takes. */
const CHARACTER_STEPS = 0.4

/**
 * The number of steps that the mark of an item takes before its words: more than one if its list has longer numbers.
 * Numbers ascend, so the longest is the first or the last; any other that is longer makes room for itself only.
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
