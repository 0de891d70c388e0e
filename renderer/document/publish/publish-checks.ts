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

/** Something that speaks against publishing a text, in words for the writer. */
export interface PublishCheck {
  /** A sentence; without its full stop where places follow. */
  readonly text: string
  /** It cannot be published like this. */
  readonly isBlocking: boolean
  readonly places: readonly PublishPlace[]
}

/** Where something stands, in UTF-16 units, or in the title. */
export interface PublishPlace {
  readonly at: Span | 'title'
  readonly words: string
}

export interface Publishable {
  readonly title: string
  readonly text: string
  readonly isConflicted: boolean
  /** Uploads of this device that the service refused: the links of their files. */
  readonly failedUploads: readonly string[]
  /** The titles that it links to and no document has. */
  readonly missingTitles: readonly string[]
  /** The titles that it links to and only drafts have. */
  readonly draftTitles?: readonly string[]
  /** References to footnotes that are not there, and footnotes that nothing refers to. */
  readonly orphanFootnotes?: readonly FootnotePart[]
  /** The keys of the files of the library (`targetKey`); nothing while they are not known. */
  readonly files?: ReadonlySet<string>
  /** Links of images that a reader waits for, with their bytes. */
  readonly largeImages?: ReadonlyMap<string, number>
  /** Fields that the front matter of each published text has. */
  readonly fields?: readonly string[]
  /** Words that must not go out. */
  readonly words?: readonly string[]
}

/** A picture for a page has less. */
export const IMAGE_BYTES_MAX = 2_000_000

/** What a reader would stumble over; code is left out, but for words that must not go out. */
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

/** A level that is left out is none that a screen reader, or a table of contents, can follow. */
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

/** Whole words, whatever their case and the spaces between them. */
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

/** A key at the beginning of a line, with a value on it or below it. */
function hasField(text: string, field: string): boolean {
  const block = text.startsWith('---') ? FRONT_MATTER.exec(text)?.[1] : undefined
  const lines = block?.split(/\r?\n/) ?? []
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${field.trim().toLowerCase()}:`))
  if (at < 0) return false
  const value = (lines[at] ?? '').slice(field.trim().length + 1).trim()
  return !/^(?:|""|''|null|~|\[\]|#.*)$/.test(value) || /^(?:[ \t]+|- )\S/.test(lines[at + 1] ?? '')
}

/** Spaces in the place of code and front matter, so that every other place stays where it is. */
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
