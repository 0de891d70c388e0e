import { DatabaseSync } from '@photostructure/sqlite'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBackupIndex } from './backup-index'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-index-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('a list of backups that a newer version wrote is refused and stays as it is', () => {
  const file = path.join(folder, 'backups.db')
  const index = openBackupIndex(file)
  index.holdMoment(5, false)
  index.close()
  const newer = new DatabaseSync(file)
  expect(newer.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
  newer.exec('PRAGMA user_version = 2')
  newer.close()
  const before = fs.readFileSync(file)
  expect(() => openBackupIndex(file)).toThrow('A newer version of Stet wrote the list of backups.')
  expect(fs.readFileSync(file).equals(before)).toBe(true)
})
