import type { UpdateState } from '../../shared/ipc/ipc-window'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import { messageOf } from '../../shared/thrown'

/** A version that is newer than this app. */
export interface Newer {
  readonly version: string
  readonly notes: string
}

/** A source of newer versions. The writer is told about errors that it throws; nothing is installed then. */
export interface UpdateSource {
  /** A package manager installed this app and updates it: the app itself downloads and installs nothing. */
  readonly isBySystem: boolean
  check(): Promise<Newer | undefined>
  /** Resolves once the version that `check` found is downloaded and verified; it is installed when the app ends. */
  download(onShare: (share: number) => void): Promise<void>
  /** Installs it, starts it and ends this app. Everything is closed by now. */
  installAndStart(): void
}

export interface Updates {
  readonly hasFeed: boolean
  state(): UpdateState
  /** Starts checking once a day, as long as the writer wants updates. */
  begin(): void
  /** Called when the writer's choice may have changed. */
  settingsChanged(): void
  download(): Promise<void>
  /** Ends the app in the usual way; `atEnd` then returns what it must do afterwards. */
  install(): void
  /**
   * Called when nothing delays the end any more: returns whether this has started the installer, which ends the app.
   */
  atEnd(): boolean
  /** Called when the writer stays: the next quit is an ordinary one. */
  stayed(): void
}

interface UpdateParts {
  /** Absent where the app was published without a feed, or runs from its source tree. */
  readonly source: UpdateSource | undefined
  readonly isWanted: () => boolean
  readonly tell: (state: UpdateState) => void
  readonly clock: Clock
  readonly log: Log
  /** Asks the app to quit. */
  readonly quit: () => void
}

const EVERY_MS = 24 * 3_600_000

/**
 * Looks for newer versions in the background, downloads one only at the writer's request, and installs it when the app
 * ends.
 */
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
      // A feed that cannot be read today is no concern of the writer's; it is checked again tomorrow.
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
        let reported = 0
        await source.download((share) => {
          if (state.kind !== 'downloading' || share - reported < 0.01) return
          reported = share
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

/** The error message where the feed sends more than it announced, or without end. */
export const TOO_LARGE = 'The feed sends more than any version of Stet can be.'
