import type { CommandInput, CommandOutput } from '../../../../shared/ipc/ipc'
import type { Result } from '../../../../shared/problem'
import type { StoryLibrary } from './library'
import type { App } from './app'

/** The parts of the world that answers change. */
export interface Seeing {
  readonly app: App
  readonly libraries: readonly StoryLibrary[]
  readonly breaches: string[]
}

/**
 * Records an answer of main, whether or not a window is left to receive it, to track the libraries known to the app.
 */
export function seeAnswer(world: Seeing, name: unknown, input: unknown, result: Result<unknown>): void {
  if (name === 'connection.remove') for (const library of world.libraries) seeRemoved(world, library)
  if (name !== 'connection.connect') return
  const { address, key } = input as CommandInput<'connection.connect'>
  const library = world.libraries.find((one) => one.service.address === address && one.keys.includes(key))
  if (library === undefined) return
  library.mayHaveTaken = undefined
  if (result.ok) isNow(world, library, (result.value as CommandOutput<'connection.connect'>).id)
}

/** Detects keys stored by a life that ended during a connect, before anybody received the answer. */
export async function seeKeys(world: Seeing): Promise<void> {
  for (const library of world.libraries)
    for (const id of library.mayHaveTaken ?? []) {
      const key = await world.app.life()?.keyOf(id)
      if (key !== undefined && library.keys.includes(key) && ownerOf(world, id) !== library)
        takeOver(world, library, id)
    }
}

/**
 * Records the connection of a library. A connection belongs to one account for good (C7), but a connection without
 * documents proves no account, and can be taken over.
 */
function isNow(world: Seeing, library: StoryLibrary, id: string): void {
  const { app, breaches } = world
  const taken = ownerOf(world, id)
  if (taken !== undefined && taken !== library && !isEmpty(app, id))
    breaches.push(`the key of ${library.mark} opens the library of ${taken.mark}`)
  const listed = app.life()?.workspaces.list() ?? []
  const before = library.connectionId
  // The removal of the connection may not have been reported.
  if (before !== undefined && before !== id && listed.some((one) => one.id === before))
    breaches.push(`the account of ${library.mark} has two connections`)
  takeOver(world, library, id)
}

const ownerOf = ({ libraries }: Seeing, id: string): StoryLibrary | undefined =>
  libraries.find(({ connectionId }) => connectionId === id)

function takeOver(world: Seeing, library: StoryLibrary, id: string): void {
  const taken = ownerOf(world, id)
  if (taken !== undefined && taken !== library) {
    taken.connectionId = undefined
    // The file may still contain a name from the abandoned start of the other library.
    library.guests.add(taken.mark)
  }
  library.connectionId = id
}

const isEmpty = (app: Seeing['app'], id: string): boolean =>
  app
    .life()
    ?.workspaces.open.all()
    .some(({ connectionId, documents }) => connectionId === id && [...documents.allKnown()].length === 0) ===
  true

/** Detects that a library was removed without an answer, because the app ended before the answer. */
export function seeRemoved({ app }: Pick<Seeing, 'app'>, library: StoryLibrary): void {
  const { connectionId, removedId } = library
  const life = app.life()
  if (life === undefined || connectionId === undefined || connectionId !== removedId) return
  if (life.workspaces.list().some(({ id }) => id === connectionId)) return
  library.connectionId = undefined
}
