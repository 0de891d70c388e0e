import { describe, expect, test } from 'vitest'
import { checkSandbox } from './sandbox.mjs'

const forbidding = (/** @type {string} */ file) => {
  if (file.endsWith('apparmor_restrict_unprivileged_userns')) return '1\n'
  throw new Error('ENOENT')
}
const open = () => {
  throw new Error('ENOENT')
}
const ordinary = () => ({ uid: 1000, mode: 0o100755 })
const rootOwned = () => ({ uid: 0, mode: 0o104755 })

describe('a system that forbids namespaces', () => {
  test('is named with the one command', () => {
    expect(() =>
      checkSandbox('/opt/it/electron', { platform: 'linux', uid: 1000, read: forbidding, stat: ordinary }),
    ).toThrow("sudo chown root '/opt/it/chrome-sandbox' && sudo chmod 4755 '/opt/it/chrome-sandbox'")
  })

  test('is fine once the helper belongs to root', () => {
    expect(() =>
      checkSandbox('/opt/it/electron', { platform: 'linux', uid: 1000, read: forbidding, stat: rootOwned }),
    ).not.toThrow()
  })
})

test('root and systems that allow namespaces need nothing', () => {
  expect(() =>
    checkSandbox('/opt/it/electron', { platform: 'linux', uid: 0, read: forbidding, stat: ordinary }),
  ).not.toThrow()
  expect(() =>
    checkSandbox('/opt/it/electron', { platform: 'linux', uid: 1000, read: open, stat: ordinary }),
  ).not.toThrow()
})
