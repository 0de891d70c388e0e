import { test } from 'vitest'
import { expectNothingBroken } from './exhaustive.expect'
import { FROM_THE_MIDDLE } from './starts'

/** Every story from states in the middle: no word lost, no unguarded write, no false conflict. */
test.each(FROM_THE_MIDDLE)('every story of $name, $depth moves long', expectNothingBroken)
