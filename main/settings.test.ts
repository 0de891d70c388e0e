import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../shared/default-settings'
import { openSettings } from './settings'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-settings-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))
const now = () => 42

test('what is set is there at the next start', () => {
  openSettings(folder, now).set({ theme: 'sepia', textSize: 20 })
  const again = openSettings(folder, now)
  expect(again.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'sepia', textSize: 20 })
  expect(again.trouble).toBeUndefined()
})

test.each(['{"theme": "dar', '', '[]', 'null', '\u0000\u0001'])(
  'a damaged file is set aside, the defaults hold, and it is said: %j',
  (text) => {
    fs.writeFileSync(path.join(folder, 'settings.json'), text)
    const opened = openSettings(folder, now)
    expect(opened.get()).toEqual(DEFAULT_SETTINGS)
    expect(opened.trouble).toContain('settings.damaged-42.json')
    expect(fs.readFileSync(path.join(folder, 'settings.damaged-42.json'), 'utf8')).toBe(text)
    expect(openSettings(folder, now).trouble).toBeUndefined()
  },
)

test('one value that does not fit falls back alone', () => {
  fs.writeFileSync(path.join(folder, 'settings.json'), '{"theme": "pink", "textSize": 24, "unknown": 1}')
  const opened = openSettings(folder, now)
  expect(opened.get()).toEqual({ ...DEFAULT_SETTINGS, textSize: 24 })
  expect(opened.trouble).toBeUndefined()
})
