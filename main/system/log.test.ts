import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLog, withoutKeys } from './log'

test('a key is struck out wherever it stands', () => {
  expect(withoutKeys('key mk_abcDEF-123_x rejected')).toBe('key mk_… rejected')
  expect(withoutKeys('Authorization: Bearer s3cret==')).toBe('Authorization: Bearer …')
})

test('lines reach the file without the key, errors with their stack', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-log-'))
  const log = openLog(folder, () => 0)
  log.info('started')
  log.error('failed', new Error('with mk_secretsecret'))
  const text = fs.readFileSync(path.join(folder, 'stet.log'), 'utf8')
  expect(text).toMatch(/^1970-01-01T00:00:00\.000Z info started\n/)
  expect(text).toContain('Error: with mk_…')
  expect(text).not.toContain('secretsecret')
  fs.rmSync(folder, { recursive: true })
})

test('a folder that is not there stops nothing', () => {
  expect(() => openLog('/nowhere/at/all', () => 0).info('x')).not.toThrow()
})
