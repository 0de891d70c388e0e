import type { StoryKind } from '../../../documents/proof/random-stories'
import { movesOf, type MoveName } from './moves'
import { startRun, type Run } from './run'
import { judgedBy, type Promises } from './proof'
import { createWorld, type Setting } from './world'

/** Test support: the kinds of services and writers of the random stories of folders, tags and files. */
type Weights = Partial<Readonly<Record<MoveName, number>>>

const WIRE: Weights = {
  sends: 8,
  'is answered': 8,
  reaches: 4,
  hears: 6,
  'hears nothing': 3,
  'never arrives': 1,
  'is refused': 1,
  'arrives late': 3,
  pulls: 3,
  crashes: 1,
  'time passes': 0.3,
}
const WRITING: Weights = { makes: 0.3, renames: 3, moves: 1, deletes: 0.5, 'brings back': 1.5 }
const ALONE: Weights = { ...WIRE, ...WRITING }
const ALL: Weights = {
  ...ALONE,
  retries: 1,
  discards: 0.3,
  'is rejected': 0.3,
  'x renames': 0.7,
  'x moves': 0.5,
  'x deletes': 0.1,
}

const { 'arrives late': _late, ...IN_TIME } = ALL

const ANN: Setting = { kind: 'folder', clients: ['ann'], shared: 'A' }
const WITHOUT_KEYS: Setting = { ...ANN, capabilities: { honoursKeys: false } }
const BOTH: Setting = { ...ANN, clients: ['ann', 'ben'] }

const kind = (name: string, setting: Setting, promises: Promises, weights: Weights): StoryKind<Run> => ({
  name,
  weights,
  begin: () => startRun(createWorld(setting)),
  movesOf: (run) => movesOf(run, weights),
  judged: () => judgedBy(promises),
})

export const KINDS: readonly StoryKind<Run>[] = [
  kind('folders of one writer', ANN, { calm: true }, ALONE),
  kind('folders of two devices', BOTH, {}, ALL),
  kind('folders of one writer, keys not honoured', WITHOUT_KEYS, { calm: true }, ALONE),
  kind('folders, keys not honoured', WITHOUT_KEYS, { mayDouble: true }, ALL),
  kind(
    'folders, empty answers',
    { ...ANN, capabilities: { answersEmpty: true } },
    { mayDouble: true },
    ALONE,
  ),
  kind('folders, ETags not known', { ...ANN, listed: true, etags: 'unknown' }, {}, ALL),
  kind('folders without ETags', { ...ANN, capabilities: { etags: false } }, { calm: true }, ALONE),
  kind('tags of one writer', { ...ANN, kind: 'tag' }, { calm: true }, ALONE),
  // Without guarded writes, an own write that lands late and is changed elsewhere before any client reads it leaves no
  // trace.
  kind('tags, and somebody elsewhere', { ...ANN, kind: 'tag' }, { mayOverwrite: true }, IN_TIME),
  kind('files of one writer', { ...ANN, kind: 'file' }, { calm: true }, ALONE),
  kind('files of two devices', { ...BOTH, kind: 'file' }, {}, ALL),
]
