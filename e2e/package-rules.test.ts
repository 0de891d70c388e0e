import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { folders, importsOf, isTest, isWithin, sources, sourceOf, type Import } from './imports'
import { ROOT } from './paths'

// The rules of imports. The compiler separates the folders by their references. These rules also cover packages, Node's
// own modules, and imports inside a folder that one project cannot forbid itself. The order of the folders is in
// `layers.test.ts`.

type Rule = {
  readonly says: string
  readonly isBroken: (given: Import) => boolean
}

const reachable: Record<string, readonly string[]> = {
  shared: [],
  preload: ['shared'],
  node: ['shared'],
  main: ['shared', 'node'],
  server: ['shared', 'node'],
  renderer: ['shared'],
  // The scripts that pack the app define the contents of a package.
  e2e: ['shared', 'node', 'main', 'server', 'renderer', 'scripts'],
}

const isPackage = (to: string, ...names: readonly string[]) =>
  names.some((name) => to === name || to.startsWith(name.endsWith('/') ? name : `${name}/`))

/** The rule that a package may be imported only in these folders. */
const only = (says: string, names: readonly string[], ...allowed: readonly string[]): Rule => ({
  says,
  isBroken: ({ from, to }) => isPackage(to, ...names) && !isWithin(from, ...allowed),
})

/** Whether a file is a source of this folder that ships. */
const isOf = (file: string, folder: string) => isWithin(file, folder) && !isTest(file)

/** The rule that a folder imports nothing from `house` except itself. */
const alone = (folder: string, house: string): Rule => ({
  says: `${folder} imports nothing else of ${house}`,
  isBroken: ({ from, to }) => isOf(from, folder) && isWithin(to, house) && !isWithin(to, folder),
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
      isWithin(from, 'preload') && isWithin(to, 'shared') && !isType && to !== 'shared/ipc/channels',
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
  only('CodeMirror is for the renderer', ['codemirror', '@codemirror/'], 'renderer', 'e2e/bench'),
  only(
    'markdown has one reader, and the editor',
    ['@lezer/'],
    'shared/markdown',
    'renderer/editor',
    'e2e/bench',
  ),
  only(
    'SQL has two homes, and one place that opens a database',
    ['@photostructure/sqlite', 'node:sqlite', 'better-sqlite3'],
    'main/store',
    'server/store',
    'node',
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
  alone('main/documents/core', 'main'),
  {
    says: 'the store takes types from the core, and what is of the system',
    isBroken: ({ from, to, isType }) =>
      isOf(from, 'main/store') &&
      isWithin(to, 'main') &&
      !isWithin(to, 'main/store', 'main/system') &&
      !(isType && isWithin(to, 'main/documents/core')),
  },
  alone('renderer/ui', 'renderer'),
  {
    says: 'the editor imports nothing of its neighbours but types of the bridge',
    isBroken: ({ from, to, isType }) =>
      isOf(from, 'renderer/editor') &&
      isWithin(to, 'renderer') &&
      !isWithin(to, 'renderer/editor') &&
      !(isType && isWithin(to, 'renderer/bridge')),
  },
  {
    says: 'documents, sync and store run without Electron',
    isBroken: ({ from, to }) =>
      isWithin(from, 'main/documents', 'main/sync', 'main/store', 'main/library') &&
      isPackage(to, 'electron'),
  },
]

/** Every rule that a source breaks. */
function broken(file: string, code: string): string[] {
  return importsOf(file, code).flatMap((given) =>
    rules.filter((rule) => rule.isBroken(given)).map((rule) => `${file} -> ${given.to}: ${rule.says}`),
  )
}

test('no source breaks a rule of who may import whom', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(({ file, code }) => broken(file, code))).toEqual([])
})

/**
 * The files that an entry point imports directly or indirectly, each with the path of imports, and `zod` if a file
 * imports it.
 */
function reachedFrom(entry: string, follows: (one: Import) => boolean): ReadonlyMap<string, string> {
  const known = new Map(sources.map((source) => [source.file, source]))
  const reached = new Map<string, string>()
  function walk(file: string, way: string): void {
    if (reached.has(file)) return
    reached.set(file, way)
    for (const one of importsOf(file, known.get(file)!.code)) {
      if (one.isType || !follows(one)) continue
      if (isPackage(one.to, 'zod')) reached.set('zod', way)
      const next = sourceOf(one.to)
      if (next !== undefined) walk(next, `${way} -> ${next}`)
    }
  }
  walk(entry, entry)
  return reached
}

