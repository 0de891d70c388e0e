import { app } from 'electron'
import { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater, type AppUpdater } from 'electron-updater'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Log } from '../system/log'
import { TOO_LARGE, type Newer, type UpdateSource } from './updates'

/** No version of Stet has been half as large; a feed's description of a version is a page of text. */
const DOWNLOAD_BYTES_MAX = 600_000_000
const FEED_BYTES_MAX = 200_000
/** A feed that sends nothing for this long has stalled. The library's own limit has no effect in Electron. */
const HALTED_AFTER_MS = 60_000
/** The bound of redirects to one file; the library would follow a circle of them for ever. */
const REQUESTS_MAX = 10
/** The greatest length of notes, as in the contract. */
const NOTES_MAX = 20_000
/** Replaces the number by which the library identifies users. */
const NOBODY = '00000000-0000-5000-8000-000000000000'

/**
 * The feed with which this app was published, through electron-updater: it reads `latest*.yml`, downloads the file
 * named there, and verifies its SHA-512. Windows and macOS check the publisher's signature as well.
 *
 * @param config the file that names the feed
 */
export function openUpdateSource(config: string, log: Log, haltedAfterMs = HALTED_AFTER_MS): UpdateSource {
  const isBySystem = process.platform === 'linux' && process.env['APPIMAGE'] === undefined
  const updater = updaterHere(isBySystem)
  updater.updateConfigPath = config
  updater.logger = { info() {}, warn: (text) => log.info(`updates: ${text}`), error() {} }
  // The promise rejects as well; without a listener Node would end the app.
  updater.on('error', () => {})
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  updater.disableDifferentialDownload = true
  const bound = boundAnswers(updater, haltedAfterMs)
  let announcedBytes = DOWNLOAD_BYTES_MAX
  return {
    isBySystem,
    async check() {
      Object.assign(bound, { bytes: FEED_BYTES_MAX, requests: REQUESTS_MAX })
      const found = await updater.checkForUpdates()
      if (found?.isUpdateAvailable !== true) return undefined
      const { version, releaseNotes, files } = found.updateInfo
      announcedBytes = Math.max(0, ...files.map(({ size }) => size ?? DOWNLOAD_BYTES_MAX))
      return newer(version, releaseNotes)
    },
    async download(onShare) {
      Object.assign(bound, { bytes: Math.min(announcedBytes, DOWNLOAD_BYTES_MAX), requests: REQUESTS_MAX })
      const progress = ({ percent }: { readonly percent: number }) => onShare(percent / 100)
      updater.on('download-progress', progress)
      try {
        await updater.downloadUpdate()
      } finally {
        updater.off('download-progress', progress)
      }
    },
    installAndStart() {
      // The newer app requests the lock of this profile before this process has ended.
      app.releaseSingleInstanceLock()
      updater.quitAndInstall(false, true)
    },
  }
}

function updaterHere(isBySystem: boolean): AppUpdater {
  if (process.platform === 'darwin') return new MacUpdater()
  if (process.platform === 'win32') return new NsisUpdater()
  return isBySystem ? new DebUpdater() : new CarefulAppImageUpdater()
}

/** A newer version; HTML notes are reduced to plain text. */
function newer(version: string, notes: unknown): Newer {
  const text = typeof notes === 'string' ? notes : ''
  return { version: version.slice(0, 100), notes: text.replaceAll(/<[^<>]*>/g, '').slice(0, NOTES_MAX) }
}

/** The parts of the library's client that its types do not include. */
interface Internals {
  stagingUserIdPromise: { readonly value: Promise<string> }
  readonly httpExecutor: {
    createRequest(options: unknown, callback: (response: FeedResponse) => void): FeedRequest
  }
}
interface FeedRequest {
  abort(): void
  emit(event: 'error', error: Error): void
  on(event: 'error' | 'redirect', listener: () => void): void
}
interface FeedResponse {
  on(event: 'data', listener: (chunk: { readonly length: number }) => void): void
  on(event: 'end' | 'aborted' | 'error', listener: () => void): void
}

interface Bound {
  bytes: number
  requests: number
}

/**
 * Ends every answer that exceeds its bound, whatever length it states, or that stalls; the feed gets no user number.
 */
function boundAnswers(updater: AppUpdater, haltedAfterMs: number): Bound {
  const internals = updater as unknown as Internals
  internals.stagingUserIdPromise = { value: Promise.resolve(NOBODY) }
  const bound: Bound = { bytes: FEED_BYTES_MAX, requests: REQUESTS_MAX }
  const { httpExecutor } = internals
  const create = httpExecutor.createRequest.bind(httpExecutor)
  httpExecutor.createRequest = (options, callback) => {
    let bytes = 0
    const request = create(options, (response) => {
      response.on('data', (chunk) => {
        halted.refresh()
        bytes += chunk.length
        if (bytes > bound.bytes) end(TOO_LARGE)
      })
      for (const event of ['end', 'aborted', 'error'] as const) response.on(event, over)
      callback(response)
    })
    const end = (why: string) => {
      over()
      request.emit('error', new Error(why))
      request.abort()
    }
    const over = () => clearTimeout(halted)
    const halted = setTimeout(() => end('The download has stalled.'), haltedAfterMs)
    for (const event of ['error', 'redirect'] as const) request.on(event, over)
    if (bound.requests-- <= 0) setImmediate(() => end('The address of the feed redirects in a circle.'))
    return request
  }
  return bound
}

/** Replaces the old file by the new one in one step; the library's own class removes the old one first. */
class CarefulAppImageUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
    const { APPIMAGE: place, ...environment } = process.env
    const downloaded = this.installerPath
    if (place === undefined || !path.isAbsolute(place) || downloaded === null) return false
    const beside = `${place}.new`
    fs.copyFileSync(downloaded, beside)
    fs.chmodSync(beside, 0o755)
    fs.renameSync(beside, place)
    if (isForceRunAfter) spawn(place, [], { detached: true, stdio: 'ignore', env: environment }).unref()
    return true
  }
}
