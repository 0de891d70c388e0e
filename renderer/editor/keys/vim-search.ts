import { Vim, type CM5EditorInterface, type ExParams } from '@replit/codemirror-vim'
import { say } from './vim-messages'

/** Repeated groups, and many repetitions in sequence, may block the window for hours on one line. */
const REPEATED_GROUP = /\)(?:[*+]|\{\d+,)/
const REPETITION = /(?<!\\)(?:[*+]|\{\d+,\d*\})/g
const REPETITIONS_MAX = 2

const isBearable = (pattern: string): boolean =>
  !REPEATED_GROUP.test(pattern) && (pattern.match(REPETITION)?.length ?? 0) <= REPETITIONS_MAX

/**
 * Matches backslashes that Vim puts before signs that need none, which CodeMirror's regular expressions reject outside
 * brackets.
 */
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

/** Refuses patterns that could block the window, because Vim searches in the window itself, and says so. */
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

/** Matches the pattern up to the next slash, after the beginning of the command. */
const PATTERN = /^[^/]*\/((?:\\[\s\S]|[^\\/])*)/

/** The pattern as a regular expression: without `pcre`, Vim's special signs have a backslash. */
const expressionOf = (pattern: string): string =>
  Vim.getOption('pcre') === false ? pattern.replaceAll('\\', '') : pattern

/**
 * Guards the commands that try their pattern on each line in the window itself. Names that begin like a command and
 * continue are matched before it.
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
