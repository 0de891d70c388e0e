import { SKELETON, withWord, wordsOf } from '../../../main/documents/proof/run'
import { thereOf } from '../writer'
import type { Actor, Participants } from './participants'
import { decides, undoesMerge } from './decisions'
import { below, performAction, note, oneOf, withWhatGoesAlong, type Move } from './action'
import { inSight, listed, wordsInSight, wordsOfTheService } from './reading'
import { clockJumps, comesBack, crashes, goesOffline, isLiedTo, isThrottled, meetsFaults } from './troubles'

async function windowOn(actor: Actor, id: string) {
  const known = actor.windows.get(id)
  if (known) return known
  const opened = await actor.writer.edit(id)
  actor.windows.set(id, opened)
  return opened
}

const lineOf = (participants: Participants, { name }: Actor): string =>
  participants.kind.isApart === true
    ? name.charAt(0).toUpperCase()
    : (oneOf(participants, ['A', 'B', 'C', 'X']) ?? 'A')

export const types: Move = (participants, actor) => {
  const document = oneOf(participants, listed(actor))
  if (!document) return undefined
  const line = lineOf(participants, actor)
  return (async () => {
    const window = await windowOn(actor, document.id)
    const word = participants.account.next(actor.name)
    note(participants, actor, `types ${word} into “${document.title}”, line ${line}`)
    await window.type(withWord(window.text(), line, word))
    if (actor.writer.isAlive()) participants.account.written(word)
  })()
}

const takesBack: Move = (participants, actor) => {
  const id = oneOf(participants, [...actor.windows.keys()])
  const window = id === undefined ? undefined : actor.windows.get(id)
  const word =
    window &&
    oneOf(
      participants,
      wordsOf(window.text()).filter((one) => one.startsWith(actor.name)),
    )
  if (!window || word === undefined) return undefined
  note(participants, actor, `takes back ${word}`)
  participants.account.takenBack([word])
  return window.type(window.text().replace(` ${word}.`, ''))
}

const saves: Move = (participants, actor) => {
  const id = oneOf(participants, [...actor.windows.keys()])
  if (id === undefined) return undefined
  const reason = oneOf(participants, ['key', 'key', 'blur'] as const)!
  note(participants, actor, `saves (${reason})`)
  return Promise.resolve(actor.writer.workspace.documents.save({ id, reason }))
}

const closes: Move = (participants, actor) => {
  const id = oneOf(participants, [...actor.windows.keys()])
  if (id === undefined) return undefined
  note(participants, actor, 'closes a window')
  actor.windows.get(id)?.close()
  actor.windows.delete(id)
  return Promise.resolve()
}

const creates: Move = (participants, actor) => {
  if (listed(actor).length > 5) return undefined
  const word = participants.account.next(actor.name)
  note(participants, actor, `begins a document with ${word}`)
  const text = withWord(SKELETON, lineOf(participants, actor), word)
  return (async () => {
    await actor.writer.workspace.documents.create({ title: `D ${word}`, text })
    if (actor.writer.isAlive()) participants.account.written(word)
  })()
}

/** Whether a writer may change a field. In a story of writers who keep apart, each changes one kind of field. */
const mayChange = (
  participants: Participants,
  actor: Actor,
  field: 'title' | 'folder' | 'tags' | 'status',
): boolean => {
  if (participants.kind.isApart !== true) return true
  const index = participants.actors.indexOf(actor)
  return ['title', 'folder', 'tags'].indexOf(field) === index || participants.actors.length === 1
}

