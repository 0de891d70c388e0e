import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDevice } from './machine'

let root: string
let profile: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-machine-'))
  profile = path.join(root, 'profile')
  fs.mkdirSync(profile)
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const open = (folder = profile, machine = 'one') => openDevice(folder, () => machine)
const copied = (name: string): string => {
  fs.cpSync(profile, path.join(root, name), { recursive: true })
  return path.join(root, name)
}

test('a profile is one device from start to start, and where its folder is renamed', () => {
  const { id, came } = open()
  expect(came).toBeUndefined()
  expect(open()).toEqual({ id })
  const renamed = path.join(root, 'renamed')
  fs.renameSync(profile, renamed)
  expect(open(renamed)).toEqual({ id })
  expect(open(renamed)).toEqual({ id })
})

test('a copy on another machine, or in another folder of this one, is another device, and says so once', () => {
  const { id } = open()
  for (const [folder, machine] of [
    [copied('there'), 'two'],
    [copied('beside'), 'one'],
  ] as const) {
    const there = open(folder, machine)
    expect(there).toMatchObject({ came: 'first' })
    expect(there.id).not.toBe(id)
    expect(open(folder, machine)).toEqual({ id: there.id })
  }
  expect(open()).toEqual({ id })
})

test('a home that two machines share is another device at each change, and said once for each', () => {
  const first = open()
  const second = open(profile, 'two')
  const back = open()
  expect([first.came, second.came, back.came]).toEqual([undefined, 'first', 'back'])
  expect(new Set([first.id, second.id, back.id]).size).toBe(3)
  expect(open(profile, 'two').came).toBe('back')
})

test('what cannot be read or written makes another device, which is as safe, and stops nothing', () => {
  const { id } = open()
  fs.writeFileSync(path.join(profile, 'device.json'), '{"id": 7')
  expect(open().id).not.toBe(id)
  fs.rmSync(path.join(profile, 'device.json'))
  fs.mkdirSync(path.join(profile, 'device.json'))
  expect(open().id).toMatch(/^[0-9a-f-]{36}$/)
})

test('nobody reads from the profile which machine it was on', () => {
  open(profile, 'a-secret-machine-id')
  expect(fs.readFileSync(path.join(profile, 'device.json'), 'utf8')).not.toMatch(/secret|stet-machine/)
})

test('this machine has a name of its own', () => {
  const { id } = openDevice(profile)
  expect(openDevice(profile)).toEqual({ id })
})
