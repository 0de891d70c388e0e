import { z } from 'zod'
import { attempt } from '../../shared/thrown'

/** A file beside the exported ones, with facts that file names cannot express. */
export const MANIFEST = 'stet-library.json'
/** Beside the manifest while an export is unfinished: a line for each file that it began to write. */
export const BEGUN = `${MANIFEST}.part`
/** The folder in which an export puts attachments. */
export const FILES_FOLDER = 'Files'

const manifest = z.object({
  stet: z.literal(1),
  /** The library that was exported. */
  library: z.string().optional(),
  folders: z.array(z.object({ path: z.string(), name: z.string() })),
  tags: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), name: z.string(), alt: z.string() })),
  /**
   * SHA-256 of each file as the export wrote it, by its path: a file with another digest was changed by someone else.
   */
  written: z.record(z.string(), z.string()).optional(),
})
export type Manifest = Readonly<z.infer<typeof manifest>>

export const writeManifest = (value: Manifest): string => `${JSON.stringify(value, null, 2)}\n`

export const readManifest = (text: string): Manifest | undefined =>
  attempt(() => manifest.parse(JSON.parse(text)))

export const begunLine = (file: string, sha256: string): string => `${JSON.stringify([file, sha256])}\n`

const begunFile = z.tuple([z.string(), z.string()])

/** The digests in the lines of an unfinished export, by the paths of the files. The last line may be half. */
export function readBegun(text: string): ReadonlyMap<string, readonly string[]> {
  const digests = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [file, sha256] = attempt(() => begunFile.parse(JSON.parse(line))) ?? []
    if (file !== undefined && sha256 !== undefined) digests.set(file, [...(digests.get(file) ?? []), sha256])
  }
  return digests
}
