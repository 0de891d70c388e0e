import { edit, erase, liveDocuments, present, restore, type ModelService } from './model-service'
import type { Rec } from '../core/record'
import type { Event } from '../core/events'
import type { Conflict } from '../core/working-copy'
import { happen, type World } from './world'

/**
 * Test support: a world with an account of its words. Every word is unique. A writer who sees a word may take it back
 * by typing, or give it up by a decision or a delete; it must then still be kept somewhere. All other words must be
 * there at the end.
 */
export interface Run {
  readonly world: World
  readonly written: readonly string[]
  readonly takenBack: readonly string[]
  readonly givenUp: readonly string[]
}

/**
 * Each writer has a line, and a new word goes to the end of a line. Changes of different lines merge, changes of one
 * line clash.
 */
export const SKELETON = 'A.\n\nB.\n\nC.\n\nX.\n'
export const STRANGER = 'x'

export function wordsOf(text: string): readonly string[] {
  const known = words.get(text)
  if (known !== undefined) return known
  const found = text.match(/(?<![a-z])[a-z]+\d+/g) ?? []
  if (words.size > 50_000) words.clear()
  words.set(text, found)
  return found
}

/** The words of each text are cached, because the same few texts are needed again and again. */
const words = new Map<string, readonly string[]>()

export type Resolved = Extract<Event, { readonly kind: 'resolved' }>

export const startRun = (world: World): Run => ({ world, written: [], takenBack: [], givenUp: [] })

