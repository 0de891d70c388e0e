/** The colours that a writer's own theme may set; anything else in its file is ignored. */
export const THEME_TOKENS = [
  ...[
    'paper',
    'chrome',
    'raised',
    'ink',
    'soft',
    'faint',
    'line',
    'edge',
    'hover',
    'select',
    'accent',
    'on-accent',
  ],
  ...['mine-bg', 'theirs', 'theirs-bg', 'add', 'add-bg', 'del', 'del-bg', 'violet', 'hit'],
] as const

const KNOWN: ReadonlySet<string> = new Set(THEME_TOKENS)

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const FUNCTION = /^(?:rgba?|hsla?|oklch)\(([\d.,/% +deg-]{5,80})\)$/i
const NUMBER = /^[+-]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(?:%|deg)?$/
const LIGHT_DARK = /^light-dark\(([^(),]*(?:\([^()]*\))?), ?([^(),]*(?:\([^()]*\))?)\)$/i

function isOneColour(value: string): boolean {
  if (HEX.test(value)) return true
  const parts =
    FUNCTION.exec(value)?.[1]
      ?.split(/[ ,/]/)
      .filter((part) => part !== '') ?? []
  return (parts.length === 3 || parts.length === 4) && parts.every((part) => NUMBER.test(part))
}

/** A longer file is not a list of colours. */
export const THEME_FILE_MAX = 64_000
/** The longest value of a token. */
export const THEME_VALUE_MAX = 200

/**
 * Whether the value is a colour in numbers, or one for light and one for dark; names, addresses and computed values are
 * not allowed.
 */
export function isThemeColour(value: string): boolean {
  if (value.length > THEME_VALUE_MAX) return false
  const [, light, dark] = LIGHT_DARK.exec(value) ?? []
  if (light === undefined || dark === undefined) return isOneColour(value)
  return isOneColour(light.trim()) && isOneColour(dark.trim())
}

export const isThemeToken = (name: string): boolean => KNOWN.has(name)

interface ReadTheme {
  readonly tokens: Readonly<Record<string, string>>
  /** A sentence for each line that is not accepted. */
  readonly refused: readonly string[]
}

/** Reads a theme: lines such as `--paper: #fdfcfa;`, inside `:root { }` or on their own. */
export function readTheme(css: string): ReadTheme {
  const tokens: Record<string, string> = {}
  const refused: string[] = []
  const text = withoutComments(css.slice(0, THEME_FILE_MAX))
  for (const [at, line] of text.split(/\r\n?|\n/).entries())
    for (const part of line.replace(/^\s*:root\s*\{/, '').split(/[;}]/)) {
      const words = part.trim().replace(/\s+/g, ' ')
      if (words === '') continue
      const why = take(words, tokens)
      if (why !== undefined) refused.push(`Line ${at + 1}: ${why}`)
    }
  if (css.length > THEME_FILE_MAX) refused.push('The file is too long, so that its end was not read.')
  return { tokens, refused }
}

/** Removes comments but keeps their line breaks, so that lines keep their numbers. */
function withoutComments(css: string): string {
  let text = ''
  for (let at = 0; at < css.length;) {
    const open = css.indexOf('/*', at)
    if (open < 0) return text + css.slice(at)
    const close = css.indexOf('*/', open + 2)
    const end = close < 0 ? css.length : close + 2
    text += css.slice(at, open) + css.slice(open, end).replace(/[^\n]/g, '')
    at = end
  }
  return text
}

const shortly = (words: string): string => (words.length > 40 ? `${words.slice(0, 40)}…` : words)

/** Adds a line to the tokens, or returns why it is not accepted. */
function take(words: string, tokens: Record<string, string>): string | undefined {
  const colon = words.indexOf(':')
  const [name, value] = [words.slice(0, colon).trim(), words.slice(colon + 1).trim()]
  if (colon < 0 || !name.startsWith('--'))
    return `“${shortly(words)}” is no token. A theme has only lines such as “--paper: #fdfcfa;”.`
  if (!isThemeToken(name.slice(2))) return `Stet has no token “${shortly(name)}”.`
  if (!isThemeColour(value))
    return `“${shortly(value)}” is no colour that a theme can have, such as #fdfcfa or rgb(253 252 250).`
  tokens[name.slice(2)] = value
  return undefined
}
