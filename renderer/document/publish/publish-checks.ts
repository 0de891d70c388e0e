import { codeIn } from '../../../shared/markdown/code'
import { leadsNowhere } from '../../../shared/markdown/leads-nowhere'
import { linksIn } from '../../../shared/markdown/links'
import { titleOf } from '../../../shared/markdown/title-links'
import { placesIn, type PlacedHeading, type PlacedLink } from '../../../shared/markdown/tree/places'
import { counted } from '../../../shared/text/counted'
import { targetKey, targetOf } from '../../../shared/text/file-links'
import type { FootnotePart } from '../../editor/editor'
import { headingId, headingOf } from '../../editor/preview/heading-links'
import { isFromWeb, neverShown } from '../../editor/preview/missing-pictures'
import type { Span } from '../../../shared/text/span'

/** A reason not to publish a text, in words for the writer. */
export interface PublishCheck {
  /** A sentence, without its full stop if places follow. */
  readonly text: string
  /** Whether the text cannot be published because of this. */
  readonly isBlocking: boolean
  readonly places: readonly PublishPlace[]
}

/** A place in the text, in UTF-16 units, or the title. */
export interface PublishPlace {
  readonly at: Span | 'title'
  readonly words: string
}

export interface Publishable {
  readonly title: string
  readonly text: string
  readonly isConflicted: boolean
  /** The links of files whose upload the service refused. */
  readonly failedUploads: readonly string[]
  /** The linked titles that no document has. */
  readonly missingTitles: readonly string[]
  /** The linked titles that only drafts have. */
  readonly draftTitles?: readonly string[]
  /** References without a footnote, and footnotes without a reference. */
  readonly orphanFootnotes?: readonly FootnotePart[]
  /** The keys of the files of the library (`targetKey`); absent until they are known. */
  readonly files?: ReadonlySet<string>
  /** The links of large images with their size in bytes. */
  readonly largeImages?: ReadonlyMap<string, number>
  /** The fields that the front matter of every published text must have. */
  readonly fields?: readonly string[]
  /** Words that must not be published. */
  readonly words?: readonly string[]
}

/** Images on a web page should be smaller than this. */
export const IMAGE_BYTES_MAX = 2_000_000

/** Finds what would trouble a reader. Code is skipped, except in the search for words that must not be published. */
export function publishChecks(publishable: Publishable): readonly PublishCheck[] {
  const { title, text, isConflicted, words = [] } = publishable
  const checks: PublishCheck[] = []
  const prose = withoutCode(text)
  const placed = placesIn(text)
  const add =
    (isBlocking: boolean) =>
    (sentence: string, places: readonly PublishPlace[] = []) =>
      checks.push({ text: sentence, isBlocking, places })
  const [blocking, advice] = [add(true), add(false)]

  if (isConflicted) blocking('Resolve the conflict in this document first.')
  for (const [sentence, places] of uploads(prose, publishable)) blocking(sentence, places)
  const forbidden = [
    ...placesOf(title, words).map(({ words: found }) => ({ at: 'title' as const, words: found })),
    ...placesOf(text, words),
  ]
  if (forbidden.length > 0) blocking(`${counted(forbidden.length, 'word')} that must not go out`, forbidden)
  if (title.trim() === '') advice('It has no title.', [{ at: 'title', words: 'Title' }])
  if (prose.trim() === '') advice('It has no text.')
  for (const [sentence, places] of [
    ...linksToMend(publishable, placed),
    ...headingsToMend(placed.headings),
    ...footnotesToMend(publishable),
  ])
    if (places.length > 0) advice(sentence, places)
  const missing = (publishable.fields ?? []).filter((field) => !hasField(text, field))
  if (missing.length > 0)
    advice(`The front matter has no ${missing.map((field) => `“${field}”`).join(', ')}`, [
      { at: { from: 0, to: 0 }, words: 'Beginning of the text' },
    ])
  return checks
}

type Found = readonly [sentence: string, places: readonly PublishPlace[]]

const WAITING = /stet-file:[\w-]+/g

function uploads(prose: string, { failedUploads }: Publishable): readonly Found[] {
  const places = new Map<string, PublishPlace>()
  for (const { 0: link, index: from } of prose.matchAll(WAITING))
    if (!places.has(link)) places.set(link, { at: { from, to: from + link.length }, words: 'Show' })
  const waiting = new Map([...places].filter(([link]) => !failedUploads.includes(link)))
  const failed = [...places].filter(([link]) => !waiting.has(link)).map(([, place]) => place)
  return [
    ...(failed.length === 0
      ? []
      : [[`${counted(failed.length, 'file')} could not be uploaded`, failed] as const]),
    ...(waiting.size === 0
      ? []
      : [[`${counted(waiting.size, 'file')} still to be uploaded`, [...waiting.values()]] as const]),
  ]
}

interface Placed {
  readonly headings: readonly PlacedHeading[]
  readonly links: readonly PlacedLink[]
}

