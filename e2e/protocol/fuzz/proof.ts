import { wordsOf } from '../../../main/documents/proof/run'
import { sameNormalForm } from '../../../shared/text/normal-form'
import type { ConflictView } from '../../../shared/ipc/ipc-records'
import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { Actor, Participants } from './participants'
import { seeWhatWentAlong } from './action'
import { formsOf } from './lies'
import { countWords, listed, textsAnywhere } from './reading'

/** Describes the first violation of a condition that must hold at every moment. */
export function brokenNow(participants: Participants): string | undefined {
  if (participants.breaches.length > 0) return participants.breaches[0]
  for (const { name, writer } of participants.actors)
    for (const { name: event, payload } of writer.told.splice(0)) {
      if (holdsKey(writer, payload)) return `${name}: ${event} tells the key`
      if (event !== 'document.conflict-changed' || !writer.isAlive()) continue
      const view = writer.workspace.documents.conflict(payload) as ConflictView | null
      if (view && isFalse(participants, view))
        return `${name}: a conflict (${view.kind}): ${JSON.stringify(view)}`
    }
  for (const { name, writer } of participants.actors)
    for (const notice of writer.notices.splice(0))
      if (holdsKey(writer, notice)) return `${name}: a notice tells the key`
  return undefined
}

const holdsKey = ({ service }: Actor['writer'], told: unknown): boolean => {
  const words = JSON.stringify(told) ?? ''
  return formsOf(service.key).some((form) => words.includes(form))
}

/**
 * Whether a conflict must not exist. A lone writer never sees a conflict, nor do writers who change separate lines (W8,
 * W20). On a service without guards, the app asks about a deletion, and about text that others have written there
 * (W21). With a lying service, any question is allowed.
 */
function isFalse({ kind, actors }: Participants, view: ConflictView): boolean {
  if (kind.isLying === true) return false
  const isAlone = actors.length === 1
  if (!kind.isGuarded) return isAlone && view.kind !== 'deleted-here'
  return view.kind === 'past' || isAlone || kind.isApart === true
}

/** Describes the first violation of a condition that must hold after everything has settled. */
export async function brokenAtEnd(participants: Participants): Promise<string | undefined> {
  for (const { name, writer } of participants.actors) {
    const log = writer.workspace.readLog({ query: '', limit: 1_000 })
    if (holdsKey(writer, [log, writer.workspace.outbox.list()])) return `${name}: the log tells the key`
  }
  const { other } = participants.actors[0]!.writer
  const documents = await other.call('documents.list', { query: { per_page: 100 } })
  const folders = await other.call('folders.list', { query: { per_page: 100 } })
  const tags = await other.call('tags.list', { query: { per_page: 100 } })
  if (documents.kind !== 'ok' || folders.kind !== 'ok' || tags.kind !== 'ok')
    return 'the service does not list'
  return (
    (await brokenWords(participants, documents.data)) ??
    brokenLists(participants, {
      documents: documents.data,
      folders: new Map(folders.data.map(({ id, name }) => [id, name])),
      tags: tags.data.map(({ name }) => name),
    })
  )
}

interface There {
  readonly documents: readonly DocumentSeen[]
  readonly folders: ReadonlyMap<string, string>
  readonly tags: readonly string[]
}

async function brokenWords(
  participants: Participants,
  documents: readonly DocumentSeen[],
): Promise<string | undefined> {
  const { account, kind } = participants
  seeWhatWentAlong(participants)
  const { counts, doubled } = countWords(documents)
  // Without guards, two writers may decide the same question at the same time.
  const twice = doubled.find((word) =>
    kind.isGuarded ? !account.mayBeTwiceInOne(word) : !account.mayBeTwice(word),
  )
  if (twice !== undefined) return `${twice} stands twice in a document: ${withWord(documents, twice)}`
  let anywhere: ReadonlySet<string> | undefined
  for (const word of account.all()) {
    if (account.isDue(word) && !counts.has(word)) {
      // Without guards, a version may have been overwritten, but can still be read there.
      if (kind.isGuarded && !account.isAside(word)) return `${word} is lost`
      anywhere ??= new Set((await textsAnywhere(participants)).flatMap(wordsOf))
      if (!anywhere.has(word)) return `${word} is lost, and nowhere kept`
    }
    if ((counts.get(word) ?? 0) > 1 && !account.mayBeTwice(word))
      return `${word} stands in two documents: ${withWord(documents, word)}`
  }
  return undefined
}

const withWord = (documents: readonly DocumentSeen[], word: string): string =>
  documents
    .filter(({ content = '' }) => wordsOf(content).includes(word))
    .map(({ title, content }) => JSON.stringify({ title, content }))
    .join(' and ')

/** Checks that every device shows the records of the service. */
function brokenLists(participants: Participants, there: There): string | undefined {
  for (const actor of participants.actors) {
    const { documents, catalog } = actor.writer.workspace
    const library = catalog.library()
    const here = listed(actor).flatMap(({ id }) => documents.read(id) ?? [])
    const unread = listed(actor).find(({ id }) => documents.read(id) === undefined)
    if (unread !== undefined) return `${actor.name} lists “${unread.title}”, which cannot be read`
    const differs = (what: string, mine: readonly string[], theirs: readonly string[]) => {
      const [ours, others] = [mine, theirs].map((names) => [...names].sort().join('|'))
      return ours === others ? undefined : `${actor.name} has ${what} ${ours}, the service ${others}`
    }
    const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
    const broken =
      differs('folders', namesOf(library.folders), [...there.folders.values()]) ??
      differs('tags', namesOf(library.tags), there.tags) ??
      differs(
        'documents',
        here.map((one) => lineHere(one, library)),
        there.documents.map((one) => lineThere(one, there.folders)),
      )
    if (broken !== undefined) return broken
    const texts = new Map(here.map(({ remoteId, text }) => [remoteId, text]))
    const wrong = there.documents.find(
      ({ id, content = '' }) => !sameNormalForm(texts.get(id) ?? '', content),
    )
    if (wrong) return `${actor.name} has another text of “${wrong.title}”`
  }
  return undefined
}

function lineThere(
  { id, title, status, folder_id, tags }: DocumentSeen,
  folders: ReadonlyMap<string, string>,
): string {
  const folder = folder_id == null ? '-' : folders.get(folder_id)
  return [id, title, status, folder, ...(tags ?? []).map(({ name }) => name ?? '').sort()].join(' ')
}

type Workspace = Actor['writer']['workspace']
type Here = NonNullable<ReturnType<Workspace['documents']['read']>>

function lineHere({ remoteId, fields }: Here, library: ReturnType<Workspace['catalog']['library']>): string {
  const { folders, tags } = library
  const folder = fields.folderId == null ? '-' : folders.find((one) => one.id === fields.folderId)?.name
  const names = (fields.tagIds ?? []).flatMap((tag) => tags.find((one) => one.id === tag)?.name ?? [])
  return [remoteId, fields.title, fields.status, folder, ...names.sort()].join(' ')
}
