import { search } from '../../../documents/proof/exhaustive'
import { replay } from '../../../documents/proof/random-stories'
import { movesOf, type Alphabet } from './moves'
import { startRun, type Run } from './run'
import { judgedBy, type Promises } from './proof'
import { createWorld, type Setting } from './world'

/**
 * Test support: a state from which the search for stories of folders, tags and files begins, and the moves that may
 * follow.
 */
export interface Start {
  readonly name: string
  readonly setting: Setting
  readonly promises: Promises
  /** The moves that have been made already. */
  readonly story: readonly string[]
  readonly alphabet: Alphabet
  readonly depth: number
}

const any = Infinity
const ANN: Setting = { kind: 'folder', clients: ['ann'], shared: 'A' }
const BOTH: Setting = { ...ANN, clients: ['ann', 'ben'] }
const NEW: Setting = { kind: 'folder', clients: ['ann'] }
const TAG: Setting = { ...ANN, kind: 'tag' }
const NEW_TAG: Setting = { ...NEW, kind: 'tag' }
const FILE: Setting = { ...ANN, kind: 'file' }
const MADE = ['ann makes']
const SAFE: Promises = {}
const CALM: Promises = { calm: true }

/** Moves without a limit cost less than limited ones, because their count is not part of a state. */
const WIRE: Alphabet = {
  sends: any,
  'is answered': any,
  reaches: any,
  hears: any,
  'hears nothing': any,
  'arrives late': any,
  crashes: any,
}
const DELETING: Alphabet = { deletes: any, 'brings back': any }
const ASKED: Alphabet = { retries: any, discards: any, pulls: any }

const start = (
  name: string,
  depth: number,
  setting: Setting,
  promises: Promises,
  alphabet: Alphabet,
  story: readonly string[] = [],
): Start => ({ name, depth, setting, promises, alphabet, story })

const withAll = (setting: Setting, capabilities: Setting['capabilities'] = {}): Setting => ({
  ...setting,
  capabilities,
})

export const STARTS: readonly Start[] = [
  start('a folder of one writer', 8, ANN, CALM, {
    ...WIRE,
    renames: 2,
    moves: 1,
    pulls: any,
    'is refused': 1,
  }),
  start('a folder renamed on both sides', 8, ANN, SAFE, { ...WIRE, ...ASKED, renames: 2, 'x renames': 1 }),
  start('a clash, and more there', 8, ANN, SAFE, {
    ...WIRE,
    pulls: any,
    renames: 1,
    'x renames': 1,
    'x moves': 1,
  }),
  start('a folder renamed here, moved there', 8, ANN, CALM, {
    ...WIRE,
    renames: 2,
    'x moves': 1,
    pulls: any,
  }),
  start('a folder of two devices', 7, BOTH, SAFE, {
    sends: any,
    'is answered': any,
    renames: 2,
    pulls: any,
    retries: any,
    deletes: 1,
    'hears nothing': any,
  }),
  start('a folder deleted and brought back', 9, ANN, CALM, { ...WIRE, ...DELETING, renames: 1, pulls: any }),
  start('a folder deleted here, renamed there', 8, ANN, SAFE, {
    ...WIRE,
    ...DELETING,
    ...ASKED,
    'x renames': 1,
  }),
  start('a folder deleted there', 8, ANN, SAFE, {
    ...WIRE,
    ...DELETING,
    ...ASKED,
    renames: 1,
    'x deletes': 1,
  }),
  start('a refused folder', 8, ANN, SAFE, { ...WIRE, ...ASKED, renames: 2, 'is rejected': 1, deletes: 1 }),
  start(
    'a new folder',
    8,
    NEW,
    CALM,
    { ...WIRE, ...DELETING, renames: 1, pulls: any, 'is refused': 1 },
    MADE,
  ),
  start('a new folder, renamed there', 8, NEW, SAFE, { ...WIRE, ...ASKED, renames: 1, 'x renames': 1 }, MADE),
  start('a new folder, deleted there', 8, NEW, SAFE, { ...WIRE, ...ASKED, renames: 1, 'x deletes': 1 }, MADE),
  start(
    'a new folder, keys not honoured',
    9,
    withAll(NEW, { honoursKeys: false }),
    CALM,
    { ...WIRE, ...DELETING, renames: 1, pulls: any, 'time passes': any },
    MADE,
  ),
  start(
    'a new folder, empty answers',
    8,
    withAll(NEW, { answersEmpty: true }),
    SAFE,
    { ...WIRE, renames: 1, pulls: any, 'x deletes': 1, 'time passes': any },
    MADE,
  ),
  start('a folder whose ETags are not known', 8, { ...ANN, listed: true, etags: 'unknown' }, SAFE, {
    ...WIRE,
    ...ASKED,
    renames: 1,
    'x renames': 1,
    deletes: 1,
  }),
  start(
    'a folder without ETags',
    8,
    withAll(ANN, { etags: false }),
    { mayOverwrite: true, calm: true },
    {
      ...WIRE,
      renames: 2,
      pulls: any,
      deletes: 1,
      'brings back': 1,
    },
  ),
  start('a tag of one writer', 9, TAG, CALM, {
    ...WIRE,
    renames: 2,
    pulls: any,
    deletes: 1,
    'brings back': 1,
  }),
  start(
    'a tag renamed on both sides',
    8,
    TAG,
    { mayOverwrite: true },
    {
      ...WIRE,
      ...ASKED,
      renames: 1,
      'x renames': 1,
      deletes: 1,
    },
  ),
  start(
    'a new tag',
    9,
    NEW_TAG,
    CALM,
    { ...WIRE, renames: 1, pulls: any, deletes: 1, 'time passes': any },
    MADE,
  ),
  start(
    'a tag made under a name that was given up',
    8,
    TAG,
    CALM,
    { ...WIRE, 'makes again': 1, renames: 1, pulls: any },
    ['ann deletes'],
  ),
  start('a file', 8, FILE, CALM, { ...WIRE, renames: 1, moves: 1, 'x renames': 0, pulls: any, deletes: 1 }),
  start('an upload', 8, { ...FILE, kind: 'file', ...{} }, CALM, { ...WIRE, moves: 1, pulls: any, makes: 1 }),
]

const movesIn = (alphabet: Alphabet) => (run: Run) => movesOf(run, alphabet)

export const begin = ({ setting, story }: Start): Run =>
  replay(startRun(createWorld(setting)), story, movesIn(EVERYTHING))

const EVERYTHING: Alphabet = { makes: 1, deletes: 1 }

/** `STET_EXHAUSTIVE_DEPTH=3` follows every story three moves further than `npm test` does. */
const DEEPER = Number(process.env['STET_EXHAUSTIVE_DEPTH'] ?? 0)

/** Searches from this start; returns the number of states and the shortest story that breaks a promise. */
export function searchFrom(from: Start): { readonly states: number; readonly broken: readonly string[] } {
  const { alphabet, depth, promises, story } = from
  const { states, violation } = search({
    start: begin(from),
    alphabet,
    movesOf: movesIn(alphabet),
    judged: judgedBy(promises),
    depth: depth + DEEPER,
  })
  return { states, broken: violation ? [...story, ...violation.story, `broken: ${violation.broken}`] : [] }
}
