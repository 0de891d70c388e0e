import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../shared/ipc/default-settings'
import { openSettings } from './settings'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-settings-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('what is set is there at the next start', () => {
  const troubles: string[] = []
  openSettings(folder).set({ theme: 'sepia', textSize: 20 })
  const again = openSettings(folder, (sentence) => troubles.push(sentence))
  expect(again.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'sepia', textSize: 20 })
  expect(troubles).toEqual([])
})

test.each(['{"theme": "dar', '', '[]', 'null', '\u0000\u0001'])(
  'a damaged file is set aside, the defaults hold, and it is said: %j',
  (text) => {
    const troubles: string[] = []
    fs.writeFileSync(path.join(folder, 'settings.json'), text)
    expect(openSettings(folder, (sentence) => troubles.push(sentence)).get()).toEqual(DEFAULT_SETTINGS)
    const aside = fs.readdirSync(folder).find((name) => name.startsWith('settings.damaged-')) ?? ''
    expect(fs.readFileSync(path.join(folder, aside), 'utf8')).toBe(text)
    expect(troubles).toHaveLength(1)
    expect(troubles[0]).toContain(aside)
  },
)
