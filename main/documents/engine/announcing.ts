import { assertNever } from '../../../shared/terms'
import { SHOW_RECOVERED, type Notice } from '../../../shared/ipc/ipc-records'
import { counted } from '../../../shared/text/counted'
import type { SyncLog } from '../../store/sync-log'
import { PUT_CAPABILITIES, type ServiceCapabilities } from '../../sync/service/capabilities'
import type { Clock } from '../../system/clock'
import type { Effect } from '../core/events'
import { effectiveTitle } from '../core/record'
import type { EngineParts } from './engine'
import type { Live } from './live'
import { namesOfFields, questionMessage } from './messages'

export interface AnnouncingParts {
  readonly log: SyncLog
  readonly emit: EngineParts['emit']
  readonly raise: EngineParts['raise']
  readonly clock: Clock
  readonly noteCapabilities: (capabilities: ServiceCapabilities) => void
}

/** Within this time only one of several texts that went back is announced. */
const SAID_ONCE_MS = 10_000

/** Runs the effect `announce`: writes its sentence into the sync log and shows it as a notice. */
export function createAnnouncing(parts: AnnouncingParts) {
  let saidAt = -Infinity

  /** Whether a notice is due: after many texts went back, a single notice leads to the list of all of them. */
  function isSaidAnew(): boolean {
    const now = parts.clock.now()
    const isSoon = now < saidAt + SAID_ONCE_MS
    if (!isSoon) saidAt = now
    return !isSoon
  }

  return function announce(live: Live, effect: Extract<Effect, { readonly kind: 'announce' }>): void {
    const { id: documentId, copy } = live
    const title = effectiveTitle(copy.mine)
    const note = (what: string, detail = '') => parts.log.note({ documentId, kind: 'told', what, detail })
    const raise = (text: string, more?: Partial<Notice>) =>
      parts.raise({ documentId, tone: 'attention', text, ...more })
    switch (effect.what) {
      case 'merged':
        note(`Merged ${counted(effect.changes, 'change')} into “${title}”`, 'From elsewhere')
        return parts.emit('document.merged', { id: documentId, changes: effect.changes })
      case 'conflict': {
        const text = questionMessage(copy)
        note(text)
        return raise(text, { kind: 'decision', action: { label: 'Review', kind: 'review' } })
      }
      case 'deleted-there':
        note(`“${title}” was deleted elsewhere`, 'Its text is kept under Recovered texts')
        return raise(`“${title}” was deleted elsewhere. Its text is kept under Recovered texts.`, {
          kind: 'deleted-elsewhere',
          tone: 'info',
          action: SHOW_RECOVERED,
        })
      case 'typed-kept':
        return raise(
          `No decision is needed any more about “${title}”. The words that you typed for it are kept under Recovered texts.`,
          { action: SHOW_RECOVERED },
        )
      case 'went-back':
        note(`“${title}” went back on the service`, 'Its later text is kept under Recovered texts')
        if (!isSaidAnew()) return
        return raise(
          `The service went back to an earlier state. What “${title}” had since is kept under Recovered texts.`,
          { action: SHOW_RECOVERED },
        )
      case 'not-published':
        note(`“${title}” was not published`, 'Its words had changed elsewhere')
        return raise(
          `“${title}” was not published: words that you published had changed elsewhere. Look at it and publish again.`,
        )
      case 'text-normalised':
        return parts.noteCapabilities({ changesTexts: 'yes' })
      case 'not-guarded':
        return parts.noteCapabilities({ guarded: 'no' })
      case 'field-parked':
        return raise(
          `The text of “${title}” is saved. The service did not accept its ${namesOfFields(effect.fields)}.`,
        )
      case 'field-ignored':
        parts.noteCapabilities(
          Object.fromEntries(effect.fields.map((field) => [PUT_CAPABILITIES[field], 'no'])),
        )
        return raise(
          `The service does not take the ${namesOfFields(effect.fields)} of “${title}”, although it answered as if it had.`,
        )
      default:
        return assertNever(effect)
    }
  }
}
