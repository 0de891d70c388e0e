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
  const warnings: string[] = []
  openSettings(folder).set({ theme: 'sepia', textSize: 20 })
  const again = openSettings(folder, (sentence) => warnings.push(sentence))
  expect(again.get()).toEqual({ ...DEFAULT_SETTINGS, theme: 'sepia', textSize: 20 })
  expect(warnings).toEqual([])
})

test.each(['{"theme": "dar', '', '[]', 'null', '\u0000\u0001'])(
  'a damaged file is set aside, the defaults hold, and it is said: %j',
  (text) => {
    const warnings: string[] = []
    fs.writeFileSync(path.join(folder, 'settings.json'), text)
    expect(openSettings(folder, (sentence) => warnings.push(sentence)).get()).toEqual(DEFAULT_SETTINGS)
    const aside = fs.readdirSync(folder).find((name) => name.startsWith('settings.damaged-')) ?? ''
    expect(fs.readFileSync(path.join(folder, aside), 'utf8')).toBe(text)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(aside)
  },
)

test('values that do not fit are named once, the file as it was is kept, and the others hold', () => {
  const text = '{"theme": 7, "textSize": "large", "leading": 180}'
  const file = path.join(folder, 'settings.json')
  fs.writeFileSync(file, text)
  const warnings: string[] = []
  const open = () => openSettings(folder, (sentence) => warnings.push(sentence))
  const opened = open()
  expect(opened.get()).toEqual({ ...DEFAULT_SETTINGS, leading: 180 })
  const aside = fs.readdirSync(folder).find((name) => name.startsWith('settings.damaged-')) ?? ''
  expect(warnings).toEqual([
    `Stet could not read “theme” and “textSize” in your settings. The file as it was is kept as ${aside}.`,
  ])
  expect(fs.readFileSync(path.join(folder, aside), 'utf8')).toBe(text)
  open()
  opened.set({ theme: 'dark' })
  open()
  expect(warnings).toHaveLength(2)
  expect(warnings[1]).toContain('could not read “textSize” in your settings')
})
