import type { Move } from './exhaustive'
import { LIES } from './model-service'
import { isPending } from '../core/pending'
import {
  changeElsewhere,
  decideWhileTyping,
  deleteElsewhere,
  does,
  label,
  restoreElsewhere,
  type,
  union,
  type Resolved,
  type Run,
} from './run'
import { replay as replayWith } from './random-stories'
import type { SendReason } from '../core/working-copy'
import {
  answer,
  crash,
  happen,
  hearOfRestore,
  isWrite,
  land,
  lieTo,
  lose,
  poll,
  refuseConnection,
  vanish,
  withClient,
  type World,
} from './world'

/** Test support: all events that can happen next. The search makes every move, the fuzz makes random ones. */
export const MOVES = [
  // moves of a writer
  'types',
  'undoes',
  'renames',
  'tags',
  'publishes',
  'files',
  'deletes',
  'brings back',
  'saves',
  'pauses',
  // decisions
  'decides',
  'keeps mine',
  'keeps mine of before',
  'takes theirs',
  'merges',
  'keeps both',
  'keeps as new',
  'lets go',
  'decides while typing',
  'merges while typing',
  'undoes the merge',
  'discards',
  // the fate of requests
  'is answered',
  'reaches',
  'hears',
  'hears twice',
  'hears nothing',
  'never arrives',
  'is refused',
  'is lied to',
  'arrives late',
  'polls',
  'lists',
  'goes offline',
  'comes back',
  'crashes',
  'hears of a restore',
  'loses its id',
  // changes elsewhere
  'x writes',
  'x renames',
  'x deletes',
  'is restored',
  'time passes',
] as const
export type MoveName = (typeof MOVES)[number]

/** How often each move may be made in one story. */
export type Alphabet = Partial<Readonly<Record<MoveName, number>>>

/** The lines that each writer types into. Changes of different lines merge, changes of one line clash. */
export interface Lines {
  /** The lines a client types into. */
  readonly of: (index: number) => readonly string[]
  /** The line that somebody elsewhere types into. */
  readonly elsewhere: string
  /** Whether everybody changes the title, or only the first client. */
  readonly shareTitle: boolean
}

export const APART: Lines = { of: (index) => [...'ABC'.charAt(index)], elsewhere: 'X', shareTitle: false }
export const TOGETHER: Lines = { of: () => ['A'], elsewhere: 'A', shareTitle: true }
export const MIXED: Lines = { of: () => ['A', 'B', 'C', 'X'], elsewhere: 'X', shareTitle: true }
const LONG_MS = 100_000
/** Words that are typed while the writer decides go into a line without a clash. */
const BESIDE = 'B'
/** The one folder into which somebody may file a document. */
export const FOLDER = 'F'
const DECIDED = {
  decisions: [{ mine: 'm', theirs: 't', decision: 'mine' }],
  fields: {},
} as const

function labelOf(by: string, name: MoveName, of: string): string {
  return [by, name, of && `(${of})`].filter((part) => part !== '').join(' ')
}

const EVERYTHING: Alphabet = Object.fromEntries(MOVES.map((name) => [name, Infinity]))

/** Replays a story from the words in which a search prints it. */
export const replay = (start: Run, story: readonly string[], lines: Lines): Run =>
  replayWith(start, story, (run) => movesOf(run, EVERYTHING, lines))

