import { createHash } from 'node:crypto'
import { changeLinks } from '../../../shared/markdown/change-links'
import { targetOf } from '../../../shared/text/file-links'

/**
 * A key that is equal for two documents with the same content, whatever their file names and modification times are.
 */
export function contentKey(title: string, text: string): string {
  const plain = changeLinks(withoutCreated(text), ({ target }) =>
    target === '#' || targetOf(target) !== undefined ? { target: '#' } : undefined,
  )
  return createHash('sha256').update(`${title}\0${plain}`).digest('base64')
}

/**
 * The text without the line that an import adds (`main/porting/front-matter.ts`), so that the same file is recognised
 * whatever its date.
 */
const withoutCreated = (text: string): string =>
  text
    .replace(/^---(\r?\n)created: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\1---\1/, '')
    .replace(/^(---[ \t]*\r?\n)created: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\r?\n/, '$1')
