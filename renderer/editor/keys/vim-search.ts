import { Vim, type CM5EditorInterface, type ExParams } from '@replit/codemirror-vim'
import { say } from './vim-messages'

/** Repeated groups, and many repetitions side by side, may keep the window busy for hours on one line. */
const REPEATED_GROUP = /\)(?:[*+]|\{\d+,)/
const REPETITION = /(?<!\\)(?:[*+]|\{\d+,\d*\})/g
const REPETITIONS_MAX = 2

const isBearable = (pattern: string): boolean =>
  !REPEATED_GROUP.test(pattern) && (pattern.match(REPETITION)?.length ?? 0) <= REPETITIONS_MAX

/** Vim puts a backslash before signs that need none, which CodeMirror's expressions refuse outside of brackets. */
const NEEDLESS = /\\([^\w\s^$\\.*+?()[\]{}|/])|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\[])*\]/g

const asRead = (query: RegExp): RegExp => {
  const source = query.source.replace(NEEDLESS, (all: string, sign: string | undefined) => sign ?? all)
  return new RegExp(source, `${query.flags.replace('u', '')}u`)
}

const COULD_HALT = 'This pattern could halt the window. “Find in document” tries such a pattern beside it.'

function readPattern(query: RegExp): RegExp | string {
  if (!isBearable(query.source)) return COULD_HALT
  try {
    return asRead(query)
  } catch {
    return 'This pattern cannot be read.'
  }
}

const NOTHING = {
  ...{ find: () => null, findNext: () => null, findPrevious: () => null },
  from: () => undefined,
  to: () => undefined,
  replace: () => {},
  match: null,
}

/** Vim searches in the window itself: a pattern that could halt it is not searched for, and it says so. */
export function guardSearch(cm: CM5EditorInterface): void {
  const search = cm.getSearchCursor.bind(cm)
  const mark = cm.addOverlay.bind(cm)
  cm.getSearchCursor = (query, from) => {
    const read = readPattern(query)
    if (typeof read !== 'string') return search(read, from)
    say(cm, read)
    return NOTHING
  }
  cm.addOverlay = ({ query }) => {
    const read = readPattern(query)
    return typeof read === 'string' ? undefined : (mark({ query: read }) as unknown)
  }
}

type ExCommands = Readonly<Record<string, (cm: CM5EditorInterface, params: ExParams) => void>>

/** The pattern before the next slash, behind what the command has before it. */
const PATTERN = /^[^/]*\/((?:\\[\s\S]|[^\\/])*)/

/** As an expression: without `pcre` vim's own signs have a backslash. */
const expressionOf = (pattern: string): string =>
  Vim.getOption('pcre') === false ? pattern.replaceAll('\\', '') : pattern

/**
 * These try their pattern on each line in the window itself. A word that begins like the name of one of vim's commands, and
 * goes on, is found before it.
 */
export function guardLines(): void {
  for (const [name, prefix] of [
    ['global', 'g'],
    ['vglobal', 'v'],
    ['sort', 'sor'],
  ] as const)
    Vim.defineEx(`${name} with a bearable pattern`, prefix, function (this: ExCommands, cm, params) {
      const asked = expressionOf(PATTERN.exec(params.argString ?? '')?.[1] ?? '')
      const last = cm.state.vim?.['searchState_']?.getQuery()
      const pattern = asked === '' && name !== 'sort' ? (last?.source ?? '') : asked
      if (isBearable(pattern)) this[name]?.(cm, params)
      else say(cm, COULD_HALT)
    })
}
