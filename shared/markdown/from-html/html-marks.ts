import type { Handle, Info, State } from 'mdast-util-to-markdown'

type Marked = Parameters<State['containerPhrasing']>[0]

/**
 * Bold and italic as a writer types them. The library writes the letter before a mark as an entity where CommonMark
 * would otherwise read the mark as text.
 */
export const strong: Handle = Object.assign(
  (node: Marked, _: unknown, state: State, info: Info): string => within(node, state, info, '**'),
  { peek: () => '*' },
)

export const emphasis: Handle = Object.assign(
  // Immediately after an asterisk another one would become part of it.
  (node: Marked, _: unknown, state: State, info: Info): string =>
    within(node, state, info, info.before === '*' ? '_' : '*'),
  { peek: () => '*' },
)

function within(node: Marked, state: State, info: Info, mark: string): string {
  const exit = state.enter(mark === '**' ? 'strong' : 'emphasis')
  const tracker = state.createTracker(info)
  const before = tracker.move(mark)
  const words = tracker.move(
    state.containerPhrasing(node, { after: mark.slice(0, 1), before, ...tracker.current() }),
  )
  exit()
  return before + words + mark
}
