import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { ROOT } from './place'

// "Who may import whom" of house.md. The compiler keeps the folders apart by their references; this also
// covers packages, Node's own modules, and the ways inside main that one project cannot forbid itself.

type Import = {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  /** By `import()`, when it is needed. */
  readonly isLater?: boolean
}

type Rule = {
  readonly says: string
  readonly isBroken: (given: Import) => boolean
}

const folders = ['shared', 'preload', 'main', 'server', 'renderer', 'e2e'] as const
const reachable: Record<string, readonly string[]> = {
  shared: [],
  preload: ['shared'],
  main: ['shared'],
  server: ['shared'],
  renderer: ['shared'],
  e2e: ['shared', 'main', 'server', 'renderer'],
}

const isTest = (file: string) =>
  /\.(test|contract|bench|fuzz|memory|virtual|spawned)\.tsx?$/.test(file) || file.startsWith('e2e/')
const isWithin = (file: string, ...places: readonly string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`))
const isPackage = (to: string, ...names: readonly string[]) =>
  names.some((name) => to === name || to.startsWith(name.endsWith('/') ? name : `${name}/`))

/** The package may be imported in these folders and nowhere else. */
const only = (says: string, names: readonly string[], ...places: readonly string[]): Rule => ({
  says,
  isBroken: ({ from, to }) => isPackage(to, ...names) && !isWithin(from, ...places),
})

/** Files here import nothing from there. */
const never = (place: string, ...others: readonly string[]): Rule => ({
  says: `${place} imports nothing from ${others.join(', ')}`,
  isBroken: ({ from, to }) => isWithin(from, place) && !isTest(from) && isWithin(to, ...others),
})

const rules: readonly Rule[] = [
  {
    says: 'a folder imports only itself and what it references',
    isBroken: ({ from, to }) => {
      const [source, target] = [from.split('/')[0] ?? '', to.split('/')[0] ?? '']
      const isOurs = to.includes('/') && ([...folders, 'scripts'] as string[]).includes(target)
      return isOurs && source !== target && !reachable[source]?.includes(target)
    },
  },
  {
    says: 'preload takes types only from shared, and the names of its two channels',
    isBroken: ({ from, to, isType }) =>
      isWithin(from, 'preload') && isWithin(to, 'shared') && !isType && to !== 'shared/channels',
  },
  {
    says: 'shared, preload and renderer have no Node',
    isBroken: ({ from, to }) =>
      isWithin(from, 'shared', 'preload', 'renderer') && !isTest(from) && to.startsWith('node:'),
  },
  {
    says: "Node's own modules are imported as node:",
    isBroken: ({ to }) => ['fs', 'path', 'os', 'crypto', 'child_process', 'http', 'url', 'util'].includes(to),
  },
  only('electron is for main and preload', ['electron'], 'main', 'preload'),
  only(
    'React and what is built on it are for the renderer',
    ['react', 'react-dom', 'radix-ui', '@radix-ui/', '@tanstack/', 'cmdk', 'zustand', 'lucide-react'],
    'renderer',
    'e2e/bench',
  ),
  only('CodeMirror is for the renderer', ['codemirror', '@codemirror/', '@lezer/'], 'renderer', 'e2e/bench'),
  only(
    'SQL has two homes',
    ['@photostructure/sqlite', 'node:sqlite', 'better-sqlite3'],
    'main/store',
    'server/store',
    'e2e',
  ),
  only("the service's framework is for the server", ['hono', '@hono/', 'busboy'], 'server', 'e2e'),
  {
    says: 'validation stays out of preload and renderer',
    isBroken: ({ from, to }) => isWithin(from, 'preload', 'renderer') && isPackage(to, 'zod'),
  },
  {
    says: 'the editor is CodeMirror without React',
    isBroken: ({ from, to }) =>
      isWithin(from, 'renderer/editor') && isPackage(to, 'react', 'react-dom', 'radix-ui', '@tanstack/'),
  },
  never('main/sync', 'main/documents', 'main/library'),
  never('main/documents', 'main/library'),
  never('main/store', 'main/sync', 'main/library'),
  {
    says: 'documents, sync and store run without Electron',
    isBroken: ({ from, to }) =>
      isWithin(from, 'main/documents', 'main/sync', 'main/store', 'main/library') &&
      isPackage(to, 'electron'),
  },
]

/** Every rule that this source breaks. */
function broken(file: string, code: string): string[] {
  return importsOf(file, code).flatMap((given) =>
    rules.filter((rule) => rule.isBroken(given)).map((rule) => `${file} -> ${given.to}: ${rule.says}`),
  )
}

/** What a source imports: packages by name, our own files as paths from the repository's root. */
function importsOf(file: string, code: string): Import[] {
  const { module } = parseSync(file, code)
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ to: moduleRequest.value, isType }],
      ),
    ),
    // One whose address is made up at run time names no package.
    ...module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => code.slice(start, end))
      .filter((source) => /^['"`]/.test(source))
      .map((source) => ({ to: source.slice(1, -1), isType: false, isLater: true })),
  ]
  return found.map((one) => ({
    ...one,
    from: file,
    to: one.to.startsWith('.') ? path.posix.join(path.posix.dirname(file), one.to) : one.to,
  }))
}

const sources = folders
  .flatMap((folder) => fs.readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter(
    (entry) =>
      entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|[\\/]out\b/.test(entry.parentPath),
  )
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => ({
    file: path.relative(ROOT, file).replaceAll('\\', '/'),
    code: fs.readFileSync(file, 'utf8'),
  }))

