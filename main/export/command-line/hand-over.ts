import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { failed, type ExportAsked, type ExportOutcome } from './arguments'
import { attempt } from '../../../shared/thrown'

/** The data that a second start hands to the running app: an export, and where its outcome is expected. */
export interface HandedExport {
  readonly export: ExportAsked
  /** A socket of the waiting process, in a folder of its own. */
  readonly answer: string
}

/** The running app must respond within this time; the export itself may take longer. */
const HEARD_WITHIN_MS = 20_000
const OUTCOME_BYTES_MAX = 10_000_000

export interface Waiting {
  readonly address: string
  outcome(): Promise<ExportOutcome>
  close(): void
}

/** Waits for the outcome of an export by another process. */
export async function waitForOutcome(heardWithinMs = HEARD_WITHIN_MS): Promise<Waiting> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-'))
  const address =
    process.platform === 'win32' ? `\\\\.\\pipe\\stet-${randomUUID()}` : path.join(folder, 'answer')
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  const close = () => {
    server.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  let silence: NodeJS.Timeout
  return {
    address,
    close() {
      clearTimeout(silence)
      close()
    },
    outcome: () =>
      new Promise((resolve) => {
        const end = (outcome: ExportOutcome) => {
          clearTimeout(silence)
          close()
          resolve(outcome)
        }
        silence = setTimeout(() => end(failed(NOT_HEARD)), heardWithinMs)
        server.once('connection', (socket) => {
          clearTimeout(silence)
          let received = ''
          socket.setEncoding('utf8')
          socket.on('data', (part: string) => {
            received += part
            if (received.length > OUTCOME_BYTES_MAX) socket.destroy()
          })
          socket.on('error', () => {})
          socket.on('close', () => end(outcomeIn(received) ?? failed(ENDED)))
        })
      }),
  }
}

const NOT_HEARD =
  'Stet is running with this profile, but does not answer. Try again when its window is there.'
const ENDED = 'Stet ended before the file was written.'

function outcomeIn(received: string): ExportOutcome | undefined {
  const { code, said, complaint } = (attempt((): unknown => JSON.parse(received)) ??
    {}) as Partial<ExportOutcome>
  return (code === 0 || code === 1 || code === 2) && typeof said === 'string' && typeof complaint === 'string'
    ? { code, said, complaint }
    : undefined
}

/** The export that a second start handed over; `undefined` for an ordinary start. */
export function handedExport(data: unknown): HandedExport | undefined {
  const given = data as Partial<HandedExport> | null | undefined
  return typeof given?.answer === 'string' && typeof given.export?.target === 'string'
    ? (given as HandedExport)
    : undefined
}

/**
 * Tells the waiting process at once that its request has arrived, and later the outcome. A process that no longer waits
 * is ignored.
 */
export async function answerExport(
  { export: asked, answer }: HandedExport,
  run: (asked: ExportAsked) => Promise<ExportOutcome>,
): Promise<void> {
  const socket = net.connect(answer)
  socket.on('error', () => {})
  socket.end(JSON.stringify(await run(asked)))
}

/**
 * Hands the export to the app that runs with this profile; `undefined`: none does, so this process is the app now.
 * `lock` passes the data on and returns whether there was no other process to take it.
 */
export async function handOver(
  asked: ExportAsked,
  lock: (handed: HandedExport) => boolean,
): Promise<ExportOutcome | undefined> {
  const waiting = await waitForOutcome()
  const outcome = waiting.outcome()
  if (!lock({ export: asked, answer: waiting.address })) return outcome
  waiting.close()
  return undefined
}