test('what preload and the window load carries no validation, by whatever way', () => {
  const window = reachedFrom('renderer/shell/main.tsx', () => true)
  expect(window.size).toBeGreaterThan(100)
  expect(window.get('zod')).toBeUndefined()
  expect(reachedFrom('preload/preload.ts', () => true).get('zod')).toBeUndefined()
})

test('the first window waits for no part of main that it does not need', () => {
  expect(reachedFrom('main/main.ts', () => true).get('zod')).toBeDefined()
  const atOnce = reachedFrom('main/main.ts', ({ isLater }) => isLater !== true)
  expect(atOnce.get('main/composition.ts')).toBeUndefined()
  expect(atOnce.get('zod')).toBeUndefined()
  expect(atOnce.size).toBeLessThan(25)
})

/** Type declarations for modules without their own: a package of data, and styles that no build declares. */
const DECLARATIONS = ['e2e/bench/bare/css.d.ts', 'shared/testing/commonmark-spec.d.ts']

test('no declaration that a compiler wrote lies beside the sources, where it would be read in their place', () => {
  const found = sources.map(({ file }) => file).filter((file) => file.endsWith('.d.ts'))
  expect(found.sort()).toEqual(DECLARATIONS)
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
    ['main/a.ts', `import type { Page } from '../renderer/shell/app'`],
    ['main/a.ts', `import { useState } from 'react'`],
    ['main/a.ts', `import { EditorState } from '@codemirror/state'`],
    ['main/a.ts', `import { run } from '../scripts/child.mjs'`],
    ['main/documents/a.ts', `import { DatabaseSync } from '@photostructure/sqlite'`],
    ['main/documents/core/a.ts', `import type { Store } from '../../store/store'`],
    ['main/documents/core/a.ts', `import { live } from '../engine/live'`],
    ['main/sync/a.ts', `import { net } from 'electron'`],
    ['main/store/a.ts', `import type { Outbox } from '../sync/outbox/outbox'`],
    ['main/store/a.ts', `import { transition } from '../documents/core/transition'`],
    ['renderer/ui/a.tsx', `import { useWindow } from '../state/store'`],
    ['renderer/ui/a.tsx', `import styles from '../library/library.module.css'`],
    ['renderer/editor/find/a.ts', `import { showToast } from '../../state/store'`],
    ['renderer/editor/a.ts', `import { Refusal } from '../bridge/bridge'`],
    ['server/a.ts', `import { app } from 'electron'`],
    ['server/a.ts', `import { DatabaseSync } from 'node:sqlite'`],
    ['server/a.ts', `import { readFile } from 'fs'`],
    ['shared/a.ts', `import { join } from 'node:path'`],
    ['shared/a.ts', `import { app } from '../server/app'`],
    ['preload/a.ts', `import { commands } from '../shared/ipc/ipc'`],
    ['preload/a.ts', `import { readFileSync } from 'node:fs'`],
    ['main/a.ts', `import { Hono } from 'hono'`],
  ])('%s may not: %s', (file, code) => {
    expect(broken(file, code)).not.toEqual([])
  })

  test.each([
    ['preload/a.ts', `import type { Bridge } from '../shared/ipc/ipc'`],
    ['main/store/a.ts', `import { DatabaseSync } from '@photostructure/sqlite'`],
    ['main/documents/engine/a.ts', `import type { Sendable } from '../../sync/outbox/sendable'`],
    ['main/documents/core/a.test.ts', `import { withAnn } from '../proof/fixtures'`],
    ['main/store/a.ts', `import type { WorkingCopy } from '../documents/core/working-copy'`],
    ['main/store/a.ts', `import { storageError } from '../system/storage-error'`],
    ['renderer/editor/a.ts', `import type { Client } from '../bridge/bridge'`],
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

  test('ships as a package only what no bundler can take in: all else is in our own files', () => {
    expect(Object.keys(shipped)).toEqual(['@photostructure/sqlite'])
  })
})