/** Every move of the alphabet that can be made now. */
export function movesOf(run: Run, alphabet: Alphabet, lines: Lines): readonly Move<Run>[] {
  const moves: Move<Run>[] = []
  const { world } = run
  const offer = (name: MoveName, by: number | undefined, make: Move<Run>['make'], of = '') => {
    if ((alphabet[name] ?? 0) <= 0) return
    const who = by === undefined ? '' : world.clients[by]!.name
    moves.push({ name, label: labelOf(who, name, of), make, ...(by !== undefined && { by }) })
  }
  const inWorld = (next: World): Run => ({ ...run, world: next })
  const optional = (next: World | undefined) => next && inWorld(next)

  world.clients.forEach((client, index) => {
    const { copy, wire } = client
    const { phase, mine, base, conflict } = copy
    const due = (reason: SendReason) => inWorld(happen(world, index, { kind: 'send-due', reason }))

    if (!mine.deleted) {
      const own = lines.of(index)
      for (const line of own) offer('types', index, () => type(run, index, line), own.length > 1 ? line : '')
    }
    if (!mine.deleted && phase !== 'deleted') {
      if (lines.shareTitle || index === 0) offer('renames', index, () => label(run, index, 'title'))
      offer('tags', index, () => label(run, index, 'tagIds'))
      if (mine.fields.status !== 'published')
        offer('publishes', index, () =>
          inWorld(happen(world, index, { kind: 'fields-edited', fields: { status: 'published' } })),
        )
      if (mine.fields.folderId !== FOLDER)
        offer('files', index, () =>
          inWorld(happen(world, index, { kind: 'fields-edited', fields: { folderId: FOLDER } })),
        )
    }
    if (!mine.deleted && base && base.text !== mine.text)
      offer('undoes', index, () => does(run, index, { kind: 'typed', text: base.text }))
    if (mine.deleted) offer('brings back', index, () => does(run, index, { kind: 'undeleted' }))
    else offer('deletes', index, () => does(run, index, { kind: 'deleted' }))
    if (phase !== 'clean' && phase !== 'conflicted' && phase !== 'deleted') {
      offer('saves', index, () => {
        const asked = happen(world, index, { kind: 'send-asked', reason: 'save-key' })
        return inWorld(happen(asked, index, { kind: 'send-due', reason: 'retry' }))
      })
      if (phase === 'dirty' || phase === 'queued') offer('pauses', index, () => due('pause'))
    }
    if (conflict) {
      const { token, theirs, earlier, decisions } = conflict
      const resolve = (
        kind: 'keep-mine' | 'take-theirs' | 'keep-both' | 'let-go' | 'keep-as-new',
        reviewed = token,
      ) => does(run, index, { kind: 'resolved', token: reviewed, resolution: { kind } })
      if (decisions.length === 0)
        offer('decides', index, () => inWorld(happen(world, index, { kind: 'decided', token, ...DECIDED })))
      const shownBefore = earlier.at(-1)
      for (const shown of [{ token, serverRecord: theirs }, ...(shownBefore ? [shownBefore] : [])]) {
        const of = shown.token === token ? '' : ', of before'
        const offerDecided = (resolution: Resolved['resolution']) =>
          offer(
            resolution.kind === 'merged' ? 'merges while typing' : 'decides while typing',
            index,
            () => decideWhileTyping(run, index, { line: BESIDE, token: shown.token, resolution }),
            resolution.kind + of,
          )
        if (shown.serverRecord === undefined) offerDecided({ kind: 'let-go' })
        else {
          offerDecided({ kind: 'take-theirs' })
          offerDecided({ kind: 'merged', text: union(mine.text, shown.serverRecord.text) })
        }
      }
      if (shownBefore) offer('keeps mine of before', index, () => resolve('keep-mine', shownBefore.token))
      if (theirs) {
        offer('keeps mine', index, () => resolve('keep-mine'))
        offer('takes theirs', index, () => resolve('take-theirs'))
        offer('keeps both', index, () => resolve('keep-both'))
        offer('merges', index, () =>
          does(run, index, {
            kind: 'resolved',
            token,
            resolution: { kind: 'merged', text: union(mine.text, theirs.text) },
          }),
        )
      } else {
        offer('keeps as new', index, () => resolve('keep-as-new'))
        offer('lets go', index, () => resolve('let-go'))
      }
    }
    if (copy.merge)
      offer('undoes the merge', index, () => inWorld(happen(world, index, { kind: 'merge-undone' })))
    if (isPending(copy)) offer('discards', index, () => does(run, index, { kind: 'discarded' }))

    for (const exchange of wire) {
      const of = exchange.asks.kind
      const offerOf = (move: MoveName, make: () => World) => offer(move, index, () => inWorld(make()), of)
      if (!exchange.isAwaited && exchange.answer === undefined) {
        offerOf('arrives late', () => land(world, index, exchange))
        offerOf('never arrives', () => vanish(world, index, exchange))
      } else if (exchange.answer === undefined) {
        offerOf('is answered', () => {
          const landed = land(world, index, exchange)
          const at = wire.indexOf(exchange)
          return answer(landed, index, landed.clients[index]!.wire[at]!)
        })
        for (const lie of LIES) {
          const lied = () => lieTo(world, index, exchange, lie)
          offer('is lied to', index, () => optional(lied()), `${of}, ${lie}`)
        }
        offerOf('reaches', () => land(world, index, exchange))
        offerOf('hears nothing', () => lose(world, index, exchange))
        if (isWrite(exchange.request)) {
          offerOf('never arrives', () => lose(world, index, exchange, true))
          offerOf('is refused', () => refuseConnection(world, index, exchange))
        }
      } else {
        offerOf('hears', () => answer(world, index, exchange))
        offerOf('hears twice', () => answer(world, index, exchange, true))
        offerOf('hears nothing', () => lose(world, index, exchange))
      }
    }
    if (copy.remoteId !== undefined && !wire.some(({ asks }) => asks.kind === 'poll')) {
      offer('polls', index, () => inWorld(poll(world, index)))
      offer('lists', index, () => inWorld(poll(world, index, true)))
    }
    if (client.isOnline)
      offer('goes offline', index, () => inWorld(withClient(world, index, { isOnline: false })))
    else
      offer('comes back', index, () => {
        const online = withClient(world, index, { isOnline: true })
        return inWorld(happen(online, index, { kind: 'send-due', reason: 'retry' }))
      })
    offer('crashes', index, () => inWorld(crash(world, index)))
    if (client.restores < world.service.restores)
      offer('hears of a restore', index, () => inWorld(hearOfRestore(world, index)))
    // Another document has the id now, so the earlier one is gone.
    const isGone = copy.remoteId !== undefined && world.service.documents[copy.remoteId]?.deleted === true
    if (isGone && copy.flight === undefined && copy.reading === undefined)
      offer('loses its id', index, () => inWorld(happen(world, index, { kind: 'replaced' })))
  })

  offer('x writes', undefined, () => changeElsewhere(run, { line: lines.elsewhere }))
  if (lines.shareTitle) offer('x renames', undefined, () => changeElsewhere(run, 'title'))
  offer('x deletes', undefined, () => deleteElsewhere(run))
  offer('is restored', undefined, () => restoreElsewhere(run))
  offer('time passes', undefined, () => inWorld({ ...world, nowMs: world.nowMs + LONG_MS }))
  return moves
}