/** The text with one more word at the end of the line that begins with this letter, or at the very end. */
export function withWord(text: string, line: string, word: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((one) => one.startsWith(`${line}.`))
  if (at < 0) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n${line}. ${word}.\n`
  lines[at] = `${lines[at]!} ${word}.`
  return lines.join('\n')
}

/** All words of a record: its text, title and tags. */
export function wordsOfRecord({ text, fields }: Rec): readonly string[] {
  return [...wordsOf(text), ...wordsOf(fields.title ?? ''), ...(fields.tagIds ?? [])]
}

/** All words of all versions of all documents that a service ever had. */
export function wordsEverWritten({ documents }: ModelService): ReadonlySet<string> {
  const known = everWritten.get(documents)
  if (known !== undefined) return known
  const found = new Set(Object.values(documents).flatMap(({ versions }) => versions.flatMap(wordsOfRecord)))
  everWritten.set(documents, found)
  return found
}

const everWritten = new WeakMap<ModelService['documents'], ReadonlySet<string>>()

/** Whether the word belongs to a title or a tag. */
export const isLabel = (word: string) => /(title|tag)\d+$/.test(word)

/** The next word of this writer: `ann1`, `ann2`, ... */
export function nextWord(run: Run, name: string): string {
  const count = run.written.filter((word) => word.replace(/(?<!\d)\d+$/, '') === name).length
  return `${name}${count + 1}`
}

/** A client types one new word into a line. */
export function type(run: Run, index: number, line: string): Run {
  const { name, copy } = run.world.clients[index]!
  const word = nextWord(run, name)
  const text = withWord(copy.mine.text === '' ? SKELETON : copy.mine.text, line, word)
  const world = happen(run.world, index, { kind: 'typed', text })
  return { ...run, world, written: [...run.written, word] }
}

/** A client changes the title, or adds a tag, with one new word. */
export function label(run: Run, index: number, field: 'title' | 'tagIds'): Run {
  const { name, copy } = run.world.clients[index]!
  const word = nextWord(run, `${name}${field === 'title' ? 'title' : 'tag'}`)
  const { tagIds } = copy.mine.fields
  const fields = field === 'title' ? { title: `T ${word}` } : { tagIds: [...(tagIds ?? []), word] }
  return does({ ...run, written: [...run.written, word] }, index, { kind: 'fields-edited', fields })
}

/** Adds a word to the text elsewhere, or changes the title, directly on the service. */
export function changeElsewhere(run: Run, place: { readonly line: string } | 'title'): Run | undefined {
  const document = liveDocuments(run.world.service).at(0)
  if (!document) return undefined
  const word = nextWord(run, place === 'title' ? `${STRANGER}title` : STRANGER)
  const before = present(document)
  const change =
    place === 'title'
      ? { text: before.text, fields: { title: `T ${word}` } }
      : { text: withWord(before.text, place.line, word), fields: {} }
  const service = edit(run.world.service, document.id, change, run.world.nowMs)
  const next = { ...run, world: { ...run.world, service }, written: [...run.written, word] }
  return place === 'title' ? lettingGo(next, [before], [{ ...before, ...change }], 'takenBack') : next
}

/**
 * Lets the service go on from a backup. Words that only the service had are lost by that; words that a client has read
 * must be kept by the client.
 */
export function restoreElsewhere(run: Run): Run | undefined {
  const { world, takenBack } = run
  const document = Object.values(world.service.documents).at(0)
  const service = document && restore(world.service, document.id)
  if (service === undefined) return undefined
  const left = wordsEverWritten(service)
  const here = new Set(
    world.clients.flatMap(({ copy, snapshots, made }) =>
      [
        copy.mine,
        ...(copy.base ? [copy.base] : []),
        ...(copy.conflict?.theirs ? [copy.conflict.theirs] : []),
        ...made,
        ...snapshots.map(({ record }) => record),
      ].flatMap(wordsOfRecord),
    ),
  )
  const lost = [...wordsEverWritten(world.service)].filter((word) => !left.has(word) && !here.has(word))
  return { ...run, world: { ...world, service }, takenBack: [...takenBack, ...lost] }
}

export function deleteElsewhere(run: Run): Run | undefined {
  const document = liveDocuments(run.world.service).at(0)
  if (!document) return undefined
  const service = erase(run.world.service, document.id)
  return lettingGo({ ...run, world: { ...run.world, service } }, [present(document)], [])
}

/**
 * Applies an event of a writer. Words that she saw before the event and does not see afterwards count as given up by
 * her.
 */
export function does(run: Run, index: number, event: Event): Run {
  const before = run.world.clients[index]!.copy
  const world = happen(run.world, index, event)
  const { copy, made } = world.clients[index]!
  const theirs = event.kind === 'resolved' ? reviewed(before.conflict, event.token) : undefined
  const { mine } = copy
  // Where only tags were discarded, the writer has taken them back as if she had taken them off.
  const isOfTags =
    event.kind === 'discarded' &&
    !mine.deleted &&
    before.mine.text === mine.text &&
    before.mine.fields.title === mine.fields.title
  const isTakenBack = event.kind === 'typed' || event.kind === 'fields-edited' || isOfTags
  return lettingGo(
    { ...run, world },
    theirs === undefined ? [before.mine] : [before.mine, theirs],
    mine.deleted ? made : [mine, ...made],
    isTakenBack ? 'takenBack' : 'givenUp',
  )
}

/**
 * Lets a writer decide about the texts on her screen, and type one more word before the decision arrives (W15): she has
 * not given up that word. `undefined` where there is nothing to decide.
 */
export function decideWhileTyping(
  run: Run,
  index: number,
  { line, token, resolution }: Pick<Resolved, 'token' | 'resolution'> & { readonly line: string },
): Run | undefined {
  const seen = run.world.clients[index]!.copy
  const typed = type(run, index, line)
  const decision: Resolved = { kind: 'resolved', token, resolution, mineSeen: seen.mine.text }
  const world = happen(typed.world, index, decision)
  const { copy, made } = world.clients[index]!
  if (copy === typed.world.clients[index]!.copy) return undefined
  const theirs = reviewed(seen.conflict, token)
  return lettingGo({ ...typed, world }, theirs === undefined ? [seen.mine] : [seen.mine, theirs], [
    copy.mine,
    ...made,
  ])
}

/** The theirs that was on the writer's screen when she decided. */
function reviewed(conflict: Conflict | undefined, token: string): Rec | undefined {
  if (conflict === undefined || conflict.token === token) return conflict?.theirs
  return conflict.earlier.find((one) => one.token === token)?.serverRecord
}

function lettingGo(
  run: Run,
  before: readonly Rec[],
  after: readonly Rec[],
  list: 'takenBack' | 'givenUp' = 'givenUp',
): Run {
  const left = new Set(after.flatMap(wordsOfRecord))
  const gone = before.flatMap(wordsOfRecord).filter((word) => !left.has(word) && !run[list].includes(word))
  return gone.length === 0 ? run : { ...run, [list]: [...run[list], ...new Set(gone)] }
}

/** Both texts of a conflict in one: mine, followed by the words that only theirs has. */
export function union(mine: string, theirs: string): string {
  const here = new Set(wordsOf(mine))
  return wordsOf(theirs)
    .filter((word) => !here.has(word))
    .reduce((text, word) => withWord(text, 'U', word), mine)
}
