import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EMBEDDED_ID, openConnectionList } from './connection-list'
import { folderTrouble, takeEnvironment } from './profile'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-profile-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('[D5] the key is taken out of the environment', () => {
  const environment: Record<string, string | undefined> = {
    STET_URL: 'http://127.0.0.1:1',
    STET_KEY: 'mk_x',
    HOME: '/h',
  }
  expect(takeEnvironment(environment)).toEqual({
    profile: undefined,
    service: { address: 'http://127.0.0.1:1', key: 'mk_x' },
  })
  expect(environment).toEqual({ STET_URL: 'http://127.0.0.1:1', HOME: '/h' })
})

test('the embedded library is there from the start, and the active connection is remembered', () => {
  const list = openConnectionList(folder)
  expect(list.active().id).toBe(EMBEDDED_ID)
  list.put({ id: 'c-1', name: 'Press', kind: 'service', address: 'https://press.example' })
  expect(list.activate('c-1')?.name).toBe('Press')
  expect(list.activate('c-2')).toBeUndefined()
  const again = openConnectionList(folder)
  expect(again.active().id).toBe('c-1')
  expect(again.all().map(({ id }) => id)).toEqual([EMBEDDED_ID, 'c-1'])
})

test.each(['{', '{"activeId": 1}', '{"activeId":"x","connections":[]}'])(
  'a damaged list leaves the embedded library: %s',
  (text) => {
    fs.writeFileSync(path.join(folder, 'connections.json'), text)
    expect(openConnectionList(folder).active().id).toBe(EMBEDDED_ID)
  },
)

test('a folder that cannot be used is told in words, one that can is made', () => {
  expect(folderTrouble(path.join(folder, 'a', 'b'))).toBeUndefined()
  expect(fs.readdirSync(path.join(folder, 'a', 'b'))).toEqual([])
  fs.writeFileSync(path.join(folder, 'file'), '')
  expect(folderTrouble(path.join(folder, 'file'))).toMatch(/EEXIST|ENOTDIR/)
})
