import { APART, TOGETHER, tell, type Alphabet, type Lines } from './moves'
import { play, SKELETON, type Play } from './play'
import type { Promises } from './proof'
import { createWorld, type Setting } from './world'

/** Test support: where the search begins, and what may happen from there. */
export interface Start {
  readonly name: string
  readonly setting: Setting
  readonly lines: Lines
  /** What has happened already. */
  readonly story: readonly string[]
  readonly alphabet: Alphabet
  readonly promises: Promises
  readonly depth: number
}

const any = Infinity
const BOTH: Setting = { clients: ['ann', 'ben'], shared: { text: SKELETON } }
const ALONE: Setting = { clients: ['ann'], shared: { text: SKELETON } }
const NEW: Setting = { clients: ['ann'], begun: SKELETON }
const UNGUARDED: Setting = { ...ALONE, guarded: false, habits: { etags: 'ignored' } }
const WITHOUT_ETAGS: Setting = { ...UNGUARDED, habits: { etags: 'none' } }
const SAFE: Promises = { apart: false, guarded: true }
const CALM: Promises = { apart: true, guarded: true }
const OPEN: Promises = { apart: false, guarded: false }

/** Sending and its ends; every answer may be late, two in a story may be lost. */
const WIRE: Alphabet = {
  saves: any,
  'is answered': any,
  reaches: any,
  hears: any,
  'hears nothing': 2,
  'arrives late': any,
}
const DECISIONS: Alphabet = {
  'keeps mine': 1,
  'takes theirs': 1,
  merges: 1,
  'keeps both': 1,
  'keeps as new': 1,
  'lets go': 1,
}
const DELETING: Alphabet = { deletes: 1, 'brings back': 1 }
const WRITING: Alphabet = { types: 2, undoes: 1 }
const REST: Alphabet = { polls: 1, crashes: 1, 'x writes': 1 }
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
  // A decision may put words into lines that are not their writer's.
  alphabet: promises.apart ? { ...alphabet, merges: 0 } : alphabet,
  depth,
})

const CONFLICT = ['ann types', 'x writes', 'ann polls', 'ann is answered (poll)']

/** Everything that can happen, from the beginning. */
export const FROM_THE_START: readonly Start[] = [
  start('two writers', 8, BOTH, SAFE, ALL),
  start('two writers, each in a line', 8, BOTH, CALM, { ...WIRE, ...WRITING, ...REST }),
  start('a new document', 8, NEW, CALM, { ...ALL, 'x deletes': 1 }),
]

/** From states in the middle: in flight, unconfirmed, conflicted, reviewed. */
export const FROM_THE_MIDDLE: readonly Start[] = [
  start('in flight', 8, ALONE, SAFE, ALL, ['ann types', 'ann saves']),
  start('unconfirmed, landed', 8, ALONE, CALM, ALL, [
    'ann types',
    'ann saves',
    'ann reaches (write)',
    'ann hears nothing (write)',
  ]),
  start('unconfirmed, on its way', 8, ALONE, CALM, ALL, [
    'ann types',
    'ann saves',
    'ann hears nothing (write)',
  ]),
  start('a ghost', 8, BOTH, CALM, { ...WIRE, ...WRITING, ...REST }, [
    'ann types',
    'ann saves',
    'ann hears nothing (write)',
    'ann is answered (read)',
  ]),
  start('conflicted', 8, ALONE, SAFE, ALL, CONFLICT),
  start('reviewed', 8, ALONE, SAFE, ALL, [...CONFLICT, 'x writes', 'ann polls', 'ann is answered (poll)']),
  start('deleting', 8, ALONE, SAFE, ALL, ['ann deletes', 'ann saves']),
  start('unguarded', 8, UNGUARDED, OPEN, { ...WIRE, ...WRITING, ...REST, ...DECISIONS }),
  start('without ETags', 8, WITHOUT_ETAGS, OPEN, { ...WIRE, ...WRITING, ...REST, ...DECISIONS }),
  // A delete that is not guarded can land over words that nobody has read: it asks, and nothing more can be promised.
  start('unguarded deletes', 8, UNGUARDED, { ...OPEN, mayOverwrite: true }, ALL, ['ann deletes']),
]

/** Longer stories of fewer moves. */
export const NARROW: readonly Start[] = [
  start('lost answers', 12, ALONE, CALM, { ...WIRE, types: 2, crashes: 1 }),
  start('lost creates', 12, NEW, CALM, { ...WIRE, types: 1, crashes: 1, deletes: 1, 'time passes': 1 }),
  start('decisions', 12, ALONE, SAFE, {
    saves: any,
    'is answered': any,
    types: 1,
    'x writes': 2,
    polls: 2,
    ...DECISIONS,
  }),
]

export function begin({ setting, story, lines }: Start): Play {
  return tell(play(createWorld(setting)), story, lines)
}
