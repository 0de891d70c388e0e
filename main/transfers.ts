import { app } from 'electron'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { appError } from '../shared/problem'
import { handedOverWithin } from './app/leaving'
import type { Windows } from './app/windows/windows'
import type { Workspaces } from './connections/workspaces'
import type { Foundations } from './foundations'
import type { Mutex } from './porting/mutex'
import type { Spelling } from './spelling/spelling'
import { openPersonalWords } from './spelling/personal-words'
import { systemClock } from './system/clock'
import { finishArrival } from './transfer/arrival'
import { clearPacking } from './transfer/pack'
import { createTransfer, SCRATCH, type Transfer } from './transfer/transfer'

/** How long a window may take to hand over the last typed words. */
const HANDED_OVER_WITHIN_MS = 20_000

interface TransferOfParts {
  readonly profile: string
  readonly workspaces: Workspaces
  readonly windows: Pick<Windows, 'handOverToRead'>
  readonly spelling: Spelling
  readonly mutex: Mutex
  readonly settingsChanged: () => void
}

export function transferOf(
  { list, settings, device, tell }: Foundations,
  { profile, workspaces, windows, spelling, mutex, settingsChanged }: TransferOfParts,
): Transfer {
  return createTransfer({
    profile,
    version: app.getVersion(),
    deviceId: device.id,
    list,
    listed: () => {
      const shown = workspaces.list()
      // The connection of the environment is not listed.
      const others = [workspaces.current(), ...list.all()]
      return shown.flatMap(({ id }) => others.find((one) => one.id === id) ?? [])
    },
    settings,
    settingsChanged,
    words: {
      list: async () => (await spelling.state()).words,
      add: (words) => spelling.changeWords({ add: words }),
    },
    async handOver() {
      if (!(await handedOverWithin(windows.handOverToRead(), systemClock, HANDED_OVER_WITHIN_MS)))
        throw appError('not-allowed', NOT_HANDED_OVER)
      if (workspaces.open.all().some(({ documents }) => documents.unwritten().length > 0))
        throw appError('storage-full', NOT_WRITTEN)
    },
    listChanged: () => workspaces.active().settingsChanged(),
    tell: (progress) => tell('porting.progressed', progress),
    mutex,
    now: Date.now,
    newUuid: randomUUID,
  })
}

/** Completes or removes an unfinished transfer of an earlier run, before any library is opened. */
export function finishTransfer({ list, settings, notices, warn, log }: Foundations, profile: string): void {
  try {
    if (clearPacking(path.join(profile, SCRATCH))) notices.raise({ tone: 'attention', text: NOT_PACKED })
    const words = openPersonalWords(profile, () => {})
    const done = finishArrival({ profile, list, settings, addWords: (add) => words.change({ add }) })
    if (done === 'nothing') return
    if (done === 'broken-off')
      notices.raise({
        tone: 'attention',
        text: 'Bringing in from another computer was interrupted before anything was brought in. Nothing was changed; bring the file in again.',
      })
    else {
      const names = done.libraries.map(({ connection }) => `“${connection.name}”`).join(', ')
      notices.raise({ tone: 'info', text: `What was brought in from another computer is here: ${names}.` })
    }
  } catch (error) {
    log.error('bringing in', error)
    warn(
      'The libraries from another computer could not be put in place yet. Stet tries again at the next start.',
    )
  }
}

const NOT_PACKED =
  'Writing the file for another computer was interrupted, and the incomplete file was removed. Write it again.'
const NOT_HANDED_OVER =
  'A window of Stet has unsaved words. Nothing was written; try again when the window responds.'
const NOT_WRITTEN = 'Some words could not be written to this disk yet. Nothing was exported; make room first.'
