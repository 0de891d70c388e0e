import { isUnchanged } from '../http/preconditions'
import { notFound } from '../http/refusal'
import type { Call, Reply } from '../http/routes'

interface Findable<T> {
  find(accountId: number, id: number): T | undefined
}

/** Looks up a record of an account; throws 404 with `noun` where there is none. */
export const existingIn =
  <T>(things: Findable<T>, noun: string) =>
  (accountId: number, id: number): T => {
    const found = things.find(accountId, id)
    if (found === undefined) throw notFound(noun)
    return found
  }

/** Builds answers for records with an ETag of their revision. */
export function singlesOf<T extends { readonly id: number; readonly revision: number }>(
  things: Findable<T>,
  noun: string,
  etag: (id: number, revision: number) => string,
  recordOf: (thing: T) => object,
) {
  const existing = existingIn(things, noun)
  const etagOf = (thing: T): string => etag(thing.id, thing.revision)
  const answerWith = (thing: T): Reply => ({ kind: 'one', record: recordOf(thing), etag: etagOf(thing) })
  const get = ({ accountId, id, request }: Pick<Call, 'accountId' | 'id' | 'request'>): Reply => {
    const thing = existing(accountId, id)
    const current = etagOf(thing)
    return isUnchanged(request.headers, current) ? { kind: 'unchanged', etag: current } : answerWith(thing)
  }
  return { existing, etagOf, answerWith, get }
}
