import type { LineCluster, TextName, ThreeLines } from './by-line'
import type { Range } from './clusters'
import { lineContent, type Lines } from '../diff/lines'
import { numberOf } from '../diff/numbering'
import { diffSequences } from '../diff/sequence-diff'
import type { Hunk, Sequence, Work } from '../diff/sequence'
import { CLOSING, frontMatterEnd, keyOf } from '../markdown/front-matter-lines'

/** The number of lines of front matter in each text. */
export type Heads = { readonly [Text in TextName]: number }

/** The front matter of the three texts; none where one side has no closed front matter. */
export function headsOf({ base, mine, theirs }: ThreeLines): Heads {
  const heads = { base: headOf(base), mine: headOf(mine), theirs: headOf(theirs) }
  return heads.mine > 0 && heads.theirs > 0 ? heads : { base: 0, mine: 0, theirs: 0 }
}

function headOf(lines: Lines): number {
  const head = lines.starts.indexOf(frontMatterEnd(lines.text))
  return head > 2 && CLOSING.test(lineContent(lines, head - 1)) ? head : 0
}

/**
 * The changes of the front matter, by key: a key with its nested lines is one field, and every line between fields is a
 * unit of its own. Adjacent fields can be added, changed and removed without a question. Where a key would occur twice,
 * because a side moved it, everything between its two places is one clash.
 */
export function fieldClusters(lines: ThreeLines, heads: Heads, work: Work): readonly LineCluster[] {
  const numbers = new Map<string, number>()
  const fields = (text: TextName): Fields => fieldsOf(lines[text], heads[text], numbers)
  const three = { base: fields('base'), mine: fields('mine'), theirs: fields('theirs') }
  return withEachKeyOnce(lines, alignedFields(lines, three, numbers.size, work)).flatMap(
    ({ by, ...ranges }) => (by === 'same' ? [] : { ...ranges, by }),
  )
}

/** Fields are numbered by key, and lines between fields by their words. */
type Fields = Sequence & {
  /** The first line of each; the last number is the end of the front matter. */
  readonly starts: readonly number[]
}

