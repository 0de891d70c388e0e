import { sameNormalForm } from '../../../shared/text/normal-form'
import {
  FIELDS,
  type ETag,
  type Field,
  type Fields,
  type FolderId,
  type TagId,
  shownTitle,
} from '../../../shared/terms'

/** Text and fields of a document at one moment. An absent field is unknown, because this service does not show it. */
export interface Rec {
  readonly text: string
  readonly fields: Fields
}

/**
 * The last record that this device and the service had in common. Without an ETag it is read again before the first
 * write (W18).
 */
export interface Base extends Rec {
  readonly etag?: ETag
}

/** The record that this device wants. Deleting is a mark; text and fields stay and go on being merged. */
export interface Mine extends Rec {
  readonly deleted: boolean
}

const TITLE_MAX = 255

/**
 * The title that is sent: the writer's, else the first line of the text without its markup, else "Untitled"
 * (requirement F).
 */
export function effectiveTitle(record: Rec): string {
  const own = record.fields.title
  if (own !== undefined && own.trim() !== '') return own
  return titleFromText(record.text)
}

export function titleFromText(text: string): string {
  const line =
    /^\s*(?:---[\s\S]{0,4000}?\n---\s*)?(?:[#>*+-]+\s+|\d+[.)]\s+)*([^\r\n]+)/
      .exec(text.slice(0, 8_000))?.[1]
      ?.trim() ?? ''
  const short = line.length <= TITLE_MAX ? line : `${line.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}…`
  return shownTitle(short)
}

/**
 * The fields that one edit of many documents sets, computed from the fields at the moment of the edit. Other changes of
 * the tags are kept, and with `from` the document moves only if it is still in that folder.
 */
export function editedFields(
  now: Pick<Fields, 'folderId' | 'tagIds'>,
  edit: {
    readonly folderId?: FolderId | null | undefined
    readonly from?: FolderId | null | undefined
    readonly addTags?: readonly TagId[] | undefined
    readonly removeTags?: readonly TagId[] | undefined
  },
): Fields {
  const { folderId, from, addTags = [], removeTags = [] } = edit
  const isThere = from === undefined || from === (now.folderId ?? null)
  const tagIds = [...new Set([...(now.tagIds ?? []).filter((id) => !removeTags.includes(id)), ...addTags])]
  return {
    ...(folderId !== undefined && isThere && { folderId }),
    ...(addTags.length + removeTags.length > 0 && { tagIds }),
  }
}

/** A field's value as it would be sent; `undefined` means unknown. */
export function fieldOf<F extends Field>(record: Rec, field: F): Fields[F] | undefined {
  if (field === 'title')
    return (record.fields.title === undefined ? undefined : effectiveTitle(record)) as Fields[F]
  return record.fields[field]
}

/** Whether two values of a field are equal; tags are compared as a set. */
export function sameField(field: Field, a: Fields[Field], b: Fields[Field]): boolean {
  if (field !== 'tagIds' || !Array.isArray(a) || !Array.isArray(b)) return a === b
  const members = new Set(a)
  return members.size === new Set(b).size && b.every((tag) => members.has(tag))
}

/**
 * Fields of `mine` that differ from `base`. A field that either side does not know does not differ, unless it was set
 * here.
 */
export function changedFields(base: Rec, mine: Rec): readonly Field[] {
  return FIELDS.filter((field) => {
    const wanted = fieldOf(mine, field)
    return wanted !== undefined && !sameField(field, fieldOf(base, field), wanted)
  })
}

export function pickFields(record: Rec, fields: readonly Field[]): Fields {
  return Object.fromEntries(
    fields.map((field) => [field, fieldOf(record, field)]).filter(([, value]) => value !== undefined),
  )
}

/** True where the texts are equal under the normal form, and so is every field that both records know. */
export function sameRecord(a: Rec, b: Rec): boolean {
  return (
    sameNormalForm(a.text, b.text) &&
    FIELDS.every((field) => {
      const [one, other] = [fieldOf(a, field), fieldOf(b, field)]
      return one === undefined || other === undefined || sameField(field, one, other)
    })
  )
}
