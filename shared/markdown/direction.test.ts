import { expect, test } from 'vitest'
import { allRunRightToLeft } from './direction'

test.each([
  [['سمك', 'البحر'], true],
  [['سمك', '12', ''], true],
  [['12 سمك', '\u200fsea'], true],
  [['سمك', 'sea'], false],
  [['\u200eسمك'], false],
  [['12', ''], false],
  [[], false],
])('%j begin at the right: %s', (parts, expected) => expect(allRunRightToLeft(parts)).toBe(expected))
