import { wordsOf } from '../../../../main/documents/proof/run'
import { types } from '../moves'
import { attempt } from '../playing'
import { below, note, oneOf, type AppMove } from './action'
import { wordsIn } from './action'
import type { StoryLibrary } from './library'
import type { AppWindow } from './window'
import type { World } from './world'

/** A window in which the writer can currently act. */
function someWindow(world: World): AppWindow | undefined {
  return oneOf(
    world,
    world.app.windows.filter((one) => !one.isStill() && one.takesKeys() && one.current() !== undefined),
  )
}

/** Allows unsent words in a window to arrive too late for their documents when the library is closed. */
function mayComeLate(world: World): void {
  for (const window of world.app.windows)
    for (const { connectionId, unsent } of window.libraries())
      world.libraries
        .find((one) => one.connectionId === connectionId)
        ?.participants.account.keepAside(wordsOf(unsent()))
}

const switches: AppMove = (world) => {
  const window = someWindow(world)
  const next = oneOf(
    world,
    world.libraries.filter((one) => one.connectionId !== undefined && one !== world.active()),
  )
  if (!window || !next) return undefined
  note(world, `switches to ${next.mark}`)
  mayComeLate(world)
  return window.app.ask('connection.activate', { id: next.connectionId! })
}

export const connects = (world: World, library: StoryLibrary): Promise<unknown> | undefined => {
  const window = someWindow(world)
  const key = oneOf(world, library.keys)
  if (!window || key === undefined) return undefined
  const { address } = library.service
  const empty = withoutDocuments(world)
  // A library that has read nothing proves no account, so its account would get a second connection with another key.
  if (library.connectionId !== undefined && empty.includes(library.connectionId)) return undefined
  library.mayHaveTaken = empty
  note(world, `connects to ${library.mark} with the key ${key}`)
  mayComeLate(world)
  const keep = oneOf(world, ['keychain', 'unprotected'] as const)!
  return window.app.ask('connection.connect', { address, key, keep })
}

/**
 * The connections whose libraries have not been filled yet, recognised by the absence of the titles with which each
 * account begins.
 */
const withoutDocuments = ({ disk }: World): readonly string[] =>
  [...disk.contents()]
    .filter(([, bytes]) => !/Essay|Notes/.test(Buffer.from(bytes).toString('latin1')))
    .map(([connectionId]) => connectionId)

const connectsSomewhere: AppMove = (world) => {
  const library = oneOf(world, world.libraries.slice(1))
  return library && connects(world, library)
}

const removes: AppMove = (world) => {
  const window = someWindow(world)
  const library = oneOf(
    world,
    world.libraries.slice(1).filter((one) => one.connectionId !== undefined),
  )
  if (!window || !library) return undefined
  note(world, `removes ${library.mark}`)
  mayComeLate(world)
  const id = library.connectionId!
  library.removedId = id
  return window.app.ask('connection.remove', { id })
}

const movesLibrary: AppMove = (world) => {
  const window = someWindow(world)
  const from = world.active()
  const to = oneOf(
    world,
    world.libraries.slice(1).filter((one) => one.connectionId !== undefined && one !== from),
  )
  const current = window?.current()
  if (!window || !current || !to || !from || current.connectionId !== from.connectionId) return undefined
  note(world, `moves ${from.mark} into ${to.mark}`)
  // A copy that returns to its own library becomes a separate document there, unless nothing was changed in the
  // meantime.
  const comingBack = wordsIn(world.disk.contents().get(from.connectionId)).filter(
    (word) => markOf(word) === to.mark,
  )
  to.participants.account.mayRepeat(comingBack)
  for (const mark of [from.mark, ...from.guests]) to.guests.add(mark)
  return current.client.ask('move.start', { to: to.connectionId! })
}

const quits: AppMove = (world) => {
  note(world, 'quits')
  mayComeLate(world)
  return world.app.quit()
}

const dies: AppMove = (world) => {
  note(world, 'the app is killed')
  world.app.die()
  return Promise.resolve()
}

const standsStill: AppMove = (world) => {
  const window = oneOf(
    world,
    world.app.windows.filter((one) => !one.isStill()),
  )
  if (!window) return undefined
  const ms = oneOf(world, [1_000, 3_000, 30_000])!
  note(world, `window ${window.number} stands still for ${ms} ms`)
  window.standStill()
  world.clock.after(ms, () => window.goOn())
  return Promise.resolve()
}