const edits: Move = (participants, actor) => {
  const document = oneOf(participants, listed(actor))
  const field = oneOf(participants, ['title', 'folder', 'tags', 'status'] as const)!
  if (!document || !mayChange(participants, actor, field)) return undefined
  const { documents, catalog } = actor.writer.workspace
  const { folders, tags } = catalog.library()
  const { id } = document
  const mayPublish = participants.actors.length === 1
  note(participants, actor, `changes the ${field} of “${document.title}”`)
  switch (field) {
    case 'title':
      return Promise.resolve(
        documents.editFields({ id, title: participants.account.next(`${actor.name}title`) }),
      )
    case 'folder': {
      const folder = oneOf(
        participants,
        folders.filter((one) => one.id !== 'lost-and-found'),
      )
      return Promise.resolve(documents.editFields({ id, folderId: folder?.id ?? null }))
    }
    case 'tags': {
      const tag = oneOf(participants, tags)
      return Promise.resolve(
        documents.editFields({ id, tagIds: tag ? [...new Set([...document.tagIds, tag.id])] : [] }),
      )
    }
    case 'status':
      return Promise.resolve(
        documents.editFields({
          id,
          status: mayPublish && document.status === 'draft' ? 'published' : 'draft',
        }),
      )
  }
}

/**
 * Whether one document must remain, because an account that has lost all of its known documents counts as another one
 * when keys change (C7).
 */
const keepsOne = ({ kind }: Participants): boolean => kind.keepsOne === true

const deletes: Move = (participants, actor) => {
  const document = oneOf(participants, listed(actor))
  if (!document || participants.kind.isApart === true) return undefined
  if (keepsOne(participants) && listed(actor).length < 2) return undefined
  note(participants, actor, `deletes “${document.title}”`)
  actor.deleted.push({ kind: 'document', id: document.id })
  const { documents } = actor.writer.workspace
  return (async () => {
    await inSight(actor, document.id)
    participants.account.letGo(wordsInSight(actor, document.id))
    await letGoUnderOldETag(participants, actor, document.id)
    await withWhatGoesAlong(participants, actor, () =>
      performAction(participants, actor, document.id, () => documents.delete({ ids: [document.id] })),
    )
  })()
}

/**
 * After a restore, the ETag that guards a deletion may name a text that somebody else wrote in the meantime, or an edit
 * that has not been put into the versions yet. Those words are deleted too, and nobody can detect this
 * (docs/security.md).
 */
async function letGoUnderOldETag(participants: Participants, actor: Actor, id: string): Promise<void> {
  const known = [...actor.writer.workspace.documents.allKnown()].find((one) => one.id === id)
  if (participants.isRestored?.() !== true || known === undefined) return
  const { other } = actor.writer
  const versions = await other.call('versions.list', {
    params: { id: known.remoteId },
    query: { per_page: 100 },
  })
  if (versions.kind === 'ok')
    participants.account.letGo(versions.data.flatMap(({ content }) => wordsOf(content ?? '')))
}

const bringsBack: Move = (participants, actor) => {
  const gone = actor.deleted.pop()
  if (!gone) return undefined
  note(participants, actor, `brings back a ${gone.kind}`)
  const { documents, organise } = actor.writer.workspace
  return Promise.resolve(
    gone.kind === 'document'
      ? documents.restore({ ids: [gone.id] })
      : organise.restoreFolder({ id: gone.id }),
  )
}

