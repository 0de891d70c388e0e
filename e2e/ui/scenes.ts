import { expect } from '@playwright/test'
import { ABILITIES } from '../../shared/terms'
import type { Host } from '../host/host'
import { documentOf, typeElsewhere } from './editing'
import type { Stet } from './stet'

export const DOORS = 'd-doors'
/** “The customs officer”, which only its own scenes change. */
export const OFFICER = 'd-officer'

export const BASE = `Only eight of them opened.

The ninth had been shut the winter her mother left.

She counted them at night the way other children counted sheep.

There was a key for each.
`
const MINE = `Only eight of them opened.

The ninth had been nailed shut the winter her mother left, and nobody said why.

She counted them at night, lying on her back, the way other children counted sheep.

There was a key for each, and she had lost one of the keys.
`
export const THEIRS = `Only eight of them opened.

The ninth had been painted shut the spring her mother left.

She counted them at night the way other children counted sheep.

There was a key for each, and one more key.
`

export interface Scene {
  readonly app: Host
  readonly stet: Stet
}

const keptIn = ({ stet }: Scene, id: string) => expect.poll(() => stet.keptText(id))

/** Creates a document with this text that is also on the service. */
export async function storedDocumentOf({ app, stet }: Scene, title: string, text: string): Promise<string> {
  const id = await documentOf(stet, title, text)
  await app.ask('document.save', { id, reason: 'key' })
  await expect.poll(async () => (await app.ask('outbox.list', undefined)).waiting).toEqual([])
  return id
}

/** The titles of the documents whose text is only on the service. */
export async function textsElsewhere({ app }: Scene): Promise<readonly string[]> {
  const all = { filter: { smart: 'all' }, sort: 'created', descending: false, offset: 0, limit: 500 } as const
  const { items } = await app.ask('documents.list', all)
  return items.flatMap(({ title, textElsewhere }) => (textElsewhere === true ? [title] : []))
}

/**
 * Fills the space for texts with one long text. Texts without a tab are then only on the service; their titles are
 * returned.
 */
export async function fillRoom(scene: Scene): Promise<readonly string[]> {
  await storedDocumentOf(scene, 'Long', 'word '.repeat(199_980))
  await scene.app.ask('settings.set', { textsMegabytes: 1 })
  // The texts are looked through a while after the last change.
  scene.app.clock.pass(60_000)
  await expect.poll(() => textsElsewhere(scene)).toContain('A house with nine doors')
  return textsElsewhere(scene)
}

/** Merges a change by another device into a text with unsent words. */
export async function mergeIn(
  { app, stet }: Scene,
  id: string,
  theirs: (text: string) => string,
): Promise<void> {
  await app.ask('document.save', { id, reason: 'key' })
  await app.hear()
  const { content = '' } = await app.elsewhere.read(id)
  await typeElsewhere(stet, 'end', '\nMine.', id)
  await app.elsewhere.write(id, { content: theirs(content) })
  await app.hear()
}

/** Makes main create `count` documents titled with `name` and a number, such as “Letter 1”. */
export function makeDocuments(
  app: Host,
  name: string,
  count: number,
  more: { readonly folderId?: string; readonly status?: string; readonly tagIds?: readonly string[] } = {},
): void {
  const draft = { text: '', folderId: null, tagIds: [], status: 'draft', ...more }
  const titles = Array.from({ length: count }, (_, at) => ({ ...draft, title: `${name} ${at + 1}` }))
  app.workspaces.active().documents.createAll(titles)
}

/** Makes the service of the sample answer for another account, in which nothing is. */
export async function answerForAnotherAccount(app: Host): Promise<void> {
  const key = app.service.addKey(ABILITIES, 'another')
  app.vary((service) => (request) => {
    request.headers.set('Authorization', `Bearer ${key}`)
    return service(request)
  })
  await app.hear()
}

/** Switches to a library with a number of documents, of which the last ones never arrive. */
export async function readInPart(app: Host, documents: number, arriving: number): Promise<void> {
  const id = await app.addLibrary('Press', app.openService(documents))
  const isLate = ({ path }: { readonly path: string }) => {
    const { searchParams } = new URL(path, 'http://service')
    return Number(searchParams.get('page')) * Number(searchParams.get('per_page')) > arriving
  }
  app.faults.plan({ kind: 'silent' }, isLate, Infinity)
  await app.ask('connection.activate', { id })
}

/** Gives a document the same text on the service and on this device, with no pending changes. */
export async function settle(scene: Scene, id: string, text: string): Promise<void> {
  const { app } = scene
  await app.hear()
  await app.elsewhere.write(id, { content: text })
  await app.hear()
  await keptIn(scene, id).toBe(text)
}

