import { expect, test } from 'vitest'
import type { Finding } from './api.contract'
import { check, decision } from './check'
import { isFailure, report } from './report'

const nothing = () => Promise.resolve()
const findings: Finding[] = [
  { check: check('A10 A2', 'first', nothing), outcome: { kind: 'held' }, leftBehind: [] },
  {
    check: check('A2', 'second', nothing),
    outcome: { kind: 'not held', found: 'a 500' },
    leftBehind: ['/tags/7'],
  },
  { check: decision('F', 'third', nothing), outcome: { kind: 'not held', found: 'no code' }, leftBehind: [] },
  {
    check: check('E2', 'fourth', nothing),
    outcome: { kind: 'not tested', why: 'no limit was given' },
    leftBehind: [],
  },
]

test('[G5] the report goes by requirement, says what was found, what was not tested and what is left', () => {
  expect(report(findings, { baseUrl: 'http://x', mayDiffer: false })).toBe(
    [
      'Conformance of http://x',
      '',
      'A2   NOT HELD     2 checks',
      'A10  held         1 check',
      'E2   not tested   1 check',
      'F    NOT HELD     1 check',
      '',
      'held       [A10 A2] first',
      'NOT HELD   [A2] second',
      '           found: a 500',
      'NOT HELD   [F] third',
      '           found: no code',
      'not tested [E2] fourth',
      '           because no limit was given',
      '',
      'Could not be removed again: /tags/7',
      '',
      '1 held, 2 not held, 1 not tested',
      '',
    ].join('\n'),
  )
})

test('[G5] where open points may differ, only what the document says can fail', () => {
  expect(findings.map((finding) => isFailure(finding, true))).toEqual([false, true, false, false])
  const text = report(findings, { baseUrl: 'http://x', mayDiffer: true })
  expect(text).toContain('differs    [F] third')
  expect(text).toContain('1 held, 1 not held, 1 not tested, 1 differ where the document leaves it open')
})
