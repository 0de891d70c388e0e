import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folders, importsOf, isTest, isWithin, sources, sourceOf, type Import } from './imports'
import { ROOT } from './paths'

// A source imports only from its own layer and those below, types included, and never in a cycle.

/** The layers, from the lowest to the highest. A source belongs to the longest path that contains it. */
const LAYERS: readonly (readonly (readonly string[])[])[] = [
  [
    // Terms that all other code uses.
    ['shared'],
    ['shared/api'],
    ['shared/text', 'shared/markdown', 'shared/diff', 'shared/merge', 'shared/merge3.ts'],
    ['shared/ipc'],
  ],
  [
    ['main/system'],
    ['main/documents/core'],
    ['main/store'],
    ['main/sync'],
    ['main/documents'],
    ['main/search', 'main/spelling'],
    ['main/library'],
    ['main/history'],
    ['main/app'],
    ['main/connections'],
    ['main/porting'],
    ['main/reading', 'main/backups', 'main/transfer'],
    ['main/export'],
    ['main/ipc'],
    // The entry point, and the code that builds every part once.
    ['main'],
  ],
  [
    ['server/store', 'server/sample'],
    ['server/http'],
    ['server/search'],
    ['server/resources'],
    ['server/app.ts'],
    ['server/library', 'server/testing'],
    ['server/cli', 'server/contract'],
    ['server'],
  ],
  [
    ['renderer/ui', 'renderer/bridge', 'renderer/styles'],
    ['renderer/editor'],
    ['renderer/state'],
    // The parts of the UI, which do not depend on each other.
    ['renderer'],
    ['renderer/shell'],
  ],
]

/** A folder with more sources must be split. */
const SOURCES_MAX = 25

/** The layer of a file in its top-level folder; `undefined` if that folder has no layers. */
function heightOf(file: string): number | undefined {
  const house = LAYERS.find((layers) => layers.flat().some((part) => isWithin(file, part)))
  const parts = house?.flatMap((layer, height) => layer.map((part) => ({ part, height }))) ?? []
  return parts
    .filter(({ part }) => isWithin(file, part))
    .toSorted((one, other) => other.part.length - one.part.length)[0]?.height
}

const houseOf = (file: string) => file.split('/')[0]

function climbs({ from, to }: Pick<Import, 'from' | 'to'>): boolean {
  const [height, other] = [heightOf(from), heightOf(to)]
  if (houseOf(from) !== houseOf(to) || height === undefined || other === undefined) return false
  return other > height
}

const imports = sources.flatMap(({ file, code }) => importsOf(file, code))
/** The imports between source files. */
const inside = imports.flatMap((one) => {
  const to = sourceOf(one.to)
  return to === undefined ? [] : [{ ...one, to }]
})

test('no source that ships imports what lies above it', () => {
  expect(inside.length).toBeGreaterThan(1000)
  const found = inside.filter((one) => !isTest(one.from) && climbs(one))
  expect(found.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test.each([
  ['main/sync/pull/a.ts', 'main/documents/documents.ts'],
  ['main/documents/engine/a.ts', 'main/library/library.ts'],
  ['main/documents/core/a.ts', 'main/documents/documents.ts'],
  ['main/store/a.ts', 'main/sync/outbox/outbox.ts'],
  ['main/system/a.ts', 'main/store/database.ts'],
  ['main/connections/a.ts', 'main/porting/import.ts'],
  ['server/http/a.ts', 'server/search/search.ts'],
  ['renderer/state/a.ts', 'renderer/document/session.ts'],
  ['renderer/history/a.tsx', 'renderer/shell/app.tsx'],
  ['shared/text/a.ts', 'shared/ipc/ipc.ts'],
])('%s may not import %s', (from, to) => {
  expect(climbs({ from, to })).toBe(true)
  expect(climbs({ from: to, to: from })).toBe(false)
})

/** The imports that are part of a cycle, or lead from one cycle to another. */
function ringsIn<T extends Pick<Import, 'from' | 'to'>>(arrows: readonly T[]): readonly T[] {
  const begins = new Set(arrows.map(({ from }) => from))
  const ends = new Set(arrows.map(({ to }) => to))
  const kept = arrows.filter(({ from, to }) => ends.has(from) && begins.has(to))
  return kept.length === arrows.length ? kept : ringsIn(kept)
}

test('no import leads back to where it began, types included', () => {
  expect(ringsIn(inside).map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
})

test('a ring is found however long it is', () => {
  const arrows = ['ab', 'bc', 'cd', 'de', 'db', 'fa'].map(([from = '', to = '']) => ({ from, to }))
  expect(ringsIn(arrows).map(({ from, to }) => from + to)).toEqual(['bc', 'cd', 'db'])
  expect(ringsIn(arrows.filter(({ to }) => to !== 'b' && to !== 'd'))).toEqual([])
})

/** The packages that main loads and runs at its start, before its first window has anything to show. */
test('a start reads none of the packages that only imports and exports need', () => {
  const atOnce = imports.filter(({ isType, isLater }) => !isType && isLater !== true)
  const reached = new Set(['main/main.ts', 'main/composition.ts'])
  const packages = new Set<string>()
  for (const file of reached)
    for (const { to } of atOnce.filter(({ from }) => from === file)) {
      const own = sourceOf(to)
      if (own !== undefined) reached.add(own)
      else if (!to.startsWith('node:')) packages.add(to)
    }
  expect(reached).toContain('main/documents/core/transition.ts')
  expect([...packages].sort()).toEqual(['@photostructure/sqlite', 'electron', 'zod'])
})

test(`no folder holds more than ${SOURCES_MAX} sources`, () => {
  const held = new Map<string, number>()
  for (const top of folders)
    for (const entry of fs.readdirSync(path.join(ROOT, top), { recursive: true, withFileTypes: true })) {
      const isSource = /\.(tsx?|css)$/.test(entry.name) && !/\.(test|spec|variants|d)\./.test(entry.name)
      if (!entry.isFile() || !isSource || entry.parentPath.includes('node_modules')) continue
      const folder = path.relative(ROOT, entry.parentPath).replaceAll('\\', '/')
      held.set(folder, (held.get(folder) ?? 0) + 1)
    }
  expect(held.size).toBeGreaterThan(50)
  expect([...held].filter(([, count]) => count > SOURCES_MAX)).toEqual([])
})
