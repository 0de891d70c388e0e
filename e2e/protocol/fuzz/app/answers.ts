import type { CommandInput, CommandOutput } from '../../../../shared/ipc/ipc'
import type { Result } from '../../../../shared/problem'
import type { StoryLibrary } from './library'
import type { App } from './app'

/** What an answer is seen in. */
export interface Seeing {
  readonly app: App
  readonly libraries: readonly StoryLibrary[]
  readonly breaches: string[]
}

/** Main has answered, whether or not a window is left to hear it: which libraries the app knows now. */
export function seeAnswer(world: Seeing, name: unknown, input: unknown, result: Result<unknown>): void {
  if (name === 'connection.remove') for (const library of world.libraries) seeRemoved(world, library)
  if (name !== 'connection.connect') return
  const { address, key } = input as CommandInput<'connection.connect'>
  const library = world.libraries.find((one) => one.service.address === address && one.keys.includes(key))
  if (library === undefined) return
  library.mayHaveTaken = undefined
  if (result.ok) isNow(world, library, (result.value as CommandOutput<'connection.connect'>).id)
}

/** A life that ended over a connect may have kept the key, and nobody has heard of it. */
export async function seeKeys(world: Seeing): Promise<void> {
  for (const library of world.libraries)
    for (const id of library.mayHaveTaken ?? []) {
      const key = await world.app.life()?.keyOf(id)
      if (key !== undefined && library.keys.includes(key) && ownerOf(world, id) !== library)
        takeOver(world, library, id)
    }
}

/** A connection is one account's, for good (C7); but one that holds nothing proves no account, and is anybody's. */
function isNow(world: Seeing, library: StoryLibrary, id: string): void {
  const { app, breaches } = world
  const taken = ownerOf(world, id)
  if (taken !== undefined && taken !== library && !isEmpty(app, id))
    breaches.push(`the key of ${library.mark} opens the library of ${taken.mark}`)
  const listed = app.life()?.workspaces.list() ?? []
  const before = library.connectionId
  // Nobody may have heard that it was removed.
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
    // Of what was begun in it, and given up, the file may still have a name.
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

/** A library that was asked to go may be gone without an answer: the app can end before it gives one. */
export function seeRemoved({ app }: Pick<Seeing, 'app'>, library: StoryLibrary): void {
  const { connectionId, removedId } = library
  const life = app.life()
  if (life === undefined || connectionId === undefined || connectionId !== removedId) return
  if (life.workspaces.list().some(({ id }) => id === connectionId)) return
  library.connectionId = undefined
}
