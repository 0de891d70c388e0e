import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { importsOf, isTest, sources, sourceOf } from './imports'

// What only its own file uses is not exported, types included: `export` promises that another file uses it.

type Source = (typeof sources)[number]

const exportsOf = ({ file, code }: Source) =>
  parseSync(file, code).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => (name === null ? [] : [`${name} in ${file}`])),
  )

/** What this source uses of others; an import without names uses all of its file. */
const usesOf = ({ file, code }: Source) =>
  importsOf(file, code).flatMap(({ to, names }) =>
    names.map((name) => (name === null ? sourceOf(to) : `${name} in ${sourceOf(to)}`)),
  )

/** The exports of sources that ship which no other source imports. */
function unusedIn(all: readonly Source[]): readonly string[] {
  const used = new Set(all.flatMap(usesOf))
  return all
    .filter(({ file }) => !isTest(file) && !used.has(file))
    .flatMap(exportsOf)
    .filter((name) => !used.has(name))
}

/** The compiler refuses a type without a name that a function of another file answers with. */
const NAMED_FOR_THE_COMPILER = [
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
