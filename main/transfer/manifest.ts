import { z } from 'zod'
import { AppError, appError } from '../../shared/problem'

/** The file's description of itself. It is the last entry, because it lists every other with its size and its hash. */
export const MANIFEST = 'stet-transfer.json'
/** The version of the format; it grows when an older Stet could not read the file. */
export const FORM = 1
export const MANIFEST_BYTES_MAX = 64 * 1024 * 1024
/** The bound for settings, words and the small files beside a library, each of which is read at once. */
export const JSON_BYTES_MAX = 16 * 1024 * 1024
export const FILE_ENDING = '.zip'

const count = z.number().int().nonnegative()

const manifest = z.object({
  stetTransfer: z.number().int().positive(),
  /** The version of the Stet that wrote the file. */
  version: z.string().max(50),
  /** ISO 8601. */
  writtenAt: z.string().max(40),
  /** The name of that computer. */
  computer: z.string().max(255),
  /** The device that it was written on (`main/system/machine.ts`). */
  device: z.string().max(100),
  /** The libraries, in the folders `libraries/0`, `libraries/1`… */
  libraries: z
    .array(
      z.object({
        id: z.string().max(64),
        name: z.string().max(1_000),
        kind: z.enum(['embedded', 'service']),
        address: z.string().max(2_000),
        /** Whether the connection was removed from the list there while its library was still on that device. */
        isRemoved: z.boolean().optional(),
      }),
    )
    .max(1_000),
  files: z.array(
    z.object({
      path: z.string().max(1_000),
      bytes: count,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = Readonly<z.infer<typeof manifest>>
export type PackedLibrary = Manifest['libraries'][number]

/** Small files of a library beside its database. */
export const BESIDE_LIBRARY = [
  'fixed-folder.json',
  'kept-offline.json',
  'saved-searches.json',
  'ignored-words.json',
] as const

const BESIDE = BESIDE_LIBRARY.map((name) => name.replaceAll('.', '\\.')).join('|')
/** Every path that is allowed; no other name in a file from outside leads to a place on the disk. */
const PATHS: readonly RegExp[] = [
  /^settings\.json$/,
  /^dictionary\.json$/,
  /^word-styles\/[0-9a-f]{64}\.json$/,
  /^covers\/[0-9a-f]{64}$/,
  /^dictionaries\/[A-Za-z0-9][\w-]{0,59}\.(?:aff|dic)$/,
  /^libraries\/\d{1,4}\/(?:library\.db|service\/content\.sqlite)$/,
  new RegExp(`^libraries/\\d{1,4}/(?:${BESIDE})$`),
  /^libraries\/\d{1,4}\/files\/(?:[0-9a-f]{64}|r-[0-9a-f]{40})$/,
  /^libraries\/\d{1,4}\/service\/files\/[0-9a-f]{64}$/,
]

export const isKnownPath = (path: string): boolean => PATHS.some((known) => known.test(path))

/** Reads the manifest; throws an AppError with a sentence for the writer. */
export function readManifest(bytes: Uint8Array): Manifest {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw foreign()
  }
  const { stetTransfer: form } = (json ?? {}) as { readonly stetTransfer?: unknown }
  if (typeof form === 'number' && form > FORM) throw newer()
  const read = manifest.safeParse(json)
  if (!read.success) throw foreign()
  return read.data
}

export const foreign = (): AppError =>
  appError(
    'damaged',
    'This is not a file that Stet wrote for another computer, or it is damaged or cut short. Nothing was changed.',
  )

export const newer = (version?: string): AppError =>
  appError(
    'newer-version',
    `A newer Stet${version === undefined ? '' : ` (${version})`} wrote this file. Nothing was changed. Install the newest version here, then bring it in.`,
  )

export const damagedPart = (what: string): AppError =>
  appError(
    'damaged',
    `This file is damaged: ${what}. Nothing was changed. Write it again on the other computer.`,
  )
