import { expect, test } from 'vitest'
import { refusedDebugging, refusedWithoutSandbox } from './refused-switches'

const given =
  (...switches: readonly string[]) =>
  (name: string) =>
    switches.includes(name)

test.each(['remote-debugging-port', 'remote-debugging-pipe'])(
  'a release does not start with --%s',
  (name) => {
    expect(refusedDebugging(given('disable-gpu', name))).toBe(`Stet does not start with --${name}.`)
  },
)

test('a release does not start without the sandbox of its windows, and says what helps', () => {
  const refusal = refusedWithoutSandbox(given('disable-gpu', 'no-sandbox'))
  expect(refusal).toContain('does not start without the sandbox')
  expect(refusal).toContain('install the deb')
})

test('a release starts with other switches, and with none', () => {
  for (const has of [given(), given('disable-gpu', 'force-renderer-accessibility', 'no-sandbox-please')]) {
    expect(refusedDebugging(has)).toBeUndefined()
    expect(refusedWithoutSandbox(has)).toBeUndefined()
  }
})
