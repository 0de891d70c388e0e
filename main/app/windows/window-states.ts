import fs from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../../system/atomic-write'
import type { Clock } from '../../system/clock'
import { attempt } from '../../../shared/thrown'

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
}

/** What a window shows of the library of a connection. */
export interface Shown {
  readonly connectionId: string
  /** The document that the window opens on; where absent, the active tab of `memory`. */
  readonly id?: string
  /** The tabs and all other state of the window; `windowMemory` validates it when a window opens. */
  readonly memory?: unknown
}

export interface WindowState extends Bounds {
  readonly shown?: Shown
}

/** The most windows that are restored. */
const WINDOWS_MAX = 20

/**
 * The windows that were open when the app ended, the first one first; empty where none is stored. Validated by hand, so
 * that the first window does not wait for the schema library to load.
 */
export function readWindowStates(profile: string): readonly WindowState[] {
  const read = attempt((): unknown => JSON.parse(fs.readFileSync(path.join(profile, 'window.json'), 'utf8')))
  const first = stateOf(read)
  if (first === undefined) return []
  const { others } = read as { readonly others?: unknown }
  const rest = Array.isArray(others) ? others.slice(0, WINDOWS_MAX - 1) : []
  return [first, ...rest.flatMap((other) => stateOf(other) ?? [])]
}

export function rememberWindowStates(profile: string, [first, ...others]: readonly WindowState[]): void {
  if (first === undefined) return
  // On a full disk the only loss is that the window is centred at the next start.
  attempt(() => writeAtomically(path.join(profile, 'window.json'), JSON.stringify({ ...first, others })))
}

function stateOf(read: unknown): WindowState | undefined {
  if (typeof read !== 'object' || read === null) return undefined
  const { x, y, width, height, maximized, shown } = read as { readonly [K in keyof WindowState]: unknown }
  if (!isWhole(x) || !isWhole(y) || !isWhole(width, 480, 20_000) || !isWhole(height, 320, 20_000))
    return undefined
  if (typeof maximized !== 'boolean') return undefined
  return { x, y, width, height, maximized, ...(isShown(shown) && { shown }) }
}

const isShown = (read: unknown): read is Shown =>
  typeof read === 'object' &&
  read !== null &&
  'connectionId' in read &&
  typeof read.connectionId === 'string' &&
  (!('id' in read) || typeof read.id === 'string')

const isWhole = (value: unknown, least = -Infinity, most = Infinity): value is number =>
  Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most

/** A window that is being dragged reports many bounds in a row. */
const PAUSE_MS = 1_000

/** Stores the open windows while the app runs, so that they also come back after it was killed. */
export interface WindowRecord {
  /** Stores the windows within a second. */
  soon(): void
  /** Stores the windows at once. */
  now(): void
  /** Stores the windows a last time: that they close from now on is part of the end of the app. */
  end(): void
}

export function createWindowRecord(clock: Pick<Clock, 'after'>, write: () => void): WindowRecord {
  let cancel: (() => void) | undefined
  let hasEnded = false
  function now(): void {
    cancel?.()
    cancel = undefined
    if (!hasEnded) write()
  }
  return {
    soon: () => void (cancel ??= clock.after(PAUSE_MS, now)),
    now,
    end() {
      now()
      hasEnded = true
    },
  }
}
