import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOG_FILE, openLog } from './log'
import { problemReport } from './problem-report'

let profile = ''
beforeEach(() => void (profile = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-report-'))))
afterEach(() => fs.rmSync(profile, { recursive: true }))

const report = (folder = profile) =>
  problemReport({ version: '1.2.3', build: 'release', language: 'de-AT', profile: folder })

test('a report says what runs, where, and what the log said last, without a key', () => {
  const log = openLog(profile, () => 0)
  for (let line = 1; line <= 300; line += 1) log.info(`line ${line}`)
  log.error('refused', new Error('Bearer mk_live_secret'))
  const text = report()
  expect(text).toMatch(/^Stet 1\.2\.3 \(release\), Electron /)
  expect(text).toContain('language de-AT')
  expect(text).toContain('info line 300')
  expect(text).not.toContain('info line 50\n')
  expect(text).not.toContain('secret')
})

test('of a long log only whole lines are in the report', () => {
  fs.writeFileSync(path.join(profile, LOG_FILE), `${'ä'.repeat(100_000)}\nlast\n`)
  expect(report()).toContain('The last line of the log:\nlast\n')
})

test('one minute is not said as many', () => {
  const uptime = vi.spyOn(process, 'uptime').mockReturnValue(60)
  expect(report()).toContain('\nRunning for 1 minute\n')
  uptime.mockReturnValue(7_200)
  expect(report()).toContain('\nRunning for 120 minutes\n')
  uptime.mockRestore()
})

test('without a log and without a folder there is a report', () => {
  expect(report()).toContain('The log is empty.')
  expect(report(path.join(profile, 'gone'))).toContain('cannot be asked')
})