const endsWindow: AppMove = (world) => {
  const window = oneOf(world, world.app.windows)
  if (!window) return undefined
  note(world, `window ${window.number} ends, and another opens`)
  world.app.endWindow(window)
  world.app.openWindow()
  return Promise.resolve()
}

const turnsElsewhere: AppMove = (world) => {
  world.active()?.actor.windows.clear()
  return Promise.resolve()
}

const isSlow: AppMove = (world) => {
  const ms = oneOf(world, [0, 30, 400])!
  note(world, `messages take up to ${ms} ms`)
  world.slow(ms)
  return Promise.resolve()
}

const diskFills: AppMove = (world) => {
  const isFull = below(world, 2) === 0
  note(world, isFull ? 'the disk is full' : 'the disk has room')
  world.disk.fill(isFull)
  return Promise.resolve()
}

/** Makes the disk full for a while, whatever happens in that time. */
const diskFillsForLong: AppMove = (world) => {
  const ms = oneOf(world, [1_000, 10_000, 3 * 60_000])!
  note(world, `the disk is full for ${ms} ms`)
  world.disk.fill(true)
  world.clock.after(ms, () => world.disk.fill(false))
  return Promise.resolve()
}

const typesSomewhere: AppMove = (world) => {
  const active = world.active()
  return active && types(active.participants, active.actor)
}

const isBackedUp: AppMove = (world) => {
  const service = oneOf(world, world.services)!
  note(world, `${service.address} is backed up`)
  service.backUp()
  return Promise.resolve()
}

/**
 * Restores a service from its backup. Forgotten words are kept where they were read, or nowhere, and documents may be
 * created again (C7).
 */
const isRestored: AppMove = (world) => {
  const service = oneOf(world, world.services)!
  const here = world.disk.contents()
  const backup = service.restore()
  if (backup === undefined) return undefined
  note(world, `${service.address} is restored from its backup`)
  for (const library of world.libraries.filter((one) => one.service === service)) {
    library.restoredAt = world.clock.now()
    library.participants.account.forgotten([
      ...wordsIn(backup),
      ...wordsIn(here.get(library.connectionId ?? '')),
    ])
  }
  return Promise.resolve()
}

const cannotOpen: AppMove = (world) => {
  const library = oneOf(
    world,
    world.libraries.slice(1).filter((one) => one.connectionId !== undefined),
  )
  if (!library) return undefined
  const isRefused = below(world, 2) === 0
  note(world, `${library.mark} ${isRefused ? 'cannot' : 'can'} be opened`)
  world.disk.refuse(library.connectionId!, isRefused)
  return Promise.resolve()
}

const sleeps: AppMove = (world) => {
  note(world, 'sleeps')
  world.app.suspend()
  for (const window of world.app.windows) window.standStill()
  world.app.skewMs += 30 * 60_000
  const windows = [...world.app.windows]
  world.clock.after(500, () => {
    for (const window of windows) window.goOn()
    world.app.resume()
  })
  return Promise.resolve()
}

const markOf = (word: string): string | undefined => /^(?:ann|stranger)([klmn])/.exec(word)?.[1]

/** Moves with their weights. The moves of one row are made one after another. */
export type AppMoves = readonly (readonly [weight: number, ...moves: AppMove[]])[]

export const APP_MOVES: AppMoves = [
  [6, switches],
  [3, connectsSomewhere],
  [0.7, removes],
  [0.5, movesLibrary],
  [1, quits],
  [1, dies],
  [4, standsStill],
  [1, endsWindow],
  [3, turnsElsewhere],
  [2, isSlow],
  [1, diskFills],
  [1, cannotOpen],
  [0.7, sleeps],
]

/** A separate list, so that existing seeds keep their stories. */
export const APP_MOVES_WITH_LOSSES: AppMoves = [
  ...APP_MOVES,
  [2, diskFillsForLong, typesSomewhere, switches],
  [2, diskFillsForLong, typesSomewhere, quits],
  [4, isBackedUp],
  [6, isRestored],
]

/** Makes one move of the app as a whole, or the moves of one row. A refused move has no effect. */
export async function makeAppMove(world: World, of: AppMoves): Promise<void> {
  let at = world.random() * of.reduce((sum, [weight]) => sum + weight, 0)
  const [, ...moves] = of.find(([weight]) => (at -= weight) < 0)!
  for (const move of moves) {
    await attempt(world.libraries[0]!.participants, () => move(world))
    await world.clock.advance([0, 40, 400, 3_000][below(world, 4)]!)
  }
}
