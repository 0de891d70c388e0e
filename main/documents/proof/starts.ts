import { APART, TOGETHER, replay, type Alphabet, type Lines, type MoveName } from './moves'
import { startRun, SKELETON, type Run } from './run'
import type { Promises } from './proof'
import { createWorld, type Setting } from './world'

/** Test support: a state from which the search begins, and the moves that may follow. */
export interface Start {
  readonly name: string
  readonly setting: Setting
  readonly lines: Lines
  /** The moves that have been made already. */
  readonly story: readonly string[]
  readonly alphabet: Alphabet
  readonly others: readonly MoveName[]
  readonly promises: Promises
  /**
   * The number of moves in `npm test`. Where the states are many, it is just enough to find every planted bug that
   * begins here. `npm run fuzz -- --exhaustive` makes two more.
   */
  readonly depth: number
}

const any = Infinity
const BOTH: Setting = { clients: ['ann', 'ben'], shared: { text: SKELETON } }
const ALONE: Setting = { clients: ['ann'], shared: { text: SKELETON } }
const NEW: Setting = { clients: ['ann'], begun: SKELETON }
const WITHOUT_FOLDER: Setting = { ...ALONE, capabilities: { folders: [] } }
const LIMITED: Setting = { ...ALONE, capabilities: { maxLength: SKELETON.length + 8 } }
const FRESH: Setting = { ...NEW, capabilities: { repeatsWith: 'record now' } }
const UNGUARDED: Setting = { ...ALONE, guarded: false, capabilities: { etags: 'ignored' } }
const WITHOUT_ETAGS: Setting = { ...UNGUARDED, capabilities: { etags: 'none' } }
const SAFE: Promises = { apart: false, guarded: true }
const CALM: Promises = { apart: true, guarded: true }
const LONE: Promises = { apart: true, guarded: true, alone: true }
const LIED: Promises = { apart: false, guarded: true, mayLie: true }
const OPEN: Promises = { apart: false, guarded: false }

/** Moves without a limit cost less than limited ones, because their count is not part of a state. */
const WIRE: Alphabet = {
  saves: any,
  'is answered': any,
  reaches: any,
  hears: any,
  'hears nothing': any,
  'arrives late': any,
}
const DECISIONS: Alphabet = {
  'keeps mine': any,
  'takes theirs': any,
  merges: any,
  'keeps both': 1,
  'keeps as new': any,
  'lets go': any,
}
const DELETING: Alphabet = { deletes: any, 'brings back': any }
const WRITING: Alphabet = { types: 2, undoes: any }
const REST: Alphabet = { polls: any, crashes: any, 'x writes': 1 }
const DECIDING: Alphabet = {
  ...DECISIONS,
  types: 1,
  undoes: any,
  saves: any,
  'is answered': any,
  'hears nothing': any,
  polls: any,
  crashes: any,
  'x writes': 1,
}
const ALL: Alphabet = { ...WIRE, ...WRITING, ...REST, ...DELETING, ...DECISIONS }

const start = (
  name: string,
  depth: number,
  setting: Setting,
  promises: Promises,
  alphabet: Alphabet,
  story: readonly string[] = [],
): Start => ({
  name,
  setting,
  promises,
  lines: promises.apart ? APART : TOGETHER,
  story,
  // A decision may put words into lines that belong to another writer.
  alphabet: promises.apart ? { ...alphabet, merges: 0 } : alphabet,
  others: ['types', 'tags', 'saves', 'is answered', 'polls', 'keeps mine'],
  depth,
})

/** This story leads to a conflict in one line, and to a merge in different lines. */
const CONFLICT = ['ann types', 'x writes', 'ann polls', 'ann is answered (poll)']

/** Everything that can happen, from the beginning. */
export const FROM_THE_START: readonly Start[] = [
  start('two writers', 6, BOTH, SAFE, ALL),
  start('two writers, each in a line', 6, BOTH, CALM, { ...WIRE, ...WRITING, ...REST }),
  start('a new document', 7, NEW, CALM, { ...ALL, 'x deletes': 1 }),
]

