import type { DocumentId, Fields } from '../../../shared/terms'
import { wellFormed } from '../../../shared/text/well-formed'
import type { Store } from '../../store/store'
import type { Outbox } from '../../sync/outbox/outbox'
import { newDocument } from '../core/initial'
import { editedFields } from '../core/record'
import type { Documents } from '../documents'
import type { DocumentSending } from './document-sending'
import type { Engine } from './engine'
import type { Live } from './live'
import type { ManyChanges } from './many-changes'

interface ChangesParts {
  readonly engine: Engine
  readonly store: Store
  readonly sending: DocumentSending
  readonly outbox: Outbox
  readonly newId: () => DocumentId
  readonly have: (id: DocumentId) => Promise<void>
  readonly withText: <T>(id: DocumentId, work: (live: Live) => T) => T
  readonly editFields: (live: Live, fields: Fields) => void
  /** Called when words of the writer are to be sent. */
  readonly typed: (id: DocumentId) => void
  readonly eachCopy: ManyChanges
  readonly listChanged: () => void
}

type Changes = Pick<
  Documents,
  | 'create'
  | 'createAll'
  | 'editFields'
  | 'editEach'
  | 'save'
  | 'delete'
  | 'deleteThose'
  | 'restore'
  | 'undoMerge'
  | 'replace'
  | 'rewrite'
>

/** Carries out the commands that change a document, except typing and deciding. */
export function createChanges(parts: ChangesParts): Changes {
  const { engine, sending, have, withText, editFields, typed, eachCopy, newId } = parts

  return {
    create({ title = '', text = '', folderId = null, tagIds = [] }) {
      const fields = { title: wellFormed(title), folderId, tagIds }
      const live = engine.create(newDocument(newId(), { text: wellFormed(text), fields }))
      sending.reschedule(live, 'fields-edited')
      engine.settleDown(live)
      return { id: live.id }
    },

    createAll(drafts) {
      const ids = parts.store.transaction(() =>
        drafts.map(({ title, text, ...fields }) => {
          const copy = newDocument(newId(), {
            text: wellFormed(text),
            fields: { ...fields, title: wellFormed(title) },
          })
          engine.insert(copy)
          return copy.id
        }),
      )
      parts.listChanged()
      parts.outbox.scheduleAll(sending.sendable, ids, { kind: 'now', first: false })
      return ids
    },

    async editFields({ id, title, ...others }) {
      await have(id)
      const fields = givenOf({ ...others, ...(title !== undefined && { title: wellFormed(title) }) })
      withText(id, (live) => editFields(live, fields))
      if (title !== undefined) typed(id)
    },

    editEach({ edits }) {
      const editOf = new Map(edits.map((edit) => [edit.id, edit]))
      return eachCopy([...editOf.keys()], (live) => {
        const edit = editOf.get(live.id)
        if (edit !== undefined)
          editFields(live, editedFields({ ...live.row, ...live.copy.mine.fields }, edit))
      })
    },

    async save({ id, reason }) {
      await have(id)
      return withText(id, (live) => {
        engine.applyTyped(live)
        sending.save(live, reason)
        return sending.statusOf(live)
      })
    },

    delete: ({ ids }) => eachCopy(ids, (live) => engine.dispatch(live, { kind: 'deleted' })),
    async deleteThose(ids, isMeant) {
      const gone: DocumentId[] = []
      const done = await eachCopy(ids, (live) => {
        if (!isMeant(live.id)) return
        engine.dispatch(live, { kind: 'deleted' })
        gone.push(live.id)
      })
      return { ...done, gone }
    },
    restore: ({ ids }) => eachCopy(ids, (live) => engine.dispatch(live, { kind: 'undeleted' })),

    undoMerge({ id }) {
      withText(id, (live) => engine.dispatch(live, { kind: 'merge-undone' }))
    },

    replace(id, { text, title, reason }) {
      const given = title === undefined ? {} : { title: wellFormed(title) }
      withText(id, (live) =>
        engine.dispatch(live, { kind: 'restored', text: wellFormed(text), reason, ...given }),
      )
    },

    rewrite(id, change) {
      engine.withCopy(id, (live) => {
        engine.applyTyped(live)
        const { mine, phase } = live.copy
        const text = wellFormed(change(mine.text))
        if (text !== mine.text && !mine.deleted && phase !== 'deleted')
          engine.dispatch(live, { kind: 'typed', text })
      })
    },
  }
}

const givenOf = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
