import { NotHeld, NotTested, openTrial, type Check } from './check'
import { DOCUMENT_CHECKS } from './documents'
import { ERROR_CHECKS } from './errors'
import { FILE_CHECKS } from './files'
import { KEY_CHECKS } from './keys'
import { ORGANISING_CHECKS } from './organising'
import { SEARCH_CHECKS } from './search'
import { PROCESS_CHECKS } from './process'
import type { Target } from './target'
import { WHOLE_CHECKS } from './whole'
import { WRITE_CHECKS } from './writes'

/**
 * The conformance suite (requirement G5): the rules for any server of the content API, and this project's decisions
 * where the API is silent (requirement F). It runs against a base URL or any fetch, does not need an empty account, and
 * removes everything that it creates.
 */
export const CHECKS: readonly Check[] = [
  ...DOCUMENT_CHECKS,
  ...ORGANISING_CHECKS,
  ...FILE_CHECKS,
  ...WRITE_CHECKS,
  ...KEY_CHECKS,
  ...SEARCH_CHECKS,
  ...ERROR_CHECKS,
  ...WHOLE_CHECKS,
  ...PROCESS_CHECKS,
]

export type Outcome =
  | { readonly kind: 'held' }
  | { readonly kind: 'not held'; readonly found: string }
  | { readonly kind: 'not tested'; readonly why: string }

export interface Finding {
  readonly check: Check
  readonly outcome: Outcome
  /** Items that the check created and could not remove. */
  readonly leftBehind: readonly string[]
}

/** Runs one check and removes what it created, however it ended. */
export async function tryCheck(check: Check, target: Target): Promise<Finding> {
  const { trial, cleanUp } = openTrial(target)
  let outcome: Outcome
  try {
    await check.run(trial)
    outcome = { kind: 'held' }
  } catch (error) {
    outcome =
      error instanceof NotTested
        ? { kind: 'not tested', why: error.message }
        : { kind: 'not held', found: error instanceof NotHeld ? error.message : String(error) }
  }
  return { check, outcome, leftBehind: await cleanUp() }
}

export type { Check } from './check'
export type { Target } from './target'
