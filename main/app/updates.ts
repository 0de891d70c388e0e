import type { UpdateState } from '../../shared/ipc/ipc-window'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import { messageOf } from '../../shared/thrown'

/** A version that is newer than this app. */
export interface Newer {
  readonly version: string
  readonly notes: string
}

/** Where newer versions come from. What it throws is told the writer; nothing of it is installed then. */
export interface UpdateSource {
  /** A package manager installed this app and updates it: nothing is downloaded or installed here. */
  readonly isBySystem: boolean
  check(): Promise<Newer | undefined>
  /** Resolves once what `check` found is whole and as announced; it is installed when the app ends. */
  download(onShare: (share: number) => void): Promise<void>
  /** Installs it, starts it and ends this app. Everything is closed by now. */
  installAndStart(): void
}

export interface Updates {
  readonly hasFeed: boolean
  state(): UpdateState
  /** From now on looks once a day, as long as the writer wants updates. */
  begin(): void
  /** The writer's choice may have changed. */
  settingsChanged(): void
  download(): Promise<void>
  /** Ends the app in its one way of leaving; what it is to do afterwards is asked for by `atEnd`. */
  install(): void
  /** Nothing holds the end up any more: whether the app ends by the installer that this has started. */
  atEnd(): boolean
  /** The writer stays: the next end is a usual one. */
  stayed(): void
}

interface UpdateParts {
  /** Where the app was published without a place to look, or runs from its source tree, there is none. */
  readonly source: UpdateSource | undefined
  readonly isWanted: () => boolean
  readonly tell: (state: UpdateState) => void
  readonly clock: Clock
  readonly log: Log
  /** Asks the app to end. */
  readonly quit: () => void
}

const EVERY_MS = 24 * 3_600_000

/** Looks for newer versions in the background, downloads one only when it is asked to, and installs it at the end. */
export function createUpdates({ source, isWanted, tell, clock, log, quit }: UpdateParts): Updates {
  let state: UpdateState = { kind: 'none' }
  let isInstalling = false
  const become = (next: UpdateState) => {
    state = next
    tell(next)
  }

  async function look(): Promise<void> {
    if (source === undefined || !isWanted() || state.kind === 'downloading' || state.kind === 'ready') return
    try {
      const newer = await source.check()
      if (!isWanted()) return
      if (newer === undefined) {
        if (state.kind !== 'none') become({ kind: 'none' })
      } else become({ kind: 'available', bySystem: source.isBySystem, ...newer })
    } catch (error) {
      // A feed that cannot be read today is no matter of the writer's; it is asked again tomorrow.
      log.info(`updates: ${messageOf(error)}`)
    }
  }

  return {
    hasFeed: source !== undefined,
    state: () => state,
    begin() {
      if (source === undefined) return
      const again = () => void look().finally(() => clock.after(EVERY_MS, again))
      again()
    },
    settingsChanged() {
      if (!isWanted() && state.kind !== 'none' && state.kind !== 'ready') become({ kind: 'none' })
      else if (isWanted() && state.kind === 'none') void look()
    },
    async download() {
      if (source === undefined || source.isBySystem) return
      if (state.kind !== 'available' && state.kind !== 'failed') return
      const { version, notes } = state
      become({ kind: 'downloading', share: 0, version, notes })
      try {
        let told = 0
        await source.download((share) => {
          if (state.kind !== 'downloading' || share - told < 0.01) return
          told = share
          become({ ...state, share: Math.min(1, share) })
        })
        become({ kind: 'ready', version, notes })
      } catch (error) {
        log.error('downloading an update', error)
        become({ kind: 'failed', reason: reasonOf(error), version, notes })
      }
    },
    install() {
      if (state.kind !== 'ready') return
      isInstalling = true
      quit()
    },
    atEnd() {
      if (!isInstalling) return false
      source?.installAndStart()
      return true
    },
    stayed: () => (isInstalling = false),
  }
}

function reasonOf(error: unknown): string {
  const words = messageOf(error)
  if (/checksum mismatch|sha512/i.test(words))
    return 'What was downloaded is not what was announced. It was thrown away; nothing was changed.'
  if (words === TOO_LARGE) return `${TOO_LARGE} Nothing was changed.`
  return 'The update could not be downloaded. Nothing was changed; it can be tried again.'
}

/** As the message of an error: the feed sends more than it announced, or without end. */
export const TOO_LARGE = 'The feed sends more than any version of Stet can be.'
