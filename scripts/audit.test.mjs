import { expect, test } from 'vitest'
import { findingsOf, judge } from './audit.mjs'

/** The output of `npm audit --json` of npm 10 and 11. */
const report = {
  vulnerabilities: {
    undici: {
      name: 'undici',
      severity: 'high',
      via: [
        {
          source: 1,
          name: 'undici',
          title: 'Smuggling',
          url: 'https://github.com/advisories/GHSA-aaaa',
          severity: 'high',
        },
      ],
    },
    jsdom: { name: 'jsdom', severity: 'high', via: ['undici'] },
  },
}
const found = { advisory: 'GHSA-aaaa', package: 'undici', severity: 'high', title: 'Smuggling' }

test('an advisory is found at the package that it is about, once', () => {
  expect(findingsOf(report)).toEqual([found])
  expect(findingsOf({ vulnerabilities: {} })).toEqual([])
})

test('an advisory without a reason is open, and a reason about nothing is stale', () => {
  const allowed = {
    advisory: 'GHSA-aaaa',
    package: 'undici',
    reason: 'It is not reached: no proxy is asked.',
  }
  expect(judge([found], [])).toEqual({ open: [found], stale: [] })
  expect(judge([found], [{ ...allowed, reason: ' ' }]).open).toEqual([found])
  expect(judge([found], [allowed])).toEqual({ open: [], stale: [] })
  expect(judge([], [allowed])).toEqual({ open: [], stale: [allowed] })
})
