import type { ItemEvent } from '../item-events'
import { openQuestion, type ItemFields, type LibraryItem } from '../library-item'
import { change, erase, liveRows, present } from './model-service'
import { add, happen, itemOf, type World } from './world'

/**
 * Test support: a world with an account of its words. Every name and every parent that somebody sets is one new word. A
 * writer who sees a word may give it up by setting another one; all other words must be there at the end.
 */
export interface Run {
  readonly world: World
  readonly written: readonly string[]
  readonly givenUp: readonly string[]
  /** How many items were made, here and elsewhere. */
  readonly made: number
  /** The words of the items that a writer here has deleted and not restored, by the writer and the item. */
  readonly deleted: Readonly<Record<string, readonly string[]>>
}

export const startRun = (world: World): Run => ({
  world,
  written: [],
  givenUp: [],
  made: liveRows(world.service).length,
  deleted: {},
})

export type Changed = 'name' | 'parentId' | 'alt'

export const wordsOf = ({ name, parentId, alt }: ItemFields): readonly string[] =>
  [name, parentId, alt].filter((word) => typeof word === 'string' && /\d$/.test(word)) as string[]

/** The next word of this writer: `ann1`, `ann2`, ... */
function nextWord({ written }: Run, name: string): string {
  return `${name}${written.filter((word) => word.startsWith(name)).length + 1}`
}

const givingUp = (run: Run, before: readonly ItemFields[], after: readonly ItemFields[]): Run => {
  const left = new Set(after.flatMap(wordsOf))
  const gone = before.flatMap(wordsOf).filter((word) => !left.has(word) && !run.givenUp.includes(word))
  return gone.length === 0 ? run : { ...run, givenUp: [...run.givenUp, ...new Set(gone)] }
}

/** The fields of an item on the writer's screen: hers, and theirs where she is asked. */
function onScreen(item: LibraryItem): readonly ItemFields[] {
  const question = openQuestion(item)
  return question?.kind === 'clash' ? [item.mine, question.theirs] : [item.mine]
}

/** Applies an event of a writer. Words that she saw before it and does not see afterwards are given up. */
export function does(run: Run, index: number, id: string, event: ItemEvent): Run {
  const before = itemOf(run.world.clients[index]!, id)
  const world = happen(run.world, index, id, event)
  const after = itemOf(world.clients[index]!, id)
  const key = `${world.clients[index]!.name} ${id}`
  const { [key]: _deleted, ...others } = run.deleted
  const deleted = after?.deleted ? { ...others, [key]: wordsOf(after.mine) } : others
  const next = { ...run, world, deleted }
  return before ? givingUp(next, onScreen(before), after ? onScreen(after) : []) : next
}

export function edits(run: Run, index: number, id: string, field: Changed): Run {
  const word = nextWord(run, run.world.clients[index]!.name)
  const written = { ...run, written: [...run.written, word] }
  return does(written, index, id, { kind: 'edited', fields: { [field]: word } })
}

/** Lets a writer create an item with a new name, or with this one. */
export function makes(run: Run, index: number, name?: string): Run {
  const { world, written, made } = run
  const word = name ?? nextWord(run, world.clients[index]!.name)
  const { kind } = world.service
  const mine = { name: word, ...(kind === 'folder' && { parentId: null }) }
  const id = `new:${made}`
  const { moment } = world.clients[index]!
  const next = add(world, index, { kind, id, mine, deleted: false, movedAt: moment })
  return {
    ...run,
    world: next,
    made: made + 1,
    written: name === undefined ? [...written, word] : written,
  }
}

/** Changes a field of the first item elsewhere, directly on the service. */
export function changeElsewhere(run: Run, field: Changed): Run | undefined {
  const row = liveRows(run.world.service).at(0)
  if (!row) return undefined
  const word = nextWord(run, 'x')
  const service = change(run.world.service, row.id, { [field]: word })
  const next = { ...run, world: { ...run.world, service }, written: [...run.written, word] }
  return givingUp(next, [present(row)], [present(service.rows[row.id]!)])
}

export function deleteElsewhere(run: Run): Run | undefined {
  const row = liveRows(run.world.service).at(0)
  if (!row) return undefined
  const service = erase(run.world.service, row.id)
  return givingUp({ ...run, world: { ...run.world, service } }, [present(row)], [])
}
