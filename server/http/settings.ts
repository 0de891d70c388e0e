import { randomBytes } from 'node:crypto'

/** `count` requests per `seconds`, counted per account. */
export interface Allowance {
  readonly count: number
  readonly seconds: number
}

/** The choices of the person who runs the service (requirement G2). */
export interface Settings {
  /**
   * Whether writes to existing documents, folders and files need `If-Match` (content API, section 4, "Conditional
   * writes").
   */
  readonly strictRevisions: boolean
  /** `undefined`: no limit. */
  readonly rateLimit: Allowance | undefined
  readonly searchQuota: Allowance | undefined
  readonly maxFileBytes: number
}

export const DEFAULT_SETTINGS: Settings = {
  strictRevisions: true,
  rateLimit: undefined,
  searchQuota: undefined,
  maxFileBytes: 2 * 1024 * 1024 * 1024,
}

export type Clock = () => number
/** New random bytes. */
export type Random = (size: number) => Uint8Array
export const systemRandom: Random = (size) => randomBytes(size)