const organises: Move = (participants, actor) => {
  const { organise, catalog } = actor.writer.workspace
  const { folders: all, tags } = catalog.library()
  const folders = all.filter((one) => one.id !== 'lost-and-found')
  const [folder, other, tag] = [
    oneOf(participants, folders),
    oneOf(participants, folders),
    oneOf(participants, tags),
  ]
  const name = participants.account.next(`${actor.name}name`)
  const mayDelete = participants.kind.isApart !== true
  const inFolder = (id: string) => listed(actor).filter((one) => one.folderId === id)
  const work: readonly [string, boolean, () => unknown][] = [
    ['makes a folder', folders.length < 4, () => organise.createFolder({ name, parentId: null })],
    [
      'makes a folder in a folder',
      folder !== undefined && folders.length < 6,
      () => organise.createFolder({ name, parentId: folder!.id }),
    ],
    [
      'renames a folder',
      folder !== undefined && mayChange(participants, actor, 'folder'),
      () => organise.renameFolder({ id: folder!.id, name }),
    ],
    [
      'moves a folder',
      folder !== undefined && other !== folder && mayChange(participants, actor, 'folder'),
      () => organise.moveFolder({ id: folder!.id, parentId: other!.id }),
    ],
    [
      'deletes a folder',
      folder !== undefined &&
        mayDelete &&
        folders.every((one) => one.parentId !== folder.id) &&
        !(keepsOne(participants) && inFolder(folder.id).length > 0),
      async () => {
        for (const { id } of inFolder(folder!.id)) await inSight(actor, id)
        const words = inFolder(folder!.id).flatMap(({ id }) => wordsInSight(actor, id))
        for (const { id } of inFolder(folder!.id)) await letGoUnderOldETag(participants, actor, id)
        participants.account.letGo(words)
        participants.account.mayRepeat(words)
        actor.deleted.push({ kind: 'folder', id: folder!.id })
        await withWhatGoesAlong(participants, actor, () => organise.deleteFolder({ id: folder!.id }))
      },
    ],
    ['makes a tag', tags.length < 4, () => organise.createTag({ name })],
    [
      'renames a tag',
      tag !== undefined && mayChange(participants, actor, 'tags'),
      () => organise.renameTag({ id: tag!.id, name }),
    ],
    ['deletes a tag', tag !== undefined && mayDelete, () => organise.deleteTag({ id: tag!.id })],
  ]
  const chosen = oneOf(
    participants,
    work.filter(([, isPossible]) => isPossible),
  )
  if (!chosen) return undefined
  note(participants, actor, chosen[0])
  return (async () => void (await chosen[2]()))()
}

const looks: Move = (participants, actor) => {
  const isFocused = below(participants, 2) === 0
  note(participants, actor, isFocused ? 'comes to the window' : 'leaves the window')
  actor.writer.workspace.attend(isFocused ? 'focused' : 'hidden')
  return Promise.resolve()
}

const strangerWrites: Move = (participants, actor) => {
  if (participants.kind.hasStranger !== true) return undefined
  const known = oneOf(participants, [...actor.writer.workspace.documents.allKnown()])
  if (!known) return undefined
  const { writer } = actor
  const isDelete = below(participants, 12) === 0 && !keepsOne(participants)
  return (async () => {
    const params = { id: known.remoteId }
    // The change is based on the text that was read.
    const { content = '', etag: ifMatch } = await thereOf(writer, known.remoteId)
    if (isDelete) {
      note(participants, { ...actor, name: 'x' }, `deletes ${known.remoteId}`)
      participants.account.letGo(wordsOf(content))
      participants.account.mayRepeat(wordsOf(content))
      return writer.other.call('documents.delete', { params, ifMatch })
    }
    const word = participants.account.next(participants.stranger ?? 'x')
    note(participants, { ...actor, name: 'x' }, `types ${word} into ${known.remoteId}`)
    const body = { content: withWord(content, oneOf(participants, ['A', 'X'])!, word) }
    const answer = await writer.other.call('documents.update', { params, body, ifMatch })
    if (answer.kind !== 'ok') return undefined
    participants.account.written(word)
    // A deletion on its way may carry an ETag that names this text by now (docs/security.md).
    const isRestored = participants.isRestored?.() === true
    if (isRestored && actor.deleted.some(({ id }) => id === known.id)) participants.account.letGo([word])
    // A document that went back, and was changed before anybody checked it, looks like an edit by somebody
    // (docs/security.md).
    if (isRestored)
      participants.account.letGo(
        wordsOfTheService(actor, known).filter((held) => !body.content.includes(held)),
      )
    return undefined
  })()
}

/** The moves with their weights. */
export const MOVES: readonly (readonly [weight: number, move: Move])[] = [
  [10, types],
  [1, takesBack],
  [3, saves],
  [1, closes],
  [1, creates],
  [3, edits],
  [0.5, deletes],
  [0.5, bringsBack],
  [2, organises],
  [3, decides],
  [0.3, undoesMerge],
  [1.5, crashes],
  [4, meetsFaults],
  [0.7, isThrottled],
  [0.7, goesOffline],
  [2, comesBack],
  [0.3, clockJumps],
  [1, looks],
  [2, strangerWrites],
]

export const MOVES_WITH_LIES: typeof MOVES = [...MOVES, [5, isLiedTo]]
