import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { distOf, executableIn, packagesOf, prepackaged, unpackedFolder } from './plan.mjs'

const root = path.join(import.meta.dirname, '../..')
const config = parse(fs.readFileSync(path.join(root, 'electron-builder.yml'), 'utf8'))
const ofBuilder = createRequire(createRequire(path.join(root, 'package.json')).resolve('electron-builder'))

test('a Mac makes both packages for both kinds of processor, whichever it has itself', () => {
  const wanted = [
    { arch: 'arm64', targets: ['dmg', 'zip'] },
    { arch: 'x64', targets: ['dmg', 'zip'] },
  ]
  expect(packagesOf(config, 'darwin', 'arm64')).toEqual(wanted)
  expect(packagesOf(config, 'darwin', 'x64')).toEqual(wanted)
})

test('the other systems make theirs for the processor of the machine', () => {
  expect(packagesOf(config, 'linux', 'arm64')).toEqual([
    { arch: 'arm64', targets: ['AppImage', 'deb', 'rpm', 'tar.gz'] },
  ])
  expect(packagesOf(config, 'win32', 'x64')).toEqual([{ arch: 'x64', targets: ['nsis'] }])
})

test('the unpacked app is looked for where electron-builder leaves it', () => {
  const { Platform } = ofBuilder('app-builder-lib')
  const { archFromString } = ofBuilder('builder-util')
  const { PlatformPackager } = ofBuilder('app-builder-lib/out/platformPackager.js')
  for (const [system, platform] of [
    ['linux', Platform.LINUX],
    ['darwin', Platform.MAC],
    ['win32', Platform.WINDOWS],
  ])
    for (const arch of ['x64', 'arm64']) {
      const left = PlatformPackager.prototype.computeAppOutDir.call(
        { packagerOptions: {}, platformSpecificBuildOptions: {}, platform },
        '/release',
        archFromString(arch),
      )
      expect(unpackedFolder('/release', system, arch), `${system} ${arch}`).toBe(left)
    }
})

test('of a Mac the app is a folder, from which its packages are made', () => {
  expect(prepackaged('/release/mac-arm64', 'darwin', 'Stet')).toBe('/release/mac-arm64/Stet.app')
  expect(executableIn('/release/mac-arm64', 'darwin', 'Stet', 'stet')).toBe(
    '/release/mac-arm64/Stet.app/Contents/MacOS/Stet',
  )
  expect(distOf('/electron/dist/Electron.app/Contents/MacOS/Electron', 'darwin')).toBe('/electron/dist')
})

test('of the others it is the folder of the executable', () => {
  expect(prepackaged('/release/linux-unpacked', 'linux', 'Stet')).toBe('/release/linux-unpacked')
  expect(executableIn('/release/linux-unpacked', 'linux', 'Stet', 'stet')).toBe(
    '/release/linux-unpacked/stet',
  )
  expect(executableIn('/release/win-unpacked', 'win32', 'Stet', 'stet')).toBe(
    '/release/win-unpacked/Stet.exe',
  )
  expect(distOf('/electron/dist/electron', 'linux')).toBe('/electron/dist')
})

test('a package for each kind of processor has its own SQLite inside, and no other', () => {
  const { FileMatcher } = ofBuilder('app-builder-lib/out/fileMatcher.js')
  const prebuilds = 'node_modules/@photostructure/sqlite/prebuilds'
  const natives = fs
    .readdirSync(path.join(root, prebuilds), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.node'))
    .map((name) => path.join(root, prebuilds, name))
  const packedFor = (/** @type {string} */ platform, /** @type {string} */ arch) => {
    const expand = (/** @type {string} */ pattern) =>
      pattern.replaceAll('${platform}', platform).replaceAll('${arch}', arch)
    const matcher = new FileMatcher(root, root, expand, ['**/*', ...config.files])
    const isPacked = matcher.createFilter()
    return natives
      .filter((file) => isPacked(file, fs.statSync(file)))
      .map((file) => path.relative(path.join(root, prebuilds), file).split(path.sep)[0])
  }
  for (const one of ['darwin-arm64', 'darwin-x64', 'linux-x64', 'win32-x64']) {
    const [platform = '', arch = ''] = one.split('-')
    expect(packedFor(platform, arch)).toEqual([one])
  }
})
