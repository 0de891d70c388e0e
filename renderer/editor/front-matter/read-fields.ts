import { isMap, isScalar, isSeq, parseDocument, type Pair } from 'yaml'
import { isDeeplyNested } from '../../../shared/text/yaml-depth'

/** Loaded when the first front matter is found. */

export type FieldKind = 'text' | 'date' | 'status' | 'tags'

/** A key whose value is on the same line and can be changed without changing another byte. */
export interface Field {
  readonly key: string
  readonly kind: FieldKind
  readonly value: string
  /** The start of the key's line and the range of its value, in the parsed text. */
  readonly line: number
  readonly from: number
  readonly to: number
  /** The text after the value: a comment, or nothing. */
  readonly rest: string
}

const LONGEST = 20_000

/** The fields in the text between the fences; `undefined` if it cannot be parsed. */
export function readFields(inside: string): readonly Field[] | undefined {
  if (inside.length > LONGEST || isDeeplyNested(inside)) return undefined
  const items = itemsOf(inside)
  return items?.flatMap((item) => fieldOf(item, inside) ?? [])
}

function itemsOf(yaml: string): readonly Pair[] | undefined {
  try {
    const { contents, errors } = parseDocument(yaml, {
      schema: 'failsafe',
      logLevel: 'silent',
      uniqueKeys: false,
      keepSourceTokens: false,
    })
    return errors.length === 0 && isMap(contents) && contents.flow !== true ? contents.items : undefined
  } catch {
    return undefined
  }
}

function fieldOf({ key, value }: Pair, text: string): Field | undefined {
  if (!isScalar(key) || typeof key.value !== 'string' || key.value === '' || key.range == null)
    return undefined
  const line = text.lastIndexOf('\n', key.range[0] - 1) + 1
  const lineEnd = text.indexOf('\n', line) < 0 ? text.length : text.indexOf('\n', line)
  if (line !== key.range[0] || key.range[1] > lineEnd) return undefined
  const colon = text.indexOf(':', key.range[1])
  const shown = shownOf(value)
  if (shown === undefined || colon < 0 || colon >= lineEnd) return undefined
  const range = isScalar(value) || isSeq(value) ? value.range : undefined
  const isEmpty = range == null || range[0] === range[1]
  const [from, to] = isEmpty ? [colon + 1, colon + 1] : [range[0], range[1]]
  if (to > lineEnd || from <= colon) return undefined
  const rest = text.slice(to, lineEnd).trim()
  // A value on further lines, or one with an anchor, is not a field.
  if ((rest !== '' && !rest.startsWith('#')) || (!isEmpty && !/^[ \t]+$/.test(text.slice(colon + 1, from))))
    return undefined
  return { key: key.value, kind: kindOf(key.value, shown, isSeq(value)), value: shown, line, from, to, rest }
}

/** The value as shown to the writer; `undefined` if it is not a single line of text. */
function shownOf(value: unknown): string | undefined {
  if (value === null) return ''
  if (isScalar(value)) {
    const { value: words, type } = value
    const isLine = type === 'PLAIN' || type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
    return isLine && typeof words === 'string' && !/[\n\r]/.test(words) ? words : undefined
  }
  if (!isSeq(value) || value.flow !== true) return undefined
  const items = value.items.map((item) => (isScalar(item) ? String(item.value) : undefined))
  // A comma within an item would split it.
  return items.some(
    (item) => item === undefined || item === '' || /[,\n\r]/.test(item) || item !== item.trim(),
  )
    ? undefined
    : items.join(', ')
}

const STATUSES: ReadonlySet<string> = new Set(['draft', 'published'])
const DAY = /^\d{4}-\d{2}-\d{2}$/

function kindOf(key: string, value: string, isList: boolean): FieldKind {
  if (isList) return 'tags'
  if (key.toLowerCase() === 'status' && STATUSES.has(value)) return 'status'
  return DAY.test(value) ? 'date' : 'text'
}

/** The source of a new value for a field, quoted like the old one; a list stays a list. Without quotation marks the value has no spaces around it. */
export function writeField({ kind, from, to }: Field, value: string, text: string): string {
  const before = text.slice(from, to)
  const words = value.replace(/[\n\r\t]/g, ' ')
  const space = before === '' && text[from - 1] === ':' ? ' ' : ''
  if (kind === 'tags') {
    const items = words.split(',').flatMap((item) => item.trim() || [])
    return `[${items.map((item) => (isPlain(item, true) ? item : JSON.stringify(item))).join(', ')}]`
  }
  if (before.startsWith("'")) return `'${words.replaceAll("'", "''")}'`
  if (before.startsWith('"')) return JSON.stringify(words)
  // The space after a word is typed before the next word, and must not bring quotation marks.
  const trimmed = words.trim()
  return space + (isPlain(trimmed, false) ? trimmed : JSON.stringify(trimmed))
}

/** Whether the text can be written without quotation marks. */
function isPlain(words: string, isInList: boolean): boolean {
  if (words === '') return !isInList
  const items = itemsOf(isInList ? `a: [${words}]` : `a: ${words}\nb: c`)
  const value = items?.[0]?.value
  const only = isInList && isSeq(value) && value.items.length === 1 ? value.items[0] : value
  const isAlone = items?.length === (isInList ? 1 : 2)
  return (
    isAlone &&
    isScalar(only) &&
    only.type === 'PLAIN' &&
    only.value === words &&
    !/[#\u0080-\u009f]/.test(words)
  )
}