function fieldsOf(lines: Lines, head: number, numbers: Map<string, number>): Fields {
  const starts = [head]
  const names: string[] = []
  let isNested = false
  // From the end: a blank line and a comment are nested where more of the field follows them.
  for (let line = head - 1; line >= 0; line--) {
    const text = lineContent(lines, line)
    const key = keyOf(text)
    const isMark = line === 0 || line === head - 1
    isNested = key === undefined && !isMark && (isNested || !/^(?:#|\s*$)/.test(text))
    if (isNested) continue
    starts.push(line)
    names.push(isMark ? 'mark' : key === undefined ? `line ${text}` : `${KEYED}${key}`)
  }
  names.reverse()
  const ids = Int32Array.from(names, (name) => numberOf(name, numbers))
  return { ids, starts: starts.reverse(), textOf: (index) => names[index] ?? '' }
}

const KEYED = 'key '

/** One field in each text, and its keys there. */
type Field = Ranges & { readonly by: LineCluster['by'] | 'same'; readonly keys: readonly string[] }
type Ranges = { readonly [Text in TextName]: Range }

/** The fields of all three texts, in an order that is consistent with each. */
function alignedFields(
  lines: ThreeLines,
  { base, mine, theirs }: { readonly [Text in TextName]: Fields },
  ids: number,
  work: Work,
): readonly Field[] {
  const aligned: Field[] = []
  const at = { base: 0, mine: 0, theirs: 0 }
  const add = (ofBase: number, ofMine: number, ofTheirs: number): void => {
    const take = ({ starts }: Fields, text: TextName, count: number): Range => ({
      from: starts[at[text]]!,
      to: starts[(at[text] += count)]!,
    })
    const keys = [...keysFrom(mine, at.mine, ofMine), ...keysFrom(theirs, at.theirs, ofTheirs)]
    const ranges = {
      base: take(base, 'base', ofBase),
      mine: take(mine, 'mine', ofMine),
      theirs: take(theirs, 'theirs', ofTheirs),
    }
    aligned.push(fieldOf(lines, ranges, keys))
  }
  const my = editsOf(diffSequences(base, mine, ids, work))
  const their = editsOf(diffSequences(base, theirs, ids, work))
  for (let place = 0; place <= base.ids.length; place++) {
    const [left, right] = [my.put.get(place), their.put.get(place)]
    const [a, b] = [within(mine, left), within(theirs, right)]
    const areRewritten = rewrites(left) && rewrites(right)
    let done = 0
    for (const { aFrom, aTo, bFrom, bTo } of [...symmetricHunks(a, b, ids, work), atTheEnd(a)]) {
      for (; done < aFrom; done++) add(0, 1, 1)
      if (areRewritten && aFrom < aTo && bFrom < bTo) add(0, aTo - aFrom, bTo - bFrom)
      else if (a.textOf(aFrom) < b.textOf(bFrom)) {
        addEach(aTo - aFrom, () => add(0, 1, 0))
        addEach(bTo - bFrom, () => add(0, 0, 1))
      } else {
        addEach(bTo - bFrom, () => add(0, 0, 1))
        addEach(aTo - aFrom, () => add(0, 1, 0))
      }
      done = aTo
    }
    if (place < base.ids.length) add(1, my.gone.has(place) ? 0 : 1, their.gone.has(place) ? 0 : 1)
  }
  return aligned
}

function addEach(count: number, add: () => void): void {
  for (let index = 0; index < count; index++) add()
}

function keysFrom({ textOf }: Fields, from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => textOf(from + index)).filter((name) =>
    name.startsWith(KEYED),
  )
}

/** The fields of the base that a side has removed, and those that it has inserted, with the following field. */
function editsOf(hunks: readonly Hunk[]) {
  const gone = new Set<number>()
  const put = new Map<number, Hunk>()
  for (const hunk of hunks) {
    for (let index = hunk.aFrom; index < hunk.aTo; index++) gone.add(index)
    put.set(hunk.aTo, hunk)
  }
  return { gone, put }
}

function within({ ids, textOf }: Fields, hunk: Hunk | undefined): Sequence {
  const { bFrom, bTo } = hunk ?? { bFrom: 0, bTo: 0 }
  return { ids: ids.subarray(bFrom, bTo), textOf: (index) => textOf(bFrom + index) }
}

/** Of several ways to align two sides, always the same one, whichever is mine. */
function symmetricHunks(a: Sequence, b: Sequence, ids: number, work: Work): readonly Hunk[] {
  const names = ({ ids: list, textOf }: Sequence) => [...list.keys()].map(textOf).join('\n')
  if (names(a) <= names(b)) return diffSequences(a, b, ids, work)
  return diffSequences(b, a, ids, work).map(({ aFrom, aTo, bFrom, bTo }) => {
    return { aFrom: bFrom, aTo: bTo, bFrom: aFrom, bTo: aTo }
  })
}

const rewrites = (hunk: Hunk | undefined): boolean => hunk !== undefined && hunk.aFrom < hunk.aTo
const atTheEnd = ({ ids }: Sequence): Hunk => ({ aFrom: ids.length, aTo: ids.length, bFrom: 0, bTo: 0 })

function fieldOf(lines: ThreeLines, ranges: Ranges, keys: readonly string[]): Field {
  const areEqual = (one: TextName, other: TextName): boolean => {
    const ids = (text: TextName) => lines[text].ids.subarray(ranges[text].from, ranges[text].to)
    const [left, right] = [ids(one), ids(other)]
    return left.length === right.length && left.every((id, index) => id === right[index])
  }
  if (areEqual('mine', 'theirs')) return { ...ranges, keys, by: areEqual('base', 'mine') ? 'same' : 'both' }
  const by = areEqual('base', 'mine') ? 'theirs' : areEqual('base', 'theirs') ? 'mine' : 'several'
  return { ...ranges, keys, by }
}

function withEachKeyOnce(lines: ThreeLines, fields: readonly Field[]): readonly Field[] {
  const result: Field[] = []
  const places = new Map<string, number>()
  const placeOf = (field: Field): number =>
    Math.min(result.length, ...keptKeys(field).map((key) => places.get(key) ?? result.length))
  for (let field of fields) {
    for (let place = placeOf(field); place < result.length; place = placeOf(field))
      field = asOne(lines, [...result.splice(place), field])
    keptKeys(field).forEach((key) => places.set(key, result.length))
    result.push(field)
  }
  return result
}

/** The keys that a field keeps in the result: none where it was deleted. */
function keptKeys({ by, keys, mine, theirs }: Field): readonly string[] {
  const isAsked = by === 'several' || by === 'clash'
  const { from, to } = by === 'theirs' ? theirs : mine
  return isAsked || from < to ? keys : []
}

function asOne(lines: ThreeLines, fields: readonly Field[]): Field {
  const [first, last] = [fields[0]!, fields.at(-1)!]
  const range = (text: TextName): Range => ({ from: first[text].from, to: last[text].to })
  const keys = fields.flatMap((field) => field.keys)
  const whole = fieldOf(lines, { base: range('base'), mine: range('mine'), theirs: range('theirs') }, keys)
  return whole.by === 'several' ? { ...whole, by: 'clash' } : whole
}
