/** What a document is beside its text, as its file says it. */
export interface FrontMatter {
  readonly title?: string
  readonly tags?: readonly string[]
  readonly status?: string
  /** Written for other programs; the service keeps its own time. */
  readonly updated?: string
}

export interface ReadFile {
  readonly fields: FrontMatter
  /** What is left for the text: keys that mean nothing here stay in a front matter of their own. */
  readonly text: string
  /** Written by an export of Stet: the text is byte for byte what it was. */
  readonly isOurs: boolean
  /** It begins like a front matter that cannot be read; all of it stays in the text. */
  readonly isBroken: boolean
}

const OURS = 'stet: 1'
const OPENING = /^---[ \t]*\r?\n/
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m

/** A file of an export: YAML that other programs read too, then the text as it is. */
export function writeFrontMatter(fields: FrontMatter, text: string): string {
  const { title = '', tags = [], status, updated } = fields
  const lines = [
    `title: ${JSON.stringify(title)}`,
    ...(tags.length === 0 ? [] : [`tags: [${tags.map((tag) => JSON.stringify(tag)).join(', ')}]`]),
    ...(status === undefined ? [] : [`status: ${JSON.stringify(status)}`]),
    ...(updated === undefined ? [] : [`updated: ${updated}`]),
    OURS,
  ]
  return `---\n${lines.join('\n')}\n---\n${text}`
}

/** Reads what `writeFrontMatter` and other programs write at the beginning of a file. */
export function readFrontMatter(content: string): ReadFile {
  const opening = OPENING.exec(content)
  if (!opening) return { fields: {}, text: content, isOurs: false, isBroken: false }
  const inside = content.slice(opening[0].length)
  const closing = CLOSING.exec(inside)
  // A rule at the top of a text is no front matter.
  if (!closing || closing.index > LONGEST)
    return { fields: {}, text: content, isOurs: false, isBroken: false }
  const block = inside.slice(0, closing.index)
  const rest = inside.slice(closing.index + closing[0].length)
  const entries = entriesOf(block)
  if (!entries) return { fields: {}, text: content, isOurs: false, isBroken: block.trim() !== '' }
  const fields = fieldsOf(entries)
  if (entries.some(({ key, raw }) => key === 'stet' && raw.trim() === OURS))
    return { fields, text: rest, isOurs: true, isBroken: false }
  const left = entries.filter((entry) => !isTaken(entry)).map(({ raw }) => raw)
  const text = rest.replace(/^(?:[ \t]*\r?\n)+/, '')
  return {
    fields,
    text: left.length === 0 ? text : `---\n${left.join('')}---\n\n${text}`,
    isOurs: false,
    isBroken: false,
  }
}

const LONGEST = 64_000
const TAKEN = new Set(['title', 'tags', 'tag', 'keywords'])
const STATUSES = new Set(['draft', 'published'])

/** It becomes a field of the document; all others, dates among them, stay in the text. */
const isTaken = ({ key, values }: Entry): boolean =>
  TAKEN.has(key.toLowerCase()) || (key.toLowerCase() === 'status' && STATUSES.has(values[0] ?? ''))

interface Entry {
  readonly key: string
  /** Scalars, or the items of a list. */
  readonly values: readonly string[]
  /** With its line ends, and the lines that belong to it. */
  readonly raw: string
}

/** Top-level keys of a YAML mapping; `undefined` where a line is nothing of the kind. */
function entriesOf(block: string): Entry[] | undefined {
  const entries: { key: string; values: string[]; raw: string }[] = []
  for (const line of block.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const last = entries.at(-1)
    const top = /^([\p{L}\p{N}_][^:\n]{0,100}?)[ \t]*:(?:[ \t]+(.*?))?[ \t]*\r?\n?$/su.exec(line)
    if (top) entries.push({ key: top[1] ?? '', values: valuesIn(top[2] ?? ''), raw: line })
    else if (last && /^(?:[ \t]|-(?:[ \t]|\r?\n)|\r?\n)/.test(line)) {
      last.raw += line
      const item = /^[ \t]*-[ \t]+(.*?)[ \t]*\r?\n?$/s.exec(line)?.[1]
      if (item !== undefined) last.values.push(scalar(item))
    } else if (!/^[ \t]*(?:#.*)?\r?\n?$/s.test(line)) return undefined
  }
  return entries
}

const ITEM = /\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*?)\s*(?:,|$)/g

function valuesIn(value: string): string[] {
  const list = /^\[(.*)\]$/s.exec(value.trim())?.[1]
  if (list === undefined) return value.trim() === '' ? [] : [scalar(value)]
  const items = [...list.matchAll(ITEM)].map(([, item = '']) => item)
  return items.map(scalar).filter((item) => item !== '')
}

function scalar(value: string): string {
  const plain = value.trim()
  if (/^".*"$/s.test(plain))
    try {
      return String(JSON.parse(plain))
    } catch {
      return plain.slice(1, -1)
    }
  return /^'.*'$/s.test(plain) ? plain.slice(1, -1).replaceAll("''", "'") : plain
}

function fieldsOf(entries: readonly Entry[]): FrontMatter {
  const values = (...keys: readonly string[]) =>
    entries.filter(({ key }) => keys.includes(key.toLowerCase())).flatMap((entry) => entry.values)
  const [title] = values('title')
  const status = values('status').find((value) => STATUSES.has(value))
  const tags = entries
    .filter(({ key }) => ['tags', 'tag', 'keywords'].includes(key.toLowerCase()))
    .flatMap((entry) => (isPlainList(entry) ? (entry.values[0] ?? '').split(',') : entry.values))
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '')
  return {
    ...(title !== undefined && { title }),
    ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    ...(status !== undefined && { status }),
  }
}

/** Tags in one line without brackets or quotes, with commas between them. */
const isPlainList = ({ values, raw }: Entry): boolean =>
  values.length === 1 && /^[^:]*:[ \t]*[^["'\s]/.test(raw)