function linksToMend(publishable: Publishable, { headings, links: found }: Placed): readonly Found[] {
  const {
    text,
    missingTitles,
    draftTitles = [],
    largeImages = new Map<string, number>(),
    files,
  } = publishable
  const links = found.filter(({ isImage }) => !isImage)
  const images = found.filter(({ isImage }) => isImage)
  const titled = (titles: readonly string[]) => {
    const wanted = new Set(titles.map((title) => title.trim().toLowerCase()))
    return linksIn(text).flatMap((link): readonly PublishPlace[] =>
      link.kind === 'wiki' && wanted.has(titleOf(link.target).toLowerCase())
        ? [placeOf(link, titleOf(link.target))]
        : [],
    )
  }
  const ids = new Set(headings.map(({ id }) => id))
  const isLost = (address: string) => {
    const id = headingId(address)
    return id !== undefined && !ids.has(id)
  }
  const lostParts = linksIn(text).flatMap((link): readonly PublishPlace[] => {
    if (link.kind !== 'wiki' || titleOf(link.target) !== '') return []
    const id = headingOf(link.target) ?? ''
    return id === '' || ids.has(id) ? [] : [placeOf(link, link.target.slice(1))]
  })
  const isDeleted = (address: string) => {
    const target = targetOf(address)
    return target?.kind === 'there' && files?.has(targetKey(target)) === false
  }
  const report = (what: string, rest: string, places: readonly PublishPlace[]): Found => [
    `${counted(places.length, what)} ${rest}`,
    places,
  ]
  const spans = (some: typeof found) => some.map((link) => placeOf(link, link.words))
  const named = (some: typeof found) =>
    some.map((link) => placeOf(link, link.words.trim() === '' ? link.address : link.words))
  const nowhere = links.filter(({ address }) => leadsNowhere(address))
  const lost = images.filter(
    ({ address }) => isDeleted(address) || (neverShown(address) !== undefined && !isFromWeb(address)),
  )
  const silent = images.filter(({ words }) => words.trim() === '')
  return [
    report('link', 'to nothing', spans(links.filter(({ address }) => address === ''))),
    [`${counted(nowhere.length, 'link that leads', 'links that lead')} nowhere`, named(nowhere)],
    report('link', 'to a document that is not there', titled(missingTitles)),
    report('link', 'to a draft, which readers cannot see', titled(draftTitles)),
    report('link', 'to a heading that is not there', [
      ...spans(links.filter(({ address }) => isLost(address))),
      ...lostParts,
    ]),
    report('link', 'to a file that is not there', named(links.filter(({ address }) => isDeleted(address)))),
    [`${counted(lost.length, 'image that is', 'images that are')} not there`, named(lost)],
    report(
      'image',
      'without an alternative text',
      silent.map((link) => placeOf(link, link.address)),
    ),
    report(
      'image',
      `larger than ${IMAGE_BYTES_MAX / 1_000_000} MB`,
      spans(images.filter(({ address }) => largeImages.has(address))),
    ),
  ]
}

/** Finds skipped heading levels, which screen readers and tables of contents cannot follow. */
function headingsToMend(all: Placed['headings']): readonly Found[] {
  const headings = all.map(({ level, ...heading }) => ({ level, ...placeOf(heading, heading.words) }))
  const skipping = headings.filter(({ level }, at) => at > 0 && level > (headings[at - 1]?.level ?? 0) + 1)
  const silent = headings.filter(({ words }) => words.trim() === '')
  return [
    [`${counted(skipping.length, 'heading that skips', 'headings that skip')} a level`, skipping],
    [`${counted(silent.length, 'heading')} without words`, silent],
  ]
}

function footnotesToMend({ orphanFootnotes = [] }: Publishable): readonly Found[] {
  const [unused, lost] = [true, false].map((isDefinition) =>
    orphanFootnotes
      .filter(({ definition }) => (definition !== undefined) === isDefinition)
      .map(({ from, to, label }) => placeOf({ from: from - 2, to: to + 1 }, label)),
  ) as [PublishPlace[], PublishPlace[]]
  return [
    [`${counted(lost.length, 'reference')} to a footnote that is not there`, lost],
    [`${counted(unused.length, 'footnote')} that nothing refers to`, unused],
  ]
}

const placeOf = ({ from, to }: Span, words: string): PublishPlace => ({ at: { from, to }, words })

/** Finds whole words, ignoring case and the amount of space between them. */
function placesOf(text: string, words: readonly string[]): readonly (PublishPlace & { readonly at: Span })[] {
  const wanted = words.map((word) => word.trim()).filter((word) => word !== '')
  if (wanted.length === 0) return []
  const any = wanted
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+'))
    .join('|')
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, 'giu')
  return [...text.matchAll(whole)].map(({ 0: found, index: from }) => ({
    at: { from, to: from + found.length },
    words: found,
  }))
}

const FRONT_MATTER = /^---[ \t]*\r?\n([^]{0,100000}?)^(?:---|\.\.\.)[ \t]*$/m

/** Whether the front matter has the key at the beginning of a line, with a value on that line or below it. */
function hasField(text: string, field: string): boolean {
  const block = text.startsWith('---') ? FRONT_MATTER.exec(text)?.[1] : undefined
  const lines = block?.split(/\r?\n/) ?? []
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${field.trim().toLowerCase()}:`))
  if (at < 0) return false
  const value = (lines[at] ?? '').slice(field.trim().length + 1).trim()
  return !/^(?:|""|''|null|~|\[\]|#.*)$/.test(value) || /^(?:[ \t]+|- )\S/.test(lines[at + 1] ?? '')
}

/** The text with spaces in place of code and front matter, so that all other offsets stay the same. */
function withoutCode(text: string): string {
  const front = text.startsWith('---') ? FRONT_MATTER.exec(text)?.[0].length : undefined
  const spans = [...(front === undefined ? [] : [{ from: 0, to: front }]), ...codeIn(text)]
  const parts: string[] = []
  let done = 0
  for (const { from, to } of spans) {
    if (to <= done) continue
    parts.push(
      text.slice(done, Math.max(done, from)),
      text.slice(Math.max(done, from), to).replace(/[^\n]/g, ' '),
    )
    done = to
  }
  return [...parts, text.slice(done)].join('')
}
