import { isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml'
import { TITLE_LENGTH_MAX } from '../../shared/terms'
import { lineEndOf } from '../../shared/text/line-ends'
import { isDeeplyNested } from '../../shared/text/yaml-depth'

/** The properties of a document as they stand in its file. */
interface FrontMatter {
  readonly title?: string
  readonly tags?: readonly string[]
  readonly status?: string
  /** For other programs only; the service keeps its own time. */
  readonly updated?: string
}

interface ReadFile {
  readonly fields: FrontMatter
  /** The remaining text. Keys that Stet does not know stay in a front matter at its beginning, byte for byte. */
  readonly text: string
  /** True where an export of Stet wrote the file: the text is then unchanged, byte for byte. */
  readonly isOurs: boolean
  /** True where the file begins like a front matter that cannot be read; all of it stays in the text. */
  readonly isBroken: boolean
}

const OURS = 'stet: 1'
const OPENING = /^---[ \t]*\r?\n/
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m
const LONGEST = 200_000
const TAG_KEYS: ReadonlySet<string> = new Set(['tags', 'tag', 'keywords'])
const STATUSES: ReadonlySet<string> = new Set(['draft', 'published'])
const DATES: ReadonlySet<string> = new Set(['created', 'created_at', 'date'])

/**
 * The content of an exported file: one front matter that other programs can read too, followed by the text as it is. A
 * front matter in the text itself is appended to it behind the line `stet: 1`; `readFrontMatter` gives exactly the same
 * text back.
 */
export function writeFrontMatter(fields: FrontMatter, text: string): string {
  const own = blockOf(text)
  const entries = own && entriesOf(own.inside)
  const joined = own && entries?.length ? joinedWith(own, entries, fields) : undefined
  if (joined !== undefined && isSame(readFrontMatter(joined), fields, text)) return joined
  return `${newBlock([...linesOf(fields, new Set()), OURS], text)}${text}`
}

/** Reads the front matter that `writeFrontMatter` and other programs write at the beginning of a file. */
export function readFrontMatter(content: string): ReadFile {
  const block = blockOf(content)
  if (!block) return { fields: {}, text: content, isOurs: false, isBroken: false }
  const { opening, inside, closing, rest } = block
  const entries = entriesOf(inside)
  if (!entries) return { fields: {}, text: content, isOurs: false, isBroken: inside.trim() !== '' }
  const fields = fieldsOf(entries)
  const ours = entries.find(({ key, values }) => key === 'stet' && values?.[0] === '1')
  if (ours) {
    const own = inside.slice(inside.indexOf('\n', ours.from) + 1)
    const text = own === '' ? rest : opening + own + closing + rest
    return { fields, text, isOurs: true, isBroken: false }
  }
  const taken = entries.filter((entry) => isTaken(entry, fields))
  const left = taken.reduceRight((kept, { from, to }) => kept.slice(0, from) + kept.slice(to), inside)
  const text = left.trim() === '' ? rest : opening + left + closing + rest
  return { fields, text, isOurs: false, isBroken: false }
}

/**
 * The text with a line `created: …` in its front matter, which is added where there is none. A text that has a date is
 * unchanged.
 */
export function withCreated(text: string, created: string): string {
  const block = blockOf(text)
  if (!block) return `${newBlock([`created: ${created}`], text)}${text}`
  const entries = entriesOf(block.inside)
  if (!entries || entries.some(({ key }) => DATES.has(key.toLowerCase()))) return text
  const lineEnd = block.opening.endsWith('\r\n') ? '\r\n' : '\n'
  return `${block.opening}created: ${created}${lineEnd}${text.slice(block.opening.length)}`
}

/** A front matter of these lines, with the same line ends as the text. */
function newBlock(lines: readonly string[], text: string): string {
  const lineEnd = lineEndOf(text)
  return ['---', ...lines, '---'].map((line) => line + lineEnd).join('')
}

interface Block {
  readonly opening: string
  readonly inside: string
  readonly closing: string
  readonly rest: string
}

/** The lines between two rules at the top of a text; a single rule is not a front matter. */
function blockOf(content: string): Block | undefined {
  const opening = OPENING.exec(content)?.[0]
  if (opening === undefined) return undefined
  const within = content.slice(opening.length, opening.length + LONGEST)
  const closing = CLOSING.exec(within)
  if (!closing) return undefined
  const start = opening.length + closing.index
  const end = start + closing[0].length
  return {
    opening,
    inside: content.slice(opening.length, start),
    closing: content.slice(start, end),
    rest: content.slice(end),
  }
}

function joinedWith(
  { opening, inside, closing, rest }: Block,
  entries: readonly Entry[],
  fields: FrontMatter,
): string {
  const lineEnd = opening.endsWith('\r\n') ? '\r\n' : '\n'
  const keys = new Set(entries.map(({ key }) => key.toLowerCase()))
  const ours = [...linesOf(fields, keys), OURS].map((line) => line + lineEnd).join('')
  return opening + ours + inside + closing + rest
}

/** The lines of the fields, one for each key, without keys that the text's own front matter has already. */
function linesOf(fields: FrontMatter, own: ReadonlySet<string>): readonly string[] {
  const { title = '', tags = [], status, updated } = fields
  const lines: readonly (readonly [key: string, value: string | undefined])[] = [
    ['title', JSON.stringify(title)],
    ['tags', tags.length === 0 ? undefined : `[${tags.map((tag) => JSON.stringify(tag)).join(', ')}]`],
    ['status', status === undefined ? undefined : JSON.stringify(status)],
    ['updated', updated],
  ]
  return lines.flatMap(([key, value]) => (value === undefined || own.has(key) ? [] : [`${key}: ${value}`]))
}

const isSame = (read: ReadFile, { title = '', tags = [], status = 'draft' }: FrontMatter, text: string) =>
  read.isOurs &&
  read.text === text &&
  read.fields.title === title &&
  (read.fields.status ?? 'draft') === status &&
  JSON.stringify(read.fields.tags ?? []) === JSON.stringify(tags)

interface Entry {
  readonly key: string
  /** A scalar, or the items of a list of scalars; `undefined` for another kind of value. */
  readonly values: readonly string[] | undefined
  readonly isOneScalar: boolean
  /** Whether the value is a scalar without quotes. */
  readonly isPlain: boolean
  /** The lines of the entry within the block, without blank lines and comments below it. */
  readonly from: number
  readonly to: number
}

/** The entries of a YAML mapping in block style; `undefined` where the block is anything else. */
function entriesOf(block: string): readonly Entry[] | undefined {
  if (isDeeplyNested(block)) return undefined
  try {
    // Every scalar is read as a string, and no alias is followed.
    const { contents, errors } = parseDocument(block, {
      schema: 'failsafe',
      logLevel: 'silent',
      // Otherwise the library compares each key with all others.
      uniqueKeys: false,
    })
    if (errors.length > 0 || !isMap(contents) || contents.flow === true) return undefined
    if (new Set(contents.items.map(({ key }) => String((key as Scalar).value))).size < contents.items.length)
      return undefined
    const starts = contents.items.map(({ key }) => lineStart(block, (key as Scalar).range?.[0] ?? 0))
    return contents.items.map(({ key, value }, index) => ({
      key: String((key as Scalar).value),
      values: isScalar(value)
        ? [String(value.value)].filter((one) => one !== '')
        : isSeq(value) && value.items.every(isScalar)
          ? value.items.map((item) => String((item as Scalar).value))
          : undefined,
      isOneScalar: isScalar(value) && !value.type?.startsWith('BLOCK'),
      isPlain: isScalar(value) && value.type === 'PLAIN',
      from: starts[index] ?? 0,
      to: withoutTail(block, starts[index] ?? 0, starts[index + 1] ?? block.length),
    }))
  } catch {
    // A block on which the library throws is not read.
    return undefined
  }
}

/** The end of the lines from `from` to `to`, without trailing blank lines and comments. */
function withoutTail(block: string, from: number, to: number): number {
  const lines = block.slice(from, to).split(/(?<=\n)/)
  while (lines.length > 1 && /^[ \t]*(?:#.*)?\r?\n?$/.test(lines.at(-1) ?? '')) lines.pop()
  return from + lines.join('').length
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

/** Whether the entry becomes a field of the document; all others, such as dates, stay in the text. */
function isTaken(entry: Entry, fields: FrontMatter): boolean {
  const { key, values } = entry
  const name = key.toLowerCase()
  if (values === undefined || values.length === 0) return false
  if (name === 'title') return isTitle(entry) && values[0] === fields.title && isShort(values[0])
  return TAG_KEYS.has(name) || (name === 'status' && STATUSES.has(values[0] ?? ''))
}

/** A longer title stays in the text as well, whole. */
const isShort = (title = ''): boolean => title.length <= TITLE_LENGTH_MAX

/** Whether the value is a single line; a list or a paragraph under this key is not a title. */
const isTitle = ({ values, isOneScalar }: Entry): boolean => isOneScalar && values?.length === 1

function fieldsOf(entries: readonly Entry[]): FrontMatter {
  const named = (name: string) => entries.filter(({ key }) => key.toLowerCase() === name)
  const title = named('title').find(isTitle)?.values?.[0]
  const isEmptyTitle = named('title').some(({ values, isPlain }) => values?.length === 0 && !isPlain)
  const status = named('status').find(({ values }) => STATUSES.has(values?.[0] ?? ''))?.values?.[0]
  const tags = entries
    .filter(({ key }) => TAG_KEYS.has(key.toLowerCase()))
    .flatMap(({ values = [], isPlain }) => (isPlain ? (values[0] ?? '').split(',') : values))
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '')
  return {
    ...(title !== undefined ? { title } : isEmptyTitle && { title: '' }),
    ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    ...(status !== undefined && { status }),
  }
}
