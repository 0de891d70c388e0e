import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { importsOf, isTest, sources, sourceOf } from './imports'

// A symbol used only in its own file is not exported, types included: `export` promises that another file uses it.

type Source = (typeof sources)[number]

const exportsOf = ({ file, code }: Source) =>
  parseSync(file, code).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => (name === null ? [] : [`${name} in ${file}`])),
  )

/** The symbols of other files used by a source; an import without names uses the whole file. */
const usesOf = ({ file, code }: Source) =>
  importsOf(file, code).flatMap(({ to, names }) =>
    names.map((name) => (name === null ? sourceOf(to) : `${name} in ${sourceOf(to)}`)),
  )

/** The exports of shipping sources that no other source imports. */
function unusedIn(all: readonly Source[]): readonly string[] {
  const used = new Set(all.flatMap(usesOf))
  return all
    .filter(({ file }) => !isTest(file) && !used.has(file))
    .flatMap(exportsOf)
    .filter((name) => !used.has(name))
}

/**
 * Types that no file imports, but that the compiler requires to be exported, because exported functions return them.
 */
const NAMED_FOR_THE_COMPILER = [
  'Typeahead in renderer/library/typeahead.ts',
  'WindowHolds in main/connections/window-holds.ts',
  'Device in main/system/machine.ts',
  'KeyEntry in server/store/accounts.ts',
  'DocumentPointer in server/store/document-lists.ts',
  'RememberedAnswer in server/store/idempotency.ts',
  'Day in renderer/history/timeline.ts',
]

test('no source that ships exports what no other source imports', () => {
  expect(unusedIn(sources).toSorted()).toEqual(NAMED_FOR_THE_COMPILER.toSorted())
})

test('a function and a type that no other source imports are found', () => {
  const file = 'shared/terms.ts'
  const code = 'export const used = 1\nexport function unused() {}\nexport type Unused = 1'
  const other = { file: 'main/main.ts', code: "import { used as own } from '../shared/terms'" }
  expect(unusedIn([{ file, code }, other])).toEqual([`unused in ${file}`, `Unused in ${file}`])
  const whole = { file: 'main/main.ts', code: "const later = import('../shared/terms')" }
  expect(unusedIn([{ file, code }, whole])).toEqual([])
})
