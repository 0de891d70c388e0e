import { createJudge } from './exhaustive'
import type { ModelCapabilities } from './model-service'
import { APART, MIXED, movesOf, replay, TOGETHER, type Lines, type MoveName } from './moves'
import { startRun, SKELETON, type Run } from './run'
import { brokenNow, type Promises } from './proof'
import { createWorld, type Setting } from './world'

/** Test support: long random stories, on services of every kind. A seed always gives the same story. */
export interface Kind {
  readonly name: string
  readonly setting: Setting
  readonly lines: Lines
  readonly promises: Promises
  readonly weights: Weights
}

type Weights = Partial<Readonly<Record<MoveName, number>>>

export interface Result {
  readonly kind: Kind
  readonly story: readonly string[]
  readonly broken?: string
}

const WIRE: Weights = {
  'is answered': 10,
  reaches: 4,
  hears: 8,
  'hears twice': 1,
  'hears nothing': 3,
  'never arrives': 1,
  'is refused': 1,
  'arrives late': 3,
  polls: 4,
  lists: 1,
  'goes offline': 0.5,
  'comes back': 3,
  crashes: 1,
  'time passes': 0.5,
}
const WRITING: Weights = {
  types: 5,
  undoes: 0.7,
  renames: 0.7,
  tags: 0.7,
  publishes: 0.1,
  saves: 4,
  pauses: 3,
}
const DECIDING: Weights = {
  'keeps mine': 1,
  'takes theirs': 0.7,
  merges: 2,
  'keeps both': 0.5,
  'keeps as new': 1,
  'lets go': 0.5,
  'undoes the merge': 0.4,
  discards: 0.1,
}
const DELETING: Weights = { deletes: 0.2, 'brings back': 1 }
const ELSEWHERE: Weights = { 'x writes': 1.5, 'x renames': 0.3 }
const ALL: Weights = { ...WIRE, ...WRITING, ...DECIDING, ...DELETING, ...ELSEWHERE, 'x deletes': 0.1 }
/** A decision may put words into lines that are not their writer's. */
const { 'undoes the merge': _undo, merges: _merges, ...CALMLY } = ALL

const THREE: Setting = { clients: ['ann', 'ben', 'cat'], shared: { text: SKELETON } }
const ANN: Setting = { clients: ['ann'], shared: { text: SKELETON } }
const NEW: Setting = { clients: ['ann'], begun: SKELETON }
const SAFE: Promises = { apart: false, guarded: true }
const CALM: Promises = { apart: true, guarded: true }
const ALONE: Promises = { apart: true, guarded: true, alone: true }
const OPEN: Promises = { apart: false, guarded: false }

const { 'x writes': _writes, 'x renames': _renames, 'x deletes': _deletes, ...BY_HERSELF } = CALMLY
const { deletes: _delete, 'x deletes': _gone, ...WITHOUT_DELETES } = ALL

const kindOf = (
  name: string,
  setting: Setting,
  capabilities: Partial<ModelCapabilities>,
  more: Partial<Kind> = {},
): Kind => ({
  name,
  lines: MIXED,
  promises: SAFE,
  weights: ALL,
  ...more,
  setting: { ...setting, capabilities },
})

