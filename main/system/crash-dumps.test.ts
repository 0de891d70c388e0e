import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crashDumpsIn, crashFolder, removeOldDumps } from './crash-dumps'
import { problemReport } from './problem-report'

let profile: string
beforeEach(() => {
  profile = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-crashes-'))
})
afterEach(() => fs.rmSync(profile, { recursive: true, force: true }))

function dump(name: string, at: number, bytes = 10): void {
  const file = path.join(crashFolder(profile), 'pending', `${name}.dmp`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, '')
  fs.truncateSync(file, bytes)
  fs.writeFileSync(file.replace(/dmp$/, 'meta'), '')
  fs.utimesSync(file, at, at)
}
const names = () => crashDumpsIn(profile).map(({ file }) => path.basename(file, '.dmp'))

test('the five latest dumps stay, within 50 MB', () => {
  expect(names()).toEqual([])
  removeOldDumps(profile)
  for (let count = 1; count <= 8; count++) dump(String(count), 1_000 + count)
  removeOldDumps(profile)
  expect(names()).toEqual(['8', '7', '6', '5', '4'])
  expect(fs.readdirSync(path.join(crashFolder(profile), 'pending'))).toHaveLength(10)
  dump('9', 2_000, 40_000_000)
  dump('10', 3_000, 40_000_000)
  removeOldDumps(profile)
  expect(names()).toEqual(['10'])
})

test('a report names them, with the place where they are', () => {
  const facts = { version: '0.1.0', build: 'test', language: 'en', profile }
  expect(problemReport(facts)).toContain('No crash was recorded.')
  dump('abc', 1_700_000_000)
  expect(problemReport(facts)).toMatch(
    /Crashes that were recorded, in .*crashes:\n2023-11-14T22:13:20.000Z .*abc\.dmp, 10 bytes/,
  )
})
