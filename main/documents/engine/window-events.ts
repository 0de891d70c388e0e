import type { EventName, EventPayload } from '../../../shared/ipc/ipc'
import type { DocumentStatusReport } from '../../../shared/ipc/ipc-records'
import { inEditor, inStore } from '../../../shared/text/line-ends'
import type { Live } from './live'
import { undecidedText } from '../core/conflict'
import type { Event } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void

interface WindowEventsParts {
  readonly emit: Emit
  readonly statusOf: (live: Live) => DocumentStatusReport
}

/** Tells the windows about a document in use, and tells nothing twice. */
interface WindowEvents {
  /** Tells the text, the fields and the conflict, as far as the event made them differ from `before`. */
  changes(live: Live, before: WorkingCopy, event: Event): void
  status(live: Live): void
  /**
   * Notes the present status as already told: lists show it, and a window that opens the document gets it in the
   * answer.
   */
  loaded(live: Live): void
}

export function createWindowEvents({ emit, statusOf }: WindowEventsParts): WindowEvents {
  return {
    changes(live, before, event) {
      const { copy, open } = live
      if (open && copy.mine.text !== open.shown) {
        open.shown = copy.mine.text
        // Undoing a decision brings back one's own words there, without losing changes that nobody disputed.
        const undecided = undecidedText(before, event)
        const { lineEnd } = open.text
        const all = [
          undecided === undefined
            ? undefined
            : open.text.replace(inStore(inEditor(undecided, lineEnd), lineEnd)),
          open.text.replace(copy.mine.text, undecided !== undefined || event.kind === 'restored'),
        ]
        for (const update of all)
          if (update)
            emit('document.changed', { id: live.id, version: update.version, updates: [...update.updates] })
      }
      if (open && JSON.stringify(copy.mine.fields) !== JSON.stringify(before.mine.fields)) {
        const { title = '', folderId = null, tagIds = [], status = 'draft' } = copy.mine.fields
        emit('document.fields-changed', { id: live.id, title, folderId, tagIds: [...tagIds], status })
      }
      const isMineMoved = copy.conflict !== undefined && copy.mine.text !== before.mine.text
      if (copy.conflict !== before.conflict || isMineMoved) emit('document.conflict-changed', { id: live.id })
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
