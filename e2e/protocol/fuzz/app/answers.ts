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
  if (name !== 'connection.connect' || !result.ok) return
  const { address, key } = input as CommandInput<'connection.connect'>
  const { id } = result.value as CommandOutput<'connection.connect'>
  const library = world.libraries.find((one) => one.service.address === address && one.keys.includes(key))
  if (library !== undefined) isNow(world, library, id)
}

/** A connection is one account's, for good (C7); but one that holds nothing proves no account, and is anybody's. */
function isNow({ app, libraries, breaches }: Seeing, library: StoryLibrary, id: string): void {
  const taken = libraries.find((one) => one !== library && one.connectionId === id)
  if (taken && isEmpty(app, id)) {
    taken.connectionId = undefined
    // Of what was begun in it, and given up, the file may still have a name.
    library.guests.add(taken.mark)
  } else if (taken) breaches.push(`the key of ${library.mark} opens the library of ${taken.mark}`)
  const listed = app.life()?.workspaces.list() ?? []
  const before = library.connectionId
  // Nobody may have heard that it was removed.
  if (before !== undefined && before !== id && listed.some((one) => one.id === before))
    breaches.push(`the account of ${library.mark} has two connections`)
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
