import { expect, test } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { packagesInside } from '../scripts/packaging/bill.mjs'
import { readFuses } from '../scripts/packaging/fuses.mjs'
import { filesInArchive, partsOf, resourcesOf, sizesTable } from '../scripts/packaging/sizes.mjs'
import { forStart } from '../scripts/system-packages.mjs'
import { ROOT, testBuild } from './paths'

// Tests of the contents of the packed app, which `npm test` packs before running them.
const executable = testBuild() ?? ''
const folder = executable.replace(/([^/\\]+\.app)[/\\].*$|[/\\][^/\\]+$/, '')
const resources = () => resourcesOf(folder)
const archive = () => filesInArchive(path.join(resources(), 'app.asar'))

/**
 * The maximum size in bytes of Stet without Electron. The limit falls when parts are left out, and rises only on
 * purpose.
 */
const BYTES_MAX = 14_950_000

test('only what runs is in the package', () => {
  const foreign = archive().filter(
    ({ path: file }) =>
      /\.(map|ts|mts|cts|tsx|md|h|c|cc|cpp|gyp|gypi|test\.js|spec\.js)$/.test(file) ||
      /(^|\/)(test|tests|__tests__|benchmark|docs|examples?)\//.test(file) ||
      /^(out\/ui|main|renderer|server|shared|preload|e2e|scripts|docs)\//.test(file),
  )
  expect(foreign.map(({ path: file }) => file)).toEqual([])
  expect(new Set(archive().map(({ path: file }) => file.split('/')[0]))).toEqual(
    new Set(['node_modules', 'out', 'package.json', 'test-entry.js']),
  )
})

test('SQLite comes once, for this system, and beside the archive', () => {
  const native = archive().filter(({ path: file }) => file.endsWith('.node'))
  expect(native.map(({ path: file }) => file)).toEqual([
    `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/@photostructure+sqlite.glibc.node`,
  ])
  expect(native.every(({ unpacked }) => unpacked)).toBe(true)
})

test('all of Stet beside Electron weighs no more than it did', () => {
  const parts = [...partsOf(resources())]
  const bytes = parts.reduce((sum, [, one]) => sum + one, 0)
  expect(bytes, JSON.stringify(parts)).toBeLessThan(BYTES_MAX)
})

/** The allowed difference in MB between the size of a part and its row: a share of it, plus the error of rounding. */
const offBy = (megabytes: number): number => megabytes * 0.03 + 0.02

// The page contains the sizes for one system; others have another SQLite.
const onSystemOfPage = process.platform === 'linux' && process.arch === 'x64' ? test : () => {}

onSystemOfPage('docs/sizes.md has the parts of the package, and what each weighs', () => {
  const rowsOf = (text: string) =>
    new Map([...text.matchAll(/^\| (.+?) +\| +([\d.]+) \|$/gm)].map(([, name, size]) => [name, Number(size)]))
  const table = sizesTable(folder)
  const told = rowsOf(fs.readFileSync(path.join(ROOT, 'docs/sizes.md'), 'utf8'))
  const found = rowsOf(table)
  const wrong = [...new Set([...told.keys(), ...found.keys()])].filter((name) => {
    const [one, other] = [told.get(name), found.get(name)]
    return one === undefined || other === undefined || Math.abs(one - other) > offBy(other)
  })
  expect(wrong, `the table is to be:\n${table}`).toEqual([])
  expect(found.size).toBeGreaterThan(5)
})

test('the bill of materials names every package inside, with its licence', () => {
  const read = (name: string) => fs.readFileSync(path.join(resources(), name), 'utf8')
  const bill = JSON.parse(read('bill-of-materials.cdx.json')) as {
    bomFormat: string
    components: { name: string; version: string; licenses: { expression: string }[] }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const named = new Set(bill.components.map(({ name }) => name))
  const installed = archive().flatMap(
    ({ path: file }) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  )
  // Among the bundled packages, these are recognisable in the bundle.
  for (const name of [
    ...installed,
    'electron',
    'react',
    '@codemirror/view',
    'zod',
    'hunspell-asm',
    'dictionary-en',
    '@fontsource-variable/inter',
  ])
    expect([...named]).toContain(name)
  expect(bill.components.filter(({ licenses }) => licenses[0]?.expression === 'NOASSERTION')).toEqual([])
  for (const { name, version } of packagesInside())
    expect(read('LICENCES.txt')).toContain(`${name} ${version} (`)
})

test('the fuses of the built binary are as electron-builder.yml wants them, but for the inspector of a test build; those that this Electron has', async () => {
  const { electronFuses: wanted } = parse(
    fs.readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8'),
  ) as {
    electronFuses: Record<string, boolean>
  }
  const found = await readFuses(executable)
  const has = Object.keys(wanted).filter((name) => found[name] !== undefined)
  // Every Electron since 30 has these fuses; 33 has all of the requested ones.
  expect(has).toEqual(Object.keys(wanted))
  expect(Object.fromEntries(has.map((name) => [name, found[name]]))).toEqual({
    ...wanted,
    enableNodeCliInspectArguments: true,
  })
})

const onDebian = fs.existsSync('/usr/bin/dpkg-query') ? test : () => {}

const askedByDeb = (): readonly string[] =>
  (parse(fs.readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8')) as { deb: { depends: string[] } })
    .deb.depends

for (const [name, list] of [
  ['the deb asks for', askedByDeb],
  ['setting up installs', () => forStart.flat()],
] as const)
  onDebian(`${name} every library that the app cannot start without`, () => {
    const linked = execFileSync('ldd', [executable], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => /^\s*(\S+) => (\/\S+)/.exec(line)?.slice(1) ?? [])
      .filter((file) => file.startsWith('/') && !file.startsWith(folder))
    // Chromium loads this library at run time, and exits if it is missing.
    const loaded = execFileSync('ldconfig', ['-p'], { encoding: 'utf8' }).match(/\/\S+\/libX11-xcb\.so\.1$/m)
    const files = [...linked, ...(loaded ?? [])].map((file) => path.basename(fs.realpathSync(file)))
    expect(files.join()).toContain('libX11-xcb.so.1')
    const brought = execFileSync('dpkg-query', ['-L', ...packagesWith(list())], { encoding: 'utf8' })
    const names = new Set(brought.split('\n').map((file) => path.basename(file)))
    expect(files.filter((file) => !names.has(file))).toEqual([])
  })

/** The installed packages that satisfy these dependencies, with all of their own dependencies. */
function packagesWith(depends: readonly string[]): readonly string[] {
  const asked = new Map<string, string[]>()
  const installed = new Set<string>()
  const format = '${Package}\t${Provides}\t${Pre-Depends},${Depends}\n'
  const names = (list: string) => list.split(/[,|]/).flatMap((one) => one.trim().split(/[ :(]/)[0] || [])
  for (const line of execFileSync('dpkg-query', ['-W', '-f', format], { encoding: 'utf8' }).split('\n')) {
    const [name = '', provides = '', needs = ''] = line.split('\t')
    installed.add(name)
    asked.set(name, names(needs))
    for (const other of names(provides)) if (!asked.has(other)) asked.set(other, [name])
  }
  const found = new Set<string>()
  const open = depends.flatMap(names)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...(asked.get(name) ?? []))
  }
  return [...found].filter((name) => installed.has(name))
}
