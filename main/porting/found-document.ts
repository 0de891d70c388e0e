import { createHash } from 'node:crypto'
import path from 'node:path'
import { appError } from '../../shared/problem'
import { contentKey } from '../documents/retention/content-key'
import { decodeText, hasByteOrderMark } from './convert/decode'
import { TITLE_LENGTH_MAX } from '../../shared/terms'
import { readFrontMatter } from './front-matter'
import type { PlannedDocument } from './planned-document'
import { inlineTags } from './links'
import { whyLeft } from './listed'
import { TEXTS } from './files-source'
import { CONTENT_BLOCK, looseKey, rewriteLinks, type Finder } from './rewrite-links'
import type { SourceEntry } from './source'

const NOT_TEXT =
  'It is not text in UTF-8, or in UTF-16 with a byte order mark, or it contains NUL characters.'
const TEXT_BYTES_MAX = 20 * 1024 * 1024

/** The facts that the first reading of a file keeps. */
export interface FoundDocument extends Pick<
  PlannedDocument,
  'path' | 'folder' | 'title' | 'tags' | 'inlineTags' | 'status' | 'isOurs'
> {
  readonly entry: SourceEntry
  /** The text of the file; `undefined`: it is read again when it is needed. */
  readonly held: string | undefined
  readonly bytes: number
  readonly sha256: string
  readonly isBroken: boolean
  readonly hasByteOrderMark: boolean
  readonly hasContentBlock: boolean
  /** Whether the title is longer than that of a document can be. */
  readonly hasLongTitle: boolean
}

/** Reads a file; returns a sentence where it cannot be imported. */
export async function readDocument(where: string, entry: SourceEntry): Promise<string | FoundDocument> {
  let bytes: Uint8Array
  try {
    bytes = await entry.read(TEXT_BYTES_MAX)
  } catch (error) {
    return whyLeft(error)
  }
  const content = decodeText(bytes)
  if (content === undefined) return NOT_TEXT
  const { fields, text, isOurs, isBroken } = readFrontMatter(content)
  // macOS may store a letter and its accent separately; links by title use the composed form.
  const title = fields.title ?? path.posix.basename(where).replace(TEXTS, '').normalize('NFC')
  return {
    entry,
    held: text,
    bytes: bytes.length,
    sha256: sha256Of(bytes),
    isBroken,
    hasByteOrderMark: hasByteOrderMark(bytes),
    path: where,
    folder: path.posix.dirname(where) === '.' ? '' : path.posix.dirname(where),
    title: isOurs ? title : title.slice(0, TITLE_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, ''),
    tags: fields.tags ?? [],
    inlineTags: isOurs ? [] : inlineTags(text),
    status: fields.status === 'published' ? 'published' : 'draft',
    isOurs,
    hasLongTitle: !isOurs && (fields.title?.length ?? 0) > TITLE_LENGTH_MAX,
    hasContentBlock: new RegExp(CONTENT_BLOCK.source, 'im').test(text),
  }
}

/** Reads the same text once more; returns a sentence where it is not there any more. */
export const textAgain = (document: FoundDocument) => ({
  document,
  text: textOf(document).then((text) => ({ text }), whyLeft),
})

/** Throws an AppError where the file has changed since it was planned. */
async function textOf({ entry, sha256, held }: FoundDocument): Promise<string> {
  if (held !== undefined) return held
  const bytes = await entry.read(TEXT_BYTES_MAX)
  if (sha256Of(bytes) !== sha256)
    throw appError('not-allowed', 'It was changed since the preview. Import it again.')
  return readFrontMatter(decodeText(bytes) ?? '').text
}

/**
 * The document in the form that a plan needs: with its keys, and with links to the files in `files`. In `linked` these
 * links lead to `#`.
 */
export function planned(
  document: FoundDocument,
  linked: string,
  files: ReadonlySet<string>,
  finder: Finder,
): PlannedDocument {
  const { folder, title, tags, status, isOurs, entry } = document
  return {
    path: document.path,
    inlineTags: document.inlineTags,
    ...{ folder, title, tags, status, isOurs, files },
    key: contentKey(title, linked),
    ...(files.size > 0 && { looseKey: looseKey(title, linked) }),
    textOf: async (linkOf) => rewriteLinks({ ...document, text: await textOf(document) }, finder, linkOf),
    ...(entry.modified && { modified: entry.modified }),
  }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
