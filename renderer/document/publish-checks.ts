import { withoutCode } from '../../shared/markdown/code'
import { anchorOf, headingIn } from '../../shared/markdown/headings'
import { linksIn } from '../../shared/markdown/links'
import { decoded } from '../../shared/text/decoded'
import { counted } from '../../shared/text/counted'

/** Something that speaks against publishing a text, in words for the writer. */
export interface PublishCheck {
  readonly text: string
  /** It cannot be published like this. */
  readonly isBlocking: boolean
}

export interface Publishable {
  readonly title: string
  readonly text: string
  readonly isConflicted: boolean
  /** Uploads of this device that the service refused: the links of their files. */
  readonly failedUploads: readonly string[]
  /** The titles that it links to and no document has. */
  readonly missingTitles: readonly string[]
}

const WAITING = /stet-file:[\w-]+/g

/** What a reader would stumble over; code is left out. */
export function publishChecks({
  title,
  text,
  isConflicted,
  failedUploads,
  missingTitles,
}: Publishable): readonly PublishCheck[] {
  const checks: PublishCheck[] = []
  const blocking = (words: string) => checks.push({ text: words, isBlocking: true })
  const advice = (words: string) => checks.push({ text: words, isBlocking: false })
  const prose = withoutCode(text)

  if (isConflicted) blocking('Resolve the conflict in this document first.')
  const uploads = new Set(prose.match(WAITING))
  const failed = failedUploads.filter((link) => uploads.has(link)).length
  if (failed > 0) blocking(`${counted(failed, 'file')} could not be uploaded.`)
  if (uploads.size > failed) blocking(`${counted(uploads.size - failed, 'file')} still to be uploaded.`)
  if (title.trim() === '') advice('It has no title.')
  if (prose.trim() === '') advice('It has no text.')
  const found = linksIn(text).filter((link) => link.kind === 'link')
  const links = found.filter(({ isImage }) => !isImage)
  const empty = links.filter(({ address }) => targetOf(address) === '')
  if (empty.length > 0) advice(`${counted(empty.length, 'link')} to nothing: ${named(empty)}`)
  if (missingTitles.length > 0)
    advice(
      `${counted(missingTitles.length, 'link')} to a document that is not there: ${named(missingTitles.map((words) => ({ words })))}`,
    )
  const headings = headingAnchors(prose)
  const lost = links.filter(({ address }) => {
    const target = targetOf(address)
    return target.startsWith('#') && !headings.has(decoded(target.slice(1)).toLowerCase())
  })
  if (lost.length > 0)
    advice(`${counted(lost.length, 'link')} to a heading that is not there: ${named(lost)}`)
  const silent = found.filter(({ isImage, words }) => isImage && words.trim() === '')
  if (silent.length > 0) advice(`${counted(silent.length, 'image')} without an alternative text.`)
  return checks
}

/** A target without the angle brackets around it. */
const targetOf = (address: string) => (address.startsWith('<') ? address.slice(1, -1) : address)

const named = (links: readonly { readonly words: string }[]) =>
  `${links
    .slice(0, 3)
    .map(({ words }) => `“${words.trim() === '' ? '…' : words}”`)
    .join(', ')}${links.length > 3 ? ' and more' : ''}.`

const headingAnchors = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^ {0,3}#[^\r\n]*/gm)].map(([line]) => anchorOf(headingIn(line)?.text ?? '')))
