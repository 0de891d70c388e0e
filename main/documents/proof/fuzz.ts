import { judgedBy } from './judged'
import type { ModelCapabilities } from './model-service'
import { APART, MIXED, movesOf, TOGETHER, type Lines, type MoveName } from './moves'
import { startRun, SKELETON, type Run } from './run'
import type { Promises } from './proof'
import type { StoryKind } from './random-stories'
import { createWorld, type Setting } from './world'

/** Test support: the kinds of services and writers of the random stories. */
export interface Kind extends StoryKind<Run> {
  readonly setting: Setting
  readonly lines: Lines
}

type Weights = Partial<Readonly<Record<MoveName, number>>>

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
  'decides while typing': 1,
  'undoes the merge': 0.4,
  discards: 0.1,
}
const DELETING: Weights = { deletes: 0.2, 'brings back': 1 }
const ELSEWHERE: Weights = { 'x writes': 1.5, 'x renames': 0.3 }
const ALL: Weights = { ...WIRE, ...WRITING, ...DECIDING, ...DELETING, ...ELSEWHERE, 'x deletes': 0.1 }
/** A decision may put words into lines that belong to another writer. */
const { 'undoes the merge': _undo, 'decides while typing': _typing, merges: _merges, ...CALMLY } = ALL

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
  {
    lines = MIXED,
    promises = SAFE,
    weights = ALL,
  }: { readonly lines?: Lines; readonly promises?: Promises; readonly weights?: Weights } = {},
): Kind => ({
  name,
  setting: { ...setting, capabilities },
  lines,
  weights,
  begin: () => startRun(createWorld({ ...setting, capabilities })),
  movesOf: (run) => movesOf(run, weights, lines),
  judged: () => judgedBy(promises),
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
