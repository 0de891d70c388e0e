import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findElectron, prepareDevelopmentRuntime } from './electron-runtime.mjs'

/** @type {string} */
let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stet-runtime-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('an archive that is not the pinned one is refused, and nothing of it is kept', async () => {
  const archive = join(folder, 'some.tgz')
  writeFileSync(archive, 'not what was pinned')
  await expect(prepareDevelopmentRuntime(archive, join(folder, 'runtime'))).rejects.toThrow(
    /refused: its sha256 is/,
  )
  expect(readdirSync(folder)).toEqual(['some.tgz'])
})

test('a folder that is named comes before everything else', async () => {
  /** @type {Partial<Record<NodeJS.Platform, string>>} */
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
  const executable = join(folder, names[process.platform] ?? 'electron')
  mkdirSync(dirname(executable), { recursive: true })
  writeFileSync(executable, '')
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder)
  expect(await findElectron()).toEqual({ executable, kind: 'named' })
})

test('a named folder without an Electron is an error, not a reason to take another', async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(folder, 'nothing'))
  await expect(findElectron()).rejects.toThrow(/ELECTRON_OVERRIDE_DIST_PATH is set, but there is no/)
  expect(existsSync(join(folder, 'nothing'))).toBe(false)
})
