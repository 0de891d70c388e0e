import type { Bootstrap } from '../../shared/ipc/ipc-window'
import { swapWindowMemory } from '../app/windows/window-memory'
import type { SettingsFile } from '../system/settings'
import type { Attention } from '../sync/pull/timetable'
import type { EmitTo } from './connected-libraries'
import type { KnownConnection } from './list/connection-list'
import type { Hold, OpenLibrary } from './open-libraries'
import { createWindowHolds } from './window-holds'

interface OnScreenParts {
  readonly settings: SettingsFile
  readonly emit: EmitTo
  /** Called when the first library is left for the second. */
  readonly switched: (from: KnownConnection, library: OpenLibrary, to: KnownConnection) => void
}

/** The library on screen, and the libraries that each window still has unsent words of. */
export function createOnScreen(
  first: { readonly known: KnownConnection; readonly hold: Hold },
  { settings, emit, switched }: OnScreenParts,
) {
  let { known: current, hold: active } = first
  let attention: Attention = 'hidden'
  const windows = createWindowHolds()
  swapWindowMemory(settings, current.id)

  return {
    hold: () => active,
    current: () => current,
    windows,
    show(known: KnownConnection, next: Hold): void {
      const before = active
      before.library.attend('hidden')
      next.library.attend(attention)
      switched(current, before.library, known)
      ;[current, active] = [known, next]
      windows.switchOver(before.library.epoch, next)
      swapWindowMemory(settings, known.id)
      emit('settings.changed', settings.get(), undefined)
      emit('connection.switched', { connectionId: known.id, library: next.library.epoch }, undefined)
      before.release()
    },
    join(window: number): Bootstrap['onScreen'] {
      windows.begin(window, active)
      return { connectionId: current.id, library: active.library.epoch }
    },
    attend(now: Attention) {
      attention = now
      active.library.attend(now)
    },
  }
}
