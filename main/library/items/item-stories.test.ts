import { expect, test } from 'vitest'
import { createJudge } from '../../documents/proof/exhaustive'
import { replay } from '../../documents/proof/random-stories'
import { movesOf, type Alphabet } from './proof/moves'
import { startRun } from './proof/run'
import { judgedBy, type Promises } from './proof/proof'
import { createWorld, type Setting } from './proof/world'

/** Stories of folders, tags and files that once broke a promise, each as short as it can be. */
const ANN: Setting = { kind: 'folder', clients: ['ann'], shared: 'A' }
const FILE: Setting = { ...ANN, kind: 'file' }
const TAG: Setting = { ...ANN, kind: 'tag' }
const WITHOUT_KEYS: Setting = {
  kind: 'folder',
  clients: ['ann'],
  capabilities: { honoursKeys: false },
}
const ALONE: Promises = { calm: true }

type Story = readonly [title: string, setting: Setting, promises: Promises, moves: readonly string[]]

const STORIES: readonly Story[] = [
  [
    '[W11] brought back while its delete is on its way, it is made anew',
    ANN,
    ALONE,
    ['ann deletes', 'ann sends', 'ann brings back', 'ann is answered (send)'],
  ],
  [
    '[W7] an alternative text whose answer is lost is not taken for stored',
    FILE,
    ALONE,
    ['ann moves', 'ann sends', 'ann hears nothing (send)'],
  ],
  [
    '[W7] a rename whose answer was lost is our own, though the folder was moved there since',
    ANN,
    ALONE,
    ['ann renames', 'ann sends', 'ann renames', 'ann reaches (send)', 'ann hears nothing (send)', 'x moves'],
  ],
  [
    '[W6] a rename that lands after a later one is our own',
    TAG,
    ALONE,
    [
      'ann renames',
      'ann sends',
      'ann is answered (read)',
      'ann hears nothing (send)',
      'ann sends',
      'ann is answered (read)',
      'ann renames',
      'ann is answered (send)',
      'ann arrives late (send)',
    ],
  ],
  [
    '[W12] a clash stays open when another field moves there',
    ANN,
    {},
    [
      'ann renames',
      'x renames',
      'ann sends',
      'ann is answered (send)',
      'ann is answered (read)',
      'x moves',
      'ann pulls',
      'ann is answered (list)',
    ],
  ],
  [
    '[W12] renamed there, renamed and deleted here, then brought back: asked',
    ANN,
    {},
    [
      'ann renames',
      'x renames',
      'ann deletes',
      'ann sends',
      'ann is answered (send)',
      'ann is answered (read)',
      'ann hears nothing (send)',
      'ann brings back',
    ],
  ],
  [
    '[W10] a list from before an item was made anew does not take its place',
    ANN,
    ALONE,
    [
      'ann renames',
      'ann deletes',
      'ann sends',
      'ann brings back',
      'ann pulls',
      'ann reaches (list)',
      'ann is answered (send)',
      'ann hears (list)',
    ],
  ],
  [
    '[W17] a search that was asked while a create could still land finds out nothing',
    WITHOUT_KEYS,
    ALONE,
    [
      'ann makes',
      'ann sends',
      'ann hears nothing (send)',
      'ann sends',
      'ann reaches (find-created)',
      'ann arrives late (send)',
      'time passes',
    ],
  ],
  [
    '[W17] each repeat of a create is waited for as long as the first',
    WITHOUT_KEYS,
    ALONE,
    [
      'ann makes',
      'ann sends',
      'ann hears nothing (send)',
      'time passes',
      'ann sends',
      'ann is answered (find-created)',
      'ann hears nothing (send)',
      'ann sends',
      'ann is answered (find-created)',
      'ann arrives late (send)',
    ],
  ],
]

const EVERYTHING: Alphabet = {
  makes: 1,
  renames: 9,
  moves: 9,
  deletes: 9,
  'brings back': 9,
  sends: 9,
  'is answered': 9,
  reaches: 9,
  hears: 9,
  'hears nothing': 9,
  'arrives late': 9,
  pulls: 9,
  'x renames': 9,
  'x moves': 9,
  'time passes': 9,
}

const told = (setting: Setting, moves: readonly string[]) =>
  replay(startRun(createWorld(setting)), moves, (there) => movesOf(there, EVERYTHING))

test('[W10] a list from before a delete brings nothing back', () => {
  const moves = [
    'ann deletes',
    'ann sends',
    'ann pulls',
    'ann reaches (list)',
    'ann is answered (send)',
    'ann hears (list)',
  ]
  expect(told(ANN, moves).world.clients[0]?.items).toEqual([])
})

test.each(STORIES)('%s', (_title, setting, promises, moves) => {
  const run = told(setting, moves)
  expect(createJudge(judgedBy(promises))(run)).toBeUndefined()
})
