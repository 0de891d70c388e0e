import type { FoundLink } from '../../../shared/markdown/change-links'
import { targetOf } from '../../../shared/text/file-links'
import { decoded } from '../../../shared/text/decoded'
import { listed } from '../../../shared/text/listed'
import { typeByName } from '../../library/files/image-type'

/** The beginning of an address that leads to no file beside the text; a drive of Windows is no scheme. */
const ELSEWHERE = /^(?!file:)(?:[a-z][a-z0-9+.-]+:|\/\/|#)/i
const NAMED_MAX = 5
const LONGEST = 80

/** The file that the link shows as a picture; `undefined` for every other link. */
export function pictureIn({ kind, target, isImage }: FoundLink): string | undefined {
  if (!isImage || ELSEWHERE.test(target) || targetOf(target) !== undefined) return undefined
  return kind === 'link' || typeByName(target).startsWith('image/') ? target : undefined
}

/** Says which pictures are missing. */
export function missingPictures(missing: ReadonlySet<string>): string {
  const names = [...missing].map((name) => `“${shortened(decoded(name))}”`)
  if (names.length === 1) return `The picture ${names.join('')}, which it names, is not there.`
  const rest = names.length - NAMED_MAX
  const shown = rest > 1 ? [...names.slice(0, NAMED_MAX), `${rest.toLocaleString('en')} more`] : names
  return `${names.length.toLocaleString('en')} pictures that it names are not there: ${listed(shown)}.`
}

const shortened = (name: string): string => (name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}…`)
