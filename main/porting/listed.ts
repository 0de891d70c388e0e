import { AppError } from '../../shared/problem'
import { counted } from '../../shared/text/counted'

/** How many left-out or failed files are listed by name. */
export const LISTED_MAX = 200

interface Left {
  readonly path: string
  readonly why: string
}

export const inShort = ({ path, why }: Left) => ({ path, why })

export const leftOut = (left: readonly Left[]) => ({
  left: left.slice(0, LISTED_MAX).map(inShort),
  leftCount: left.length,
})

export const failures = <T>(failed: readonly T[]) => ({
  failed: failed.slice(0, LISTED_MAX),
  failedCount: failed.length,
})

/** The reason why a file or a text is left out. */
export const whyLeft = (error: unknown): string =>
  error instanceof AppError ? error.message : 'It cannot be read.'

/** The name of a single file, or the number of several. */
export const namesOf = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : counted(names.length, 'file')