/** Intermediate states: in flight, unconfirmed, a late send, conflicted, reviewed, deleting, unguarded. */
export const FROM_THE_MIDDLE: readonly Start[] = [
  start('in flight', 6, ALONE, SAFE, { ...ALL, types: 1 }, ['ann types', 'ann saves']),
  start('unconfirmed, landed', 6, ALONE, CALM, ALL, [
    'ann types',
    'ann saves',
    'ann reaches (write)',
    'ann hears nothing (write)',
  ]),
  start('unconfirmed, on its way', 6, ALONE, CALM, { ...ALL, types: 1 }, [
    'ann types',
    'ann saves',
    'ann hears nothing (write)',
  ]),
  start('a late send', 6, BOTH, CALM, { ...WIRE, types: 2, polls: any }, [
    'ann types',
    'ann saves',
    'ann hears nothing (write)',
    'ann is answered (read)',
  ]),
  start('conflicted', 6, ALONE, SAFE, { ...DECIDING, ...DELETING }, CONFLICT),
  start('reviewed', 7, ALONE, SAFE, DECIDING, [
    ...CONFLICT,
    'x writes',
    'ann polls',
    'ann is answered (poll)',
  ]),
  start('deleting', 7, ALONE, SAFE, ALL, ['ann deletes', 'ann saves']),
  start('unguarded', 8, UNGUARDED, OPEN, { ...WIRE, ...WRITING, ...REST, ...DECISIONS }),
  start('without ETags', 8, WITHOUT_ETAGS, OPEN, { ...WIRE, ...WRITING, ...REST, ...DECISIONS }),
  // An unguarded delete can land over words that nobody has read: the writer is asked, and no other promise holds.
  start('unguarded deletes', 8, UNGUARDED, { ...OPEN, mayOverwrite: true }, ALL, ['ann deletes']),
]

const ASKING: Setting = { ...ALONE, guarded: false, guardQuestions: 2 }
const ASKING_IN_VAIN: Setting = { ...ASKING, capabilities: { etags: 'ignored' } }
const ASKED: Alphabet = { ...WIRE, types: 1, 'x writes': 1, crashes: any, 'is refused': 1 }

/** Longer stories of fewer moves. */
export const NARROW: readonly Start[] = [
  start('lost answers', 12, ALONE, CALM, { ...WIRE, types: 2, crashes: any }),
  start('lost creates', 12, NEW, CALM, { ...WIRE, types: 1, crashes: any, deletes: any }),
  start('creates repeated with the record of now', 9, FRESH, CALM, {
    ...WIRE,
    types: 1,
    'x writes': 1,
    'hears nothing': any,
  }),
  start('refused creates', 9, NEW, CALM, { ...WIRE, types: 1, 'is refused': any, crashes: any }),
  start('decisions', 12, ALONE, SAFE, {
    saves: any,
    'is answered': any,
    types: 1,
    'x writes': 2,
    polls: any,
    ...DECISIONS,
  }),
  start('unguarded, lost answers', 9, UNGUARDED, OPEN, { ...WIRE, types: 1, 'x writes': 2, polls: any }),
  start('two writers take turns', 11, BOTH, SAFE, {
    saves: any,
    'is answered': any,
    types: 3,
    polls: any,
    merges: any,
  }),
]

const LOST = { 'hears nothing': any, 'arrives late': any, crashes: any } as const
const ON: Alphabet = { saves: any, 'is answered': any, polls: any }
const FIELDS_TOO: Alphabet = { renames: 1, 'x renames': 1, tags: 1, types: 1, 'x writes': 1 }

const LYING: Alphabet = { ...ON, 'is lied to': 2, types: 2, 'hears nothing': any, crashes: any }

