import { counted } from '../../../shared/text/counted'

/** Above this number of matches a find bar says "more than". */
export const COUNT_MAX = 1_000

export const foundText = (found: number): string =>
  found > COUNT_MAX
    ? `More than ${COUNT_MAX.toLocaleString('en')}`
    : found === 0
      ? 'Not found'
      : counted(found, 'place')