export const KINDS: readonly Kind[] = [
  kindOf('three writers', THREE, {}),
  kindOf('three writers in one line', THREE, {}, { lines: TOGETHER }),
  kindOf('three writers, each in a line', THREE, {}, { lines: APART, promises: CALM, weights: CALMLY }),
  kindOf('a lone writer', ANN, {}, { promises: ALONE, weights: BY_HERSELF }),
  kindOf('a lone writer begins', NEW, {}, { promises: ALONE, weights: BY_HERSELF }),
  kindOf(
    'a lone writer begins, no keys',
    NEW,
    { honoursKeys: false },
    { promises: ALONE, weights: BY_HERSELF },
  ),
  kindOf('a lone writer, trimmed', ANN, { trims: true }, { promises: ALONE, weights: BY_HERSELF }),
  kindOf('others join a new document', NEW, {}),
  kindOf('others join, no keys', NEW, { honoursKeys: false, clockAheadMs: 5_000 }),
  kindOf('others join, repeats are fresh', NEW, { repeatsWith: 'record now' }),
  kindOf('texts are trimmed', THREE, { trims: true }),
  kindOf('ETags come with GET only', THREE, { etagOnGetOnly: true }),
  kindOf('writes are answered with nothing', THREE, { writeAnswers: 'empty' }),
  kindOf('writes are answered with a page', THREE, { writeAnswers: 'page' }),
  kindOf('no history', THREE, { keepsVersions: false }),
  kindOf('texts have a limit', THREE, { maxLength: 120 }),
  kindOf('status is ignored', THREE, { ignores: ['status'] }),
  kindOf('tags are not shown', THREE, { hides: ['tagIds'] }, { weights: { ...ALL, tags: 0 } }),
  kindOf('guarded, not known yet', { ...THREE, guarded: false, guardQuestions: 5 }, {}),
  kindOf(
    'If-Match is ignored, not known yet',
    { ...ANN, guarded: false, guardQuestions: 5 },
    { etags: 'ignored' },
    { promises: OPEN, weights: WITHOUT_DELETES },
  ),
  kindOf(
    'If-Match is ignored',
    { ...ANN, guarded: false },
    { etags: 'ignored' },
    { promises: OPEN, weights: WITHOUT_DELETES },
  ),
  kindOf(
    'no ETags',
    { ...ANN, guarded: false },
    { etags: 'none' },
    { promises: OPEN, weights: WITHOUT_DELETES },
  ),
  kindOf(
    'If-Match is ignored, three writers',
    { ...THREE, guarded: false },
    { etags: 'ignored' },
    { promises: { ...OPEN, mayOverwrite: true } },
  ),
  kindOf(
    'no ETags, no history',
    { ...THREE, guarded: false },
    { etags: 'none', keepsVersions: false },
    { promises: { ...OPEN, mayOverwrite: true } },
  ),
]

/** Plays one story of at most `length` moves and lets it settle. */
export function runRandom(seed: number, length: number): Result {
  const random = mulberry32(seed)
  const kind = KINDS[Math.floor(random() * KINDS.length)]!
  const story: string[] = []
  let run = begin(kind)
  for (let step = 0; step < length; step += 1) {
    const moves = movesOf(run, kind.weights, kind.lines)
    const move = pick(moves, ({ name }) => kind.weights[name] ?? 0, random)
    if (move === undefined) break
    try {
      const next = move.make()
      if (next === undefined) continue
      story.push(move.label)
      run = next
    } catch (error) {
      return { kind: kind, story: [...story, move.label], broken: String(error) }
    }
    const broken = brokenNow(run, kind.promises)
    if (broken !== undefined) return { kind: kind, story, broken }
  }
  const broken = createJudge(kind.promises)(run)
  return { kind: kind, story, ...(broken !== undefined && { broken }) }
}

/** The story without the moves that it does not need to break a promise. */
export function shorten({ kind, story }: Result): Result {
  const breaks = (moves: readonly string[]) => {
    try {
      return createJudge(kind.promises)(replay(begin(kind), moves, kind.lines))
    } catch {
      return undefined
    }
  }
  let shortest = story
  for (let at = shortest.length - 1; at >= 0; at -= 1) {
    const shorter = shortest.toSpliced(at, 1)
    if (breaks(shorter) !== undefined) {
      shortest = shorter
      at = Math.min(at, shorter.length)
    }
  }
  const broken = breaks(shortest)
  return { kind: kind, story: shortest, ...(broken !== undefined && { broken }) }
}

function begin({ setting }: Kind): Run {
  return startRun(createWorld(setting))
}

function pick<T>(of: readonly T[], weigh: (one: T) => number, random: () => number): T | undefined {
  let at = random() * of.reduce((sum, one) => sum + weigh(one), 0)
  return of.find((one) => (at -= weigh(one)) < 0)
}

/** A small seeded generator of numbers from 0 to 1 (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
