import { captureMore } from '../days/use-capture'
import { daysOf, showToday } from '../days/day'
import type { App } from '../state/context'
import { useLibrary } from '../state/queries'
import { showOverlay, useWindow } from '../state/store'
import { useChoose, useLibraryChoices } from '../templates/library-choices'
import type { CommandState } from './command-state'

/**
 * Commands about the document of the day, and about capturing words into it.
 *
 * @param none the reason why no document is in front, worded to follow "because"
 * @param write the reason why nothing can be written
 */
export function useDayCommands(
  app: App,
  none: string | undefined,
  write: string | undefined,
): Readonly<Record<'today' | 'capture' | 'capture-here', CommandState>> {
  const choices = useLibraryChoices()
  const choose = useChoose()
  const folders = useLibrary().data?.folders ?? []
  const active = useWindow((state) => state.active)
  const isHere = active !== null && choices.captureInto === active
  const days = daysOf(choices, folders)
  return {
    today: {
      run: () =>
        void (days === undefined
          ? showOverlay({ kind: 'days-folder', then: 'today' })
          : showToday(app, days)),
      disabled: write,
    },
    capture: {
      run: () => void captureMore(app),
      disabled: write,
    },
    'capture-here': {
      run: () =>
        choose(({ captureInto: _before, ...others }) => ({
          ...others,
          ...(!isHere && active !== null && { captureInto: active }),
        })),
      disabled: none,
      isOn: isHere,
    },
  }
}
