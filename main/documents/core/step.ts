import type { Effect, Step } from './events'
import type { Reading, WorkingCopy } from './working-copy'

/** A step with the given effects. */
export const step = (next: WorkingCopy, ...effects: readonly Effect[]): Step => ({ next, effects })

/** The step `later`, with `effects` before its own. */
export function prepend<S extends { readonly effects: readonly unknown[] }>(
  effects: S['effects'],
  later: S,
): S {
  return effects.length === 0 ? later : { ...later, effects: [...effects, ...later.effects] }
}

type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T]

/** The value with these keys absent; an optional key is never `undefined`. */
export function omit<T extends object>(from: T, ...keys: readonly Optional<T>[]): T {
  const next = { ...from }
  for (const key of keys) delete next[key]
  return next
}

/**
 * Handles a document that was deleted here and is not known to exist on the service: no further request is made for it.
 */
export function forgotten(copy: WorkingCopy): Step {
  const next = omit(copy, 'create', 'problem', 'sendIntent')
  return step({ ...next, unconfirmedSends: [], phase: 'deleted' }, { kind: 'forget' })
}

/** Makes answers to earlier requests void (W10): base changed, a read was taken in, or a write ended. */
export const bumpGeneration = (copy: WorkingCopy): WorkingCopy => ({
  ...copy,
  generation: copy.generation + 1,
})

/** The copy with a request asked now; the request's id is the new counter. */
export function asking(
  copy: WorkingCopy,
  question: Omit<Reading, 'id' | 'askedAt'>,
): WorkingCopy & { readonly reading: Reading } {
  const id = copy.counter + 1
  const reading = { ...question, id, askedAt: copy.generation }
  return { ...copy, counter: id, reading, phase: question.kind === 'audit' ? 'saving' : 'reconciling' }
}
