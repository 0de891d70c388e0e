import { mergedText } from '../../shared/merge/merged-text'
import type { CommandInput } from '../../shared/ipc/ipc'
import type { OpenDocument } from '../../shared/ipc/ipc-records'
import { withChanges } from '../conflict/clashes'
import { refused, type HandlersOf, type MemoryCore } from './core'
import { newDocument, statusOf, type MemoryDocument } from './records'

const NOT_HERE = 'This text is not on this device, and the service cannot be reached now.'

/** One document: opening, changing, deciding. */
export function documentCommands(
  core: MemoryCore,
): HandlersOf<
  | 'document.create'
  | 'document.open'
  | 'document.close'
  | 'document.change'
  | 'document.edit-fields'
  | 'document.edit-each'
  | 'document.link'
  | 'document.keep-view'
  | 'document.save'
  | 'document.delete'
  | 'document.restore'
  | 'document.undo-merge'
  | 'document.conflict'
  | 'document.decide'
  | 'document.resolve'
> {
  const { records, emit, libraryChanged, find, setPhase, touch, save, step, announce, replaceText, newId } =
    core
  function fieldsChanged(document: MemoryDocument): void {
    const { id, title, folderId, status } = document
    emit('document.fields-changed', { id, title, folderId, tagIds: [...document.tagIds], status })
    libraryChanged()
  }

  function editFields({ id, title, folderId, tagIds, status }: CommandInput<'document.edit-fields'>): void {
    const document = find(id)
    document.title = title ?? document.title
    if (folderId !== undefined) document.folderId = folderId
    document.tagIds = tagIds ?? document.tagIds
    document.status = status ?? document.status
    touch(document)
    fieldsChanged(document)
  }

  const open = (document: MemoryDocument): OpenDocument => ({
    id: document.id,
    title: document.title,
    text: document.text,
    version: document.version,
    folderId: document.folderId,
    tagIds: [...document.tagIds],
    status: document.status,
    state: statusOf(document),
    ...(document.view === undefined ? {} : { view: document.view }),
  })

  return {
    'document.create': ({ title = '', text = '', folderId = null, tagIds = [] }) => {
      const id = newId('d')
      const fields = { id, title, text, folderId, tagIds, status: 'draft', updatedAt: core.nowMs() }
      const isNew = records.connection.abilities['documents:write'] === 'no'
      const document = newDocument({ ...fields, phase: isNew ? 'queued' : 'clean' })
      // Never a copy: its text is read and written through the document itself.
      document.isNew = isNew
      records.documents.set(id, document)
      libraryChanged()
      return { id }
    },
    'document.open': ({ id }) => {
      const document = find(id)
      if (records.withoutText.has(id) && records.connection.state !== 'online')
        throw refused('unreachable', NOT_HERE)
      records.withoutText.delete(id)
      return open(document)
    },
    'document.link': ({ id }) => ({ address: `stet://document/${find(id).id}` }),
    'document.close': ({ id, view }) => {
      find(id).view = view
    },
    'document.change': ({ id, clientId, version, updates }) => {
      const document = find(id)
      if (version < document.version)
        return { kind: 'behind', updates: document.steps.slice(version), version: document.version }
      if (version > document.version) return { kind: 'reopen' }
      for (const changes of updates) step(document, clientId, changes)
      if (updates.length > 0) {
        announce(document, updates.length)
        touch(document)
      }
      return { kind: 'accepted', version: document.version }
    },
    'document.edit-fields': editFields,
    'document.edit-each': ({ edits }) => {
      for (const { id, folderId, from, addTags = [], removeTags = [] } of edits) {
        const now = find(id)
        const isThere = from === undefined || from === now.folderId
        const tagIds = [...new Set([...now.tagIds.filter((tag) => !removeTags.includes(tag)), ...addTags])]
        editFields({ id, tagIds, ...(folderId !== undefined && isThere && { folderId }) })
      }
      return {}
    },
    'document.keep-view': ({ id, view }) => {
      find(id).view = view
    },
    'document.save': ({ id }) => {
      const document = find(id)
      if (document.phase === 'dirty') save(document)
      return statusOf(document)
    },
    'document.delete': ({ ids }) => {
      const left =
        records.connection.state === 'online' ? [] : ids.filter((id) => records.withoutText.has(id))
      for (const id of ids) if (!left.includes(id)) core.setDeleted(find(id), true)
      libraryChanged()
      return left.length === 0
        ? {}
        : { left: { ids: left, problem: { code: 'unreachable', message: NOT_HERE } } }
    },
    'document.restore': ({ ids }) => {
      for (const id of ids) core.setDeleted(find(id), false)
      libraryChanged()
      return {}
    },
    'document.undo-merge': ({ id }) => setPhase(id, 'conflicted'),
    'document.conflict': ({ id }) => find(id).conflict ?? null,
    'document.decide': ({ id, reviewed, decisions, texts, fields, draft }) => {
      const document = find(id)
      const { conflict } = document
      if (conflict === undefined) throw refused('not-allowed', 'Nothing is to be decided here.')
      const typed = { ...conflict.texts }
      for (const [index, decision] of Object.entries(decisions))
        if (typeof decision === 'object' && decision !== null) typed[index] = decision.text
      for (const [index, words] of Object.entries(texts ?? {}))
        if (words === null) delete typed[index]
        else typed[index] = words
      const { draft: before, ...rest } = withChanges(conflict, { decisions, fields })
      const kept = draft === undefined ? before : draft === null ? undefined : { text: draft.text, reviewed }
      document.conflict = {
        ...rest,
        ...(kept !== undefined && { draft: kept }),
        texts: typed,
      }
      emit('document.conflict-changed', { id })
    },
    'document.resolve': ({ id, resolution }) => {
      const document = find(id)
      const { conflict } = document
      if (conflict === undefined) throw refused('not-allowed', 'Nothing is to be decided here.')
      document.conflict = undefined
      const { base = '', theirs = '', regions } = conflict
      const decided =
        resolution.kind === 'merged'
          ? resolution.text
          : resolution.kind === 'take-theirs'
            ? theirs
            : undefined
      if (decided !== undefined) {
        if (regions.length > 0)
          replaceText(document, mergedText(regions, { base, mine: document.text, theirs }, {}))
        replaceText(document, decided, true)
      }
      if (
        resolution.kind === 'let-go' ||
        (conflict.kind === 'deleted-here' && resolution.kind === 'keep-mine')
      )
        document.deleted = true
      setPhase(id, 'clean')
      emit('document.conflict-changed', { id })
      libraryChanged()
      return { ended: true }
    },
  }
}
