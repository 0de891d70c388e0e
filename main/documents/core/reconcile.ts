import { merge3 } from '../../../shared/merge3'
import { sameNormalForm } from '../../../shared/text/normal-form'
import { FIELDS, type Field, type Fields, type TagId } from '../../../shared/terms'
import { fieldOf, sameField, type Mine, type Rec } from './record'

/** What becomes of the text where base, mine and theirs are reconciled. */
export type TextOutcome =
  /** Theirs equals base: mine stays. */
  | { readonly kind: 'unmoved' }
  /** Mine equals base: theirs is taken. */
  | { readonly kind: 'taken'; readonly text: string }
  | { readonly kind: 'agreed' }
  | { readonly kind: 'merged'; readonly text: string; readonly changes: number }
  | { readonly kind: 'clash'; readonly tooLarge: boolean }

export interface Reconciliation {
  readonly text: TextOutcome
  /** Mine's fields, with those that only theirs changed; a clashing field is still mine's. */
  readonly fields: Fields
  readonly clashes: readonly Field[]
  /** Base's fields from now on: those of theirs, where theirs shows them. */
  readonly common: Fields
}

/** The one place where base, mine and theirs are reconciled (W8). Without a base only equal texts agree. */
export function reconcile(base: Rec | undefined, mine: Mine, theirs: Rec): Reconciliation {
  return { text: reconcileTexts(base?.text, mine.text, theirs.text), ...reconcileFields(base, mine, theirs) }
}

function reconcileTexts(base: string | undefined, mine: string, theirs: string): TextOutcome {
  if (base !== undefined && sameNormalForm(theirs, base)) return { kind: 'unmoved' }
  if (base !== undefined && sameNormalForm(mine, base)) return { kind: 'taken', text: theirs }
  if (sameNormalForm(mine, theirs)) return { kind: 'agreed' }
  if (base === undefined) return { kind: 'clash', tooLarge: false }
  const merged = merge3(base, mine, theirs)
  if (merged.kind === 'merged') return { kind: 'merged', text: merged.text, changes: merged.taken }
  return { kind: 'clash', tooLarge: merged.kind === 'too-large' }
}

function reconcileFields(base: Rec | undefined, mine: Mine, theirs: Rec): Omit<Reconciliation, 'text'> {
  const fields: Record<string, unknown> = { ...mine.fields }
  const common: Record<string, unknown> = { ...base?.fields }
  const clashes: Field[] = []
  for (const field of FIELDS) {
    const their = theirs.fields[field]
    if (their === undefined) continue
    common[field] = their
    const my = fieldOf(mine, field)
    const was = base === undefined ? undefined : fieldOf(base, field)
    if (my === undefined || (was !== undefined && sameField(field, was, my))) fields[field] = their
    else if (was === undefined || sameField(field, was, their) || sameField(field, my, their)) continue
    else if (field === 'tagIds') fields[field] = reconcileTags(was, my, their)
    else clashes.push(field)
  }
  return { fields, common, clashes }
}

/** Merges tags as a set: a tag that either side added is there, a tag that either side removed is not. */
function reconcileTags(was: Fields[Field], my: Fields[Field], their: Fields[Field]): readonly TagId[] {
  const [before, here, there] = [was, my, their].map(
    (tags) => new Set(Array.isArray(tags) ? (tags as TagId[]) : []),
  )
  return [...new Set([...(here ?? []), ...(there ?? [])])].filter(
    (tag) => !before?.has(tag) || (here?.has(tag) === true && there?.has(tag) === true),
  )
}