test('no source breaks a rule of who may import whom', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(({ file, code }) => broken(file, code))).toEqual([])
})

/** The files that an entry brings along, each with the way to it; `zod` where one imports it. */
function reachedFrom(entry: string, follows: (one: Import) => boolean): ReadonlyMap<string, string> {
  const known = new Map(sources.map((source) => [source.file, source]))
  const sourceOf = (to: string) =>
    ['.ts', '.tsx', '/index.ts'].map((end) => known.get(to + end)).find((source) => source !== undefined)
  const reached = new Map<string, string>()
  function walk(file: string, way: string): void {
    if (reached.has(file)) return
    reached.set(file, way)
    for (const one of importsOf(file, known.get(file)!.code)) {
      if (one.isType || !follows(one)) continue
      if (isPackage(one.to, 'zod')) reached.set('zod', way)
      const next = sourceOf(one.to)
      if (next !== undefined) walk(next.file, `${way} -> ${next.file}`)
    }
  }
  walk(entry, entry)
  return reached
}

test('what preload and the window load carries no validation, by whatever way', () => {
  const window = reachedFrom('renderer/main.tsx', () => true)
  expect(window.size).toBeGreaterThan(100)
  expect(window.get('zod')).toBeUndefined()
  expect(reachedFrom('preload/preload.ts', () => true).get('zod')).toBeUndefined()
})

test('the first window waits for no part of main that it does not need', () => {
  expect(reachedFrom('main/main.ts', () => true).get('zod')).toBeDefined()
  const atOnce = reachedFrom('main/main.ts', ({ isLater }) => isLater !== true)
  expect(atOnce.get('main/composition.ts')).toBeUndefined()
  expect(atOnce.get('zod')).toBeUndefined()
  expect(atOnce.size).toBeLessThan(21)
})

describe('each rule is one that can be broken', () => {
  test.each([
    ['renderer/a.ts', `import { open } from '../main/documents/documents'`],
    ['renderer/a.ts', `import '../e2e/app'`],
    ['renderer/a.ts', `import fs from 'node:fs'`],
    ['renderer/a.ts', `import { z } from 'zod'`],
    ['renderer/a.ts', `import { ipcRenderer } from 'electron'`],
    ['renderer/editor/a.ts', `import { useState } from 'react'`],
    ['main/a.ts', `export { app } from '../server/app'`],
    ['main/a.ts', `const app = await import('../server/app')`],
    ['main/a.ts', `import type { Page } from '../renderer/app'`],
    ['main/a.ts', `import { useState } from 'react'`],
    ['main/a.ts', `import { EditorState } from '@codemirror/state'`],
    ['main/a.ts', `import { run } from '../scripts/child.mjs'`],
    ['main/documents/a.ts', `import { DatabaseSync } from '@photostructure/sqlite'`],
    ['main/documents/a.ts', `import { search } from '../library/search'`],
    ['main/sync/a.ts', `import type { Documents } from '../documents/documents'`],
    ['main/sync/a.ts', `import { net } from 'electron'`],
    ['main/store/a.ts', `import { pull } from '../sync/pull'`],
    ['server/a.ts', `import { app } from 'electron'`],
    ['server/a.ts', `import { DatabaseSync } from 'node:sqlite'`],
    ['server/a.ts', `import { readFile } from 'fs'`],
    ['shared/a.ts', `import { join } from 'node:path'`],
    ['shared/a.ts', `import { app } from '../server/app'`],
    ['preload/a.ts', `import { commands } from '../shared/ipc'`],
    ['preload/a.ts', `import { readFileSync } from 'node:fs'`],
    ['main/a.ts', `import { Hono } from 'hono'`],
  ])('%s may not: %s', (file, code) => {
    expect(broken(file, code)).not.toEqual([])
  })

  test.each([
    ['preload/a.ts', `import type { Bridge } from '../shared/ipc'`],
    ['main/store/a.ts', `import { DatabaseSync } from '@photostructure/sqlite'`],
    ['main/documents/a.ts', `import type { Sendable } from '../sync/sendable'`],
    ['e2e/protocol/a.test.ts', `import { createApp } from '../../server/app'`],
    ['renderer/library/tree.tsx', `import { useState } from 'react'`],
  ])('%s may: %s', (file, code) => {
    expect(broken(file, code)).toEqual([])
  })
})

describe('package.json', () => {
  type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')) as Manifest
  const manifest = read('package.json')
  const shipped = manifest.dependencies ?? {}
  const declared = { ...shipped, ...manifest.devDependencies }

  test('names exact versions only', () => {
    const versions = Object.entries(declared)
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  const packagesIn = ({ file, code }: { file: string; code: string }) =>
    importsOf(file, code)
      .filter(({ to }) => !/^(\.|data:|node:|virtual:|\$)/.test(to) && !isWithin(to, ...folders, 'scripts'))
      .map(({ to, isType }) => ({ name: to.split('/', to.startsWith('@') ? 2 : 1).join('/'), isType }))

  test('declares every package that a source imports', () => {
    const unknown = sources.flatMap((source) =>
      packagesIn(source)
        .filter(({ name, isType }) => !(name in declared) && !(isType && `@types/${name}` in declared))
        .map(({ name }) => `${source.file} -> ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('ships every package that main and server run with', () => {
    const missing = sources
      .filter(({ file }) => isWithin(file, 'main', 'server') && !isTest(file))
      .flatMap((source) =>
        packagesIn(source)
          .filter(({ name, isType }) => !isType && name !== 'electron' && !(name in shipped))
          .map(({ name }) => `${source.file} -> ${name}`),
      )
    expect(missing).toEqual([])
  })
})
