import { createHash } from 'node:crypto'
import { changeLinks } from '../../../shared/markdown/change-links'
import { targetOf } from '../../../shared/text/file-links'

/** The line that an import adds (`main/porting/front-matter.ts`), in front matter with or without other lines. */
const CREATED = /^(---[ \t]*\r?\n)created: (\d{4}-\d\d-\d\d)\r?\n(---\r?\n)?/

/**
 * A key that is equal for two documents with the same content, wherever their files are. The date that an import may
 * have added is a part of its own, so that the same file is recognised whatever its date (`keyParts`).
 */
export function contentKey(title: string, text: string): string {
  const [line = '', opening = '', date, closing] = CREATED.exec(text) ?? []
  const undated = (closing === undefined ? opening : '') + text.slice(line.length)
  const plain = changeLinks(undated, ({ target }) =>
    target === '#' || targetOf(target) !== undefined ? { target: '#' } : undefined,
  )
  return datedKey(createHash('sha256').update(`${title}\0${plain}`).digest('base64'), date)
}

/** The key of the same document with this date added. */
export const datedKey = (key: string, date: string | undefined): string =>
  date === undefined ? key : `${key} ${date}`

/** The key without the date, and the date, where it has one. */
export function keyParts(key: string): { readonly undated: string; readonly date: string | undefined } {
  const [undated = '', date] = key.split(' ')
  return { undated, date }
}