/** Stories about peculiarities of some services or writers, with few moves each. */
export const SPECIAL: readonly Start[] = [
  start('titles', 7, ALONE, SAFE, { ...ON, ...FIELDS_TOO, tags: 0, reaches: any, ...LOST }),
  start('tags', 7, BOTH, CALM, { ...ON, tags: 2, types: 1, reaches: any, 'hears nothing': any }),
  start('published', 8, ALONE, CALM, {
    ...ON,
    pauses: any,
    publishes: 1,
    types: 2,
    'x writes': 1,
    polls: any,
  }),
  start('a folder that is gone', 8, WITHOUT_FOLDER, LONE, {
    ...ON,
    files: 1,
    types: 2,
    pauses: any,
    'hears nothing': any,
  }),
  start('texts with a limit', 8, LIMITED, SAFE, { ...ON, pauses: any, types: 2, undoes: any, 'x writes': 1 }),
  start('ETags with GET only', 8, { ...ALONE, capabilities: { etagOnGetOnly: true } }, CALM, {
    ...ON,
    types: 2,
    'x writes': 2,
    ...LOST,
  }),
  start('revisions not recognised', 12, { ...ALONE, capabilities: { etags: 'refused' } }, CALM, {
    ...ON,
    types: 1,
    pauses: any,
    crashes: 1,
  }),
  start('lies about an edit', 8, ALONE, LIED, { ...LYING, 'x writes': 1, 'keeps mine': any, undoes: any }),
  start(
    'lies about an edit, no history',
    8,
    { ...ALONE, capabilities: { keepsVersions: false } },
    LIED,
    LYING,
  ),
  start('lies about a create', 8, NEW, LIED, { ...LYING, 'keeps mine': any }),
  start('lies, unguarded', 8, UNGUARDED, { ...OPEN, mayLie: true }, { ...LYING, 'x writes': 1 }),
  // A text that is overwritten under an ETag which was issued twice exists only in the versions.
  start(
    'restored from a backup',
    7,
    ALONE,
    { ...SAFE, mayOverwrite: true },
    {
      ...ON,
      ...LOST,
      reaches: any,
      types: 2,
      'x writes': 1,
      'is restored': 1,
      'hears of a restore': any,
      merges: any,
      'takes theirs': any,
    },
    ['ann types', 'ann saves', 'ann is answered (write)'],
  ),
  start('another under its id', 7, ALONE, SAFE, {
    ...ON,
    ...LOST,
    ...DELETING,
    types: 1,
    reaches: any,
    'x deletes': 1,
    'loses its id': any,
    'keeps as new': any,
    'lets go': any,
  }),
  start('guarded, not known yet', 9, ASKING, SAFE, { ...ASKED, polls: any }),
  start('guarded, a first delete', 8, ASKING, LONE, {
    ...ON,
    ...DELETING,
    types: 1,
    reaches: any,
    hears: any,
  }),
  start('guarded, not known yet, deleting', 9, ASKING, SAFE, { ...ASKED, ...DELETING, types: 0 }),
  start('not guarded, not known yet', 9, ASKING_IN_VAIN, OPEN, ASKED),
  start(
    'not guarded, not known yet, deleting',
    9,
    ASKING_IN_VAIN,
    { ...OPEN, mayOverwrite: true },
    {
      ...ASKED,
      ...DELETING,
      ...DECISIONS,
      types: 0,
    },
  ),
  start('seen in a list', 8, { ...ALONE, shared: { text: SKELETON, seenInList: true } }, CALM, {
    ...ON,
    lists: any,
    types: 1,
    'x writes': 1,
    reaches: any,
    hears: any,
  }),
  {
    ...start(
      'merged',
      8,
      ALONE,
      SAFE,
      { ...ON, types: 2, 'x writes': 1, 'undoes the merge': 1, merges: any, 'keeps mine': any, crashes: any },
      CONFLICT,
    ),
    // The story uses different lines; undoing a merge opens a conflict all the same.
    lines: APART,
  },
  start(
    'shown before',
    8,
    ALONE,
    SAFE,
    { ...ON, decides: 1, 'keeps mine of before': any, 'x writes': 2, types: 1 },
    CONFLICT,
  ),
  start(
    'decided while typing',
    7,
    ALONE,
    SAFE,
    {
      ...ON,
      'decides while typing': 2,
      'merges while typing': 1,
      'x writes': 2,
      'x deletes': 1,
      crashes: any,
      'keeps mine': any,
    },
    CONFLICT,
  ),
  start('answers come twice', 8, ALONE, CALM, {
    ...ON,
    types: 2,
    'hears twice': any,
    hears: any,
    reaches: any,
    'x writes': 1,
  }),
  start('deleted and brought back', 10, ALONE, LONE, { ...ON, ...DELETING, ...LOST, types: 1, reaches: any }),
  start('discarded', 8, ALONE, SAFE, {
    ...ON,
    discards: any,
    types: 1,
    'x writes': 1,
    ...LOST,
    reaches: any,
  }),
]

export const STARTS: readonly Start[] = [...SPECIAL, ...NARROW, ...FROM_THE_START, ...FROM_THE_MIDDLE]

export function begin({ setting, story, lines }: Start): Run {
  return replay(startRun(createWorld(setting)), story, lines)
}
