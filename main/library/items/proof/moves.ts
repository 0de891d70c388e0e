import type { Move } from '../../../documents/proof/exhaustive'
import { isPending, openQuestion } from '../library-item'
import { changeElsewhere, deleteElsewhere, does, edits, makes, type Changed, type Run } from './run'
import { answer, crash, isWrite, land, lose, pull, refuse, vanish, type Exchange, type World } from './world'

/** Test support: all events that can happen next to items. */
export type MoveName =
  // Moves of a writer.
  | 'makes'
  | 'makes again'
  | 'renames'
  | 'moves'
  | 'deletes'
  | 'brings back'
  | 'discards'
  | 'sends'
  | 'retries'
  // The fate of requests.
  | 'is answered'
  | 'reaches'
  | 'hears'
  | 'hears nothing'
  | 'never arrives'
  | 'is refused'
  | 'is rejected'
  | 'arrives late'
  | 'pulls'
  | 'crashes'
  // Changes elsewhere
  | 'x renames'
  | 'x moves'
  | 'x deletes'
  | 'time passes'

/** How often each move may be made in one story. */
export type Alphabet = Partial<Readonly<Record<MoveName, number>>>

/** This is longer than any request can be in flight. */
const LONG_MS = 100_000
/** The field that is changed besides the name. */
const OTHER = { folder: 'parentId', tag: 'name', file: 'alt' } as const satisfies Record<string, Changed>

/** Every move of the alphabet that can be made now. */
export function movesOf(run: Run, alphabet: Alphabet): readonly Move<Run>[] {
  const moves: Move<Run>[] = []
  const { world } = run
  const other = OTHER[world.service.kind]
  const offer = (name: MoveName, by: number | undefined, make: Move<Run>['make'], of = '') => {
    if ((alphabet[name] ?? 0) <= 0) return
    const who = by === undefined ? '' : world.clients[by]!.name
    const label = [who, name, of && `(${of})`].filter((part) => part !== '').join(' ')
    moves.push({ name, label, make, ...(by !== undefined && { by }) })
  }
  const inWorld = (next: World): Run => ({ ...run, world: next })

  world.clients.forEach((client, index) => {
    const { items, wire, intents } = client
    items.forEach((item, at) => {
      const of = at === 0 ? '' : String(at + 1)
      const { id } = item
      if (!item.deleted) {
        offer('renames', index, () => edits(run, index, id, 'name'), of)
        offer('moves', index, () => edits(run, index, id, other), of)
        offer('deletes', index, () => does(run, index, id, { kind: 'deleted' }), of)
      } else offer('brings back', index, () => does(run, index, id, { kind: 'undeleted' }), of)
      if (isPending(item) && !item.attempt && !item.flight)
        offer('discards', index, () => does(run, index, id, { kind: 'discarded' }), of)
      const intent = intents[id]
      if (!item.attempt && (intent === 'now' || intent === 'undoable'))
        offer('sends', index, () => does(run, index, id, { kind: 'send-due', asked: false }), of)
      if (!item.attempt && openQuestion(item))
        offer('retries', index, () => does(run, index, id, { kind: 'send-due', asked: true }), of)
    })
    offer('makes', index, () => makes(run, index))
    offer('makes again', index, () => makes(run, index, 'A'))

    for (const exchange of wire) offerFates(index, exchange)
    if (!wire.some(({ asks }) => asks.kind === 'list' || asks.kind === 'missing'))
      offer('pulls', index, () => inWorld(pull(world, index)))
    offer('crashes', index, () => inWorld(crash(world, index)))
  })
  offer('x renames', undefined, () => changeElsewhere(run, 'name'))
  offer('x moves', undefined, () => changeElsewhere(run, other))
  offer('x deletes', undefined, () => deleteElsewhere(run))
  offer('time passes', undefined, () => inWorld({ ...world, nowMs: world.nowMs + LONG_MS }))
  return moves

  function offerFates(index: number, exchange: Exchange): void {
    const { asks, request, isAwaited, sentAtMs } = exchange
    const of =
      'id' in asks && world.clients[index]!.items.at(0)?.id !== asks.id ? `${asks.kind}, another` : asks.kind
    const fate = (name: MoveName, make: () => World) => offer(name, index, () => inWorld(make()), of)
    if (!isAwaited) {
      if (world.nowMs === sentAtMs) fate('arrives late', () => land(world, index, exchange))
      fate('never arrives', () => vanish(world, index, exchange))
    } else if (exchange.answer === undefined) {
      fate('is answered', () => answered(world, index, exchange))
      fate('reaches', () => land(world, index, exchange))
      fate('hears nothing', () => lose(world, index, exchange))
      if (isWrite(request)) {
        fate('never arrives', () => lose(world, index, exchange, true))
        fate('is refused', () => refuse(world, index, exchange))
        // A refusal applies to every copy of the write.
        const isLanded = request.kind === 'create' && world.service.keys[request.key] !== undefined
        if (!isLanded && world.clients[index]!.wire.every((one) => one.isAwaited))
          fate('is rejected', () => refuse(world, index, exchange, true))
      }
    } else {
      fate('hears', () => answer(world, index, exchange))
      fate('hears nothing', () => lose(world, index, exchange))
    }
  }
}

/** Lets the request land and delivers its answer. */
export function answered(world: World, index: number, exchange: Exchange): World {
  const at = world.clients[index]!.wire.indexOf(exchange)
  const landed = land(world, index, exchange)
  return answer(landed, index, landed.clients[index]!.wire[at]!)
}
