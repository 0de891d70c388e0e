import type { Fields } from '../../shared/terms'
import { edit, erase, liveDocuments, present } from './model-service'
import type { Event } from './working-copy'
import { happen, type World } from './world'

/**
 * Test support: a world and the account of its words. Every word is unique. Somebody who sees a word may take it back
 * by typing, or let it go by a decision, a delete: then it is still kept somewhere. All others must be there at the end.
 */
export interface Play {
  readonly world: World
  readonly written: readonly string[]
  readonly takenBack: readonly string[]
  readonly letGo: readonly string[]
}

/** Each writer has a line; a word goes to the end of one. Lines apart merge, a line shared by two clashes. */
export const SKELETON = 'A.\n\nB.\n\nC.\n\nX.\n'
export const STRANGER = 'x'

export function wordsOf(text: string): readonly string[] {
  const known = words.get(text)
  if (known !== undefined) return known
  const found = text.match(/[a-z]+\d+/g) ?? []
  if (words.size > 50_000) words.clear()
  words.set(text, found)
  return found
}

/** The same few texts are asked for again and again. */
const words = new Map<string, readonly string[]>()

export const play = (world: World): Play => ({ world, written: [], takenBack: [], letGo: [] })

/** The text with one more word at the end of the line that begins with this letter, or at the very end. */
export function withWord(text: string, line: string, word: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((one) => one.startsWith(`${line}.`))
  if (at < 0) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n${line}. ${word}.\n`
  lines[at] = `${lines[at]!} ${word}.`
  return lines.join('\n')
}

/** The next word of this writer: `ann1`, `ann2`, ... */
export function nextWord(played: Play, name: string): string {
  const count = played.written.filter((word) => word.replace(/\d+$/, '') === name).length
  return `${name}${count + 1}`
}

/** A client types one new word into a line. */
export function type(played: Play, index: number, line: string): Play {
  const { name, copy } = played.world.clients[index]!
  const word = nextWord(played, name)
  const text = withWord(copy.mine.text === '' ? SKELETON : copy.mine.text, line, word)
  const world = happen(played.world, index, { kind: 'typed', text })
  return { ...played, world, written: [...played.written, word] }
}

/** Somebody elsewhere adds a word, straight on the service. */
export function typeElsewhere(played: Play, line: string): Play | undefined {
  const document = liveDocuments(played.world.service).at(0)
  if (!document) return undefined
  const word = nextWord(played, STRANGER)
  const change = { text: withWord(present(document).text, line, word), fields: {} }
  const service = edit(played.world.service, document.id, change, played.world.nowMs)
  return { ...played, world: { ...played.world, service }, written: [...played.written, word] }
}

export function editElsewhere(played: Play, fields: Fields): Play | undefined {
  const document = liveDocuments(played.world.service).at(0)
  if (!document) return undefined
  const change = { text: present(document).text, fields }
  const service = edit(played.world.service, document.id, change, played.world.nowMs)
  return service === played.world.service ? undefined : { ...played, world: { ...played.world, service } }
}

export function deleteElsewhere(played: Play): Play | undefined {
  const document = liveDocuments(played.world.service).at(0)
  if (!document) return undefined
  const service = erase(played.world.service, document.id)
  return lettingGo({ ...played, world: { ...played.world, service } }, present(document).text, '')
}

/** A deed of a writer after which these words are gone from what she sees: they were hers to let go. */
export function does(played: Play, index: number, event: Event): Play {
  const before = sightOf(played.world, index, event)
  const world = happen(played.world, index, event)
  const { copy, made } = world.clients[index]!
  const left = copy.mine.deleted ? '' : copy.mine.text
  const kept = made.map(({ text }) => text).join('\n')
  const list = event.kind === 'typed' ? 'takenBack' : 'letGo'
  return lettingGo({ ...played, world }, before, `${left}\n${kept}`, list)
}

/** What the writer has before her when she does it: her text, and in a decision theirs as well. */
function sightOf(world: World, index: number, event: Event): string {
  const { copy } = world.clients[index]!
  const theirs = event.kind === 'resolved' ? `\n${copy.conflict?.theirs?.text ?? ''}` : ''
  return copy.mine.text + theirs
}

function lettingGo(played: Play, before: string, after: string, list: 'takenBack' | 'letGo' = 'letGo'): Play {
  const left = new Set(wordsOf(after))
  const gone = wordsOf(before).filter((word) => !left.has(word) && !played[list].includes(word))
  return gone.length === 0 ? played : { ...played, [list]: [...played[list], ...new Set(gone)] }
}

/** Both texts of a conflict in one: mine, and after it the words that only theirs has. */
export function union(mine: string, theirs: string): string {
  const here = new Set(wordsOf(mine))
  return wordsOf(theirs)
    .filter((word) => !here.has(word))
    .reduce((text, word) => withWord(text, 'U', word), mine)
}
