import type { Handle, Info, State } from 'mdast-util-to-markdown'

type Marked = Parameters<State['containerPhrasing']>[0]

/**
 * Bold, italic and struck words as a writer types them. The library writes the letter before a mark as an entity where
 * CommonMark would otherwise read the mark as text.
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

export const strikethrough: Handle = Object.assign(
  (node: Marked, _: unknown, state: State, info: Info): string => within(node, state, info, '~~'),
  { peek: () => '~' },
)

const CONSTRUCTS = { '**': 'strong', '*': 'emphasis', _: 'emphasis', '~~': 'strikethrough' } as const

function within(node: Marked, state: State, info: Info, mark: keyof typeof CONSTRUCTS): string {
  const exit = state.enter(CONSTRUCTS[mark])
  const tracker = state.createTracker(info)
  const before = tracker.move(mark)
  const words = tracker.move(
    state.containerPhrasing(node, { after: mark.slice(0, 1), before, ...tracker.current() }),
  )
  exit()
  const [opening, inner, closing] = markable(words, info)
  return inner === '' ? words : opening + before + inner + mark + closing
}

const LETTER = /[\p{L}\p{N}]/u
/** Signs that mean nothing in markdown. */
const PUNCTUATION = /[^\p{ASCII}\P{P}]|[(),.:;?"']/u
const SPACE = /\s/

/**
 * The words for the mark, and the signs that have to stand before and behind it: between a letter and such a sign
 * CommonMark reads a mark as text, as in Japanese and Chinese, which have no spaces there.
 */
function markable(words: string, { before, after }: Info): readonly [string, string, string] {
  let [from, to] = [0, words.length]
  if (LETTER.test(before)) while (from < to && PUNCTUATION.test(words.charAt(from))) from++
  while (from > 0 && from < to && SPACE.test(words.charAt(from))) from++
  if (LETTER.test(after)) while (to > from && PUNCTUATION.test(words.charAt(to - 1))) to--
  while (to < words.length && to > from && SPACE.test(words.charAt(to - 1))) to--
  return [words.slice(0, from), words.slice(from, to), words.slice(to)]
}
