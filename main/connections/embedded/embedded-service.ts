import { basename } from 'node:path'
import { counted } from '../../../shared/text/counted'
import type { EmbeddedServer, EmbeddedServerOptions, ServiceEndpoint } from './embedded-server'
import type { OpenLibrary } from '../open-libraries'

/**
 * The known capabilities of our own service: it guards writes, keeps a history and honours keys (requirement C6;
 * server/README.md).
 */
export const OWN_CAPABILITIES = {
  guarded: 'seen',
  etags: 'yes',
  etagOnWrite: 'yes',
  sorting: 'yes',
  updatedSince: 'yes',
  paging: 'yes',
  listContent: 'yes',
  folderField: 'yes',
  tagField: 'yes',
  folderParent: 'yes',
  history: 'yes',
  idempotency: 'yes',
  putTitle: 'yes',
  putStatus: 'yes',
  putFolder: 'yes',
  putTags: 'yes',
  search: 'yes',
} as const

interface EmbeddedServiceParts {
  readonly startServer: (options: Omit<EmbeddedServerOptions, 'entry' | 'log'>) => EmbeddedServer
  readonly dataFolder: string
  /** Resolves when the first window is painted; the service leaves the processor to it until then. */
  readonly painted: Promise<void>
  /** The embedded library, while it is open. */
  readonly library: () => OpenLibrary | undefined
  /** Tells the writer why the service does not run. */
  readonly raise: (text: string) => void
}

/** The service of one library on this machine; it runs while that library is open. */
export interface EmbeddedService {
  start(): void
  /**
   * Stops the service without waiting: the next library opens at once, and the next service starts after this one has
   * ended.
   */
  stop(): void
  endpoint(): ServiceEndpoint | undefined
  key(): string | undefined
  /** Resolves when a stopped service has ended. */
  whenStopped(): Promise<void>
  /** Resolves when no service runs any more. */
  end(): Promise<void>
}

const NO_KEY = 'none'
const STOP_MS = 3_000

export function createEmbeddedService(parts: EmbeddedServiceParts): EmbeddedService {
  let server: EmbeddedServer | undefined
  /** The end of the last service: only one service may run on a database at a time. */
  let stopped: Promise<void> = Promise.resolve()
  /**
   * True after the service ended or could not start: requests then fail at once and count as offline, not as a missing
   * key.
   */
  let isDown = false
  let isWanted = false
  let lastSentence = ''

  async function begin(): Promise<void> {
    await Promise.all([parts.painted, stopped])
    if (!isWanted) return
    server ??= parts.startServer({
      dataFolder: parts.dataFolder,
      onReady() {
        isDown = false
        parts.library()?.keyChanged()
      },
      onGone() {
        isDown = true
        parts.library()?.retry()
      },
      onRecovered({ aside, documents }) {
        parts.raise(
          `Your library was damaged. ${counted(documents, 'document was', 'documents were')} read from it; texts that it lost and this device still has are put into Recovered texts. The damaged file is kept as ${basename(aside)}.`,
        )
      },
      warn(sentence) {
        isDown = true
        parts.library()?.retry()
        if (sentence !== lastSentence) parts.raise(`${sentence} What is on this device stays readable.`)
        lastSentence = sentence
      },
    })
  }

  function stop(): void {
    isWanted = false
    const ending = server?.stop(STOP_MS)
    server = undefined
    stopped = Promise.all([stopped, ending]).then(() => undefined)
  }

  return {
    start() {
      if (isWanted) return
      isWanted = true
      void begin()
    },
    stop,
    endpoint: () => server?.endpoint(),
    key: () => server?.endpoint()?.key ?? (isDown ? NO_KEY : undefined),
    whenStopped: () => stopped,
    async end() {
      stop()
      await stopped
    },
  }
}
