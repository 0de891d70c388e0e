import type { EventName, EventPayload } from '../../../shared/ipc/ipc'
import type { DocumentStatusReport } from '../../../shared/ipc/ipc-records'
import type { Live } from './live'
import type { WorkingCopy } from '../core/working-copy'

export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void

export interface TellingParts {
  readonly emit: Emit
  readonly statusOf: (live: Live) => DocumentStatusReport
}

/** Tells the windows about a document in use, and nothing twice. */
export interface Telling {
  /** Tells the text, the fields and the conflict, as far as they differ from `before`. */
  changes(live: Live, before: WorkingCopy): void
  status(live: Live): void
  /** Takes the status as told: lists show it already, and who opens the document is answered with it. */
  loaded(live: Live): void
}

export function createTelling({ emit, statusOf }: TellingParts): Telling {
  return {
    changes(live, before) {
      const { copy, open } = live
      if (open && copy.mine.text !== open.shown) {
        open.shown = copy.mine.text
        const told = open.text.replace(copy.mine.text)
        if (told) emit('document.changed', { id: live.id, version: told.version, updates: [...told.updates] })
      }
      if (open && JSON.stringify(copy.mine.fields) !== JSON.stringify(before.mine.fields)) {
        const { title = '', folderId = null, tagIds = [], status = 'draft' } = copy.mine.fields
        emit('document.fields-changed', { id: live.id, title, folderId, tagIds: [...tagIds], status })
      }
      if (copy.conflict !== before.conflict) emit('document.conflict-changed', { id: live.id })
    },

    loaded(live) {
      live.toldStatus = JSON.stringify(statusOf(live))
    },

    status(live) {
      const status = statusOf(live)
      const words = JSON.stringify(status)
      if (words === live.toldStatus) return
      live.toldStatus = words
      emit('document.status-changed', status)
    },
  }
}