/** Makes a conflict: another device changes the text, and main reads the change while `mine` is not sent. */
export async function makeClash(
  scene: Scene,
  id: string,
  { base, mine, theirs }: { readonly base: string; readonly mine: string; readonly theirs: string },
): Promise<void> {
  await settle(scene, id, base)
  await typeElsewhere(scene.stet, 'all', mine, id)
  await theirsComes(scene, id, theirs)
}

/** Changes a document as another device does; main detects the change when it sends its own. */
export async function theirsComes({ app }: Scene, id: string, theirs: string): Promise<void> {
  await app.elsewhere.write(id, { content: theirs })
  await app.ask('document.save', { id, reason: 'key' })
  await app.hear()
  await expect.poll(async () => (await app.ask('document.conflict', { id }))?.theirs).toBe(theirs)
}

/** “Low water” is asked about: another device has written something else. */
export async function lowClashes({ app }: Scene): Promise<void> {
  const id = 'd-low'
  const { version, text } = await app.ask('document.open', { id })
  const at = text.indexOf('low')
  await app.elsewhere.write(id, { content: text.replace('low', 'deep') })
  const updates = [[{ from: at, to: at + 3, insert: 'high' }]]
  await app.ask('document.change', { id, clientId: 'another-window', version, updates })
  await app.ask('document.save', { id, reason: 'key' })
  await expect.poll(async () => (await app.ask('document.conflict', { id }))?.kind).toBe('text')
}

/** Puts “A house with nine doors” into conflict, with two clashes and one change of mine without a clash. */
export const putIntoConflict = (scene: Scene): Promise<void> =>
  makeClash(scene, DOORS, { base: BASE, mine: MINE, theirs: THEIRS })

/** Puts “The customs officer” into conflict with a number of clashes, each in its own paragraph. */
export function putIntoManyConflicts(scene: Scene, count: number): Promise<void> {
  const written = (colour: string) =>
    Array.from({ length: count }, (_, at) => `Door ${at + 1} is ${colour} now.\n\nIt is shut.\n`).join('\n')
  return makeClash(scene, OFFICER, { base: written('green'), mine: written('red'), theirs: written('blue') })
}

/** Deletes “The customs officer” here; another device changes the document before the deletion arrives. */
export async function askAboutDeletion({ app, stet }: Scene): Promise<void> {
  await settle({ app, stet }, OFFICER, BASE)
  await app.ask('document.delete', { ids: [OFFICER] })
  await app.elsewhere.write(OFFICER, { content: THEIRS })
  await app.hear()
  await expect
    .poll(async () => (await app.ask('document.conflict', { id: OFFICER }))?.kind)
    .toBe('deleted-here')
}

/** Deletes “The customs officer” elsewhere while words here are not sent. */
export async function deleteElsewhere({ app, stet }: Scene): Promise<void> {
  await settle({ app, stet }, OFFICER, BASE)
  await typeElsewhere(stet, 'all', MINE, OFFICER)
  await app.elsewhere.delete(OFFICER)
  await app.ask('document.save', { id: OFFICER, reason: 'key' })
  await expect
    .poll(async () => (await app.ask('document.conflict', { id: OFFICER }))?.kind)
    .toBe('deleted-there')
}

/** Has entries written to the sync log: two changes of “Low water” that were sent, and one that was not. */
export async function writeLog(scene: Scene): Promise<void> {
  const { app, stet } = scene
  await storedDocumentOf(scene, 'Low water', 'At last.')
  await typeElsewhere(stet, 'end', 'More.', 'd-low')
  await app.ask('document.save', { id: 'd-low', reason: 'key' })
  await expect.poll(async () => (await app.ask('outbox.list', undefined)).waiting).toEqual([])
  await makeClash(scene, OFFICER, { base: BASE, mine: MINE, theirs: THEIRS })
}

/**
 * Fills the outbox of a service's library: a conflict, two changes of files that the key may not make, and an edit that
 * the service does not take now.
 */
export async function fillOutbox(scene: Scene): Promise<void> {
  const { app, stet } = scene
  await putIntoConflict(scene)
  await app.ask('outbox.pause', { paused: true })
  const [map] = await app.ask('files.list', undefined)
  await app.ask('file.delete', { ids: [map!.id] })
  await app.ask('file.add', { name: 'map.png', bytes: Buffer.from('map') })
  await app.forbid('files:write')
  app.faults.plan({ kind: 'status', status: 503 }, 'PUT /api/v1/documents', Infinity)
  await typeElsewhere(stet, 'end', 'More.', 'd-salt')
  await app.ask('document.save', { id: 'd-salt', reason: 'key' })
  await app.ask('outbox.pause', { paused: false })
  const states = async () => (await app.ask('outbox.list', undefined)).waiting.map(({ state }) => state)
  await expect.poll(states).toEqual(['needs-you', 'blocked', 'blocked', 'waiting'])
}
