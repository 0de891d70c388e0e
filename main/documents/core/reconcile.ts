import { merge3 } from '../../../shared/merge3'
import { sameNormalForm } from '../../../shared/text/normal-form'
import { FIELDS, type Field, type Fields, type TagId } from '../../../shared/terms'
import { fieldOf, sameField, type Mine, type Rec } from './record'

/** The outcome for the text where base, mine and theirs are reconciled. */
type TextOutcome =
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
  const { taken, clashes } = reconcileFields(
    RULES,
    (field) => base && fieldOf(base, field),
    (field) => fieldOf(mine, field),
    (field) => theirs.fields[field],
  )
  return {
    text: reconcileTexts(base?.text, mine.text, theirs.text),
    fields: { ...mine.fields, ...taken },
    clashes,
    common: { ...base?.fields, ...theirs.fields },
  }
}

function reconcileTexts(base: string | undefined, mine: string, theirs: string): TextOutcome {
  if (base !== undefined && sameNormalForm(theirs, base)) return { kind: 'unmoved' }
  if (base !== undefined && sameNormalForm(mine, base)) return { kind: 'taken', text: theirs }
  if (sameNormalForm(mine, theirs)) return { kind: 'agreed' }
  if (base === undefined) return { kind: 'clash', tooLarge: false }
  const merged = merge3({ base, mine, theirs })
  if (merged.kind === 'merged') return { kind: 'merged', text: merged.text, changes: merged.taken }
  return { kind: 'clash', tooLarge: merged.kind === 'too-large' }
}

/** How the fields `T` of one kind of record are compared and merged. */
export interface FieldRules<T> {
  readonly names: readonly (keyof T)[]
  readonly isSame: (field: keyof T, a: unknown, b: unknown) => boolean
  /** The merged value of a field that both sides have changed. `undefined`: the writer is asked. */
  readonly merge: (field: keyof T, was: unknown, my: unknown, their: unknown) => unknown
}

/** The fields that mine takes from theirs, and those that clash. A field that theirs does not show stays as it is. */
export function reconcileFields<T>(
  { names, isSame, merge }: FieldRules<T>,
  was: (field: keyof T) => unknown,
  my: (field: keyof T) => unknown,
  their: (field: keyof T) => unknown,
): { readonly taken: Partial<T>; readonly clashes: readonly (keyof T)[] } {
  const taken: Partial<Record<keyof T, unknown>> = {}
  const clashes: (keyof T)[] = []
  for (const field of names) {
    const [before, here, there] = [was(field), my(field), their(field)]
    if (there === undefined) continue
    if (here === undefined || (before !== undefined && isSame(field, before, here))) taken[field] = there
    else if (before === undefined || isSame(field, before, there) || isSame(field, here, there)) continue
    else {
      const merged = merge(field, before, here, there)
      if (merged === undefined) clashes.push(field)
      else taken[field] = merged
    }
  }
  return { taken: taken as Partial<T>, clashes }
}

const RULES: FieldRules<Fields> = {
  names: FIELDS,
  isSame: (field, a, b) => sameField(field, a as Fields[Field], b as Fields[Field]),
  merge: (field, was, my, their) => (field === 'tagIds' ? reconcileTags(was, my, their) : undefined),
}

/** Merges tags as a set: a tag that either side added is there, a tag that either side removed is not. */
function reconcileTags(was: unknown, my: unknown, their: unknown): readonly TagId[] {
  const [before, here, there] = [was, my, their].map(
    (tags) => new Set(Array.isArray(tags) ? (tags as TagId[]) : []),
  )
  return [...new Set([...(here ?? []), ...(there ?? [])])].filter(
    (tag) => !before?.has(tag) || (here?.has(tag) === true && there?.has(tag) === true),
  )
}
