import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { withQuickFolder } from './quick-folder.mjs'

const before = tmpdir()

test('temporary files go where there is room for them, and nothing of that stays', async () => {
  const folder = await withQuickFolder(async () => {
    expect(existsSync(tmpdir())).toBe(true)
    return tmpdir()
  })
  expect(tmpdir()).toBe(before)
  expect(existsSync(folder)).toBe(folder === before)
})

test('the folder goes with work that fails too, and without room there is none', async () => {
  const failed = withQuickFolder(() => Promise.reject(new Error(tmpdir())))
  const { message: folder } = await failed.then(
    () => expect.fail('it went well'),
    (error) => error,
  )
  expect(existsSync(folder)).toBe(folder === before)
  const small = () => ({ bavail: 1000, bsize: 4096 })
  expect(await withQuickFolder(async () => tmpdir(), small)).toBe(before)
})
