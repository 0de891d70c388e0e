import { expect, test } from 'vitest'
import { countLines, isShipped } from './lines.mjs'

test('code that ships is counted, and what only tests or proves is not', () => {
  const shipped = [
    'main/main.ts',
    'renderer/ui/toasts.tsx',
    'renderer/styles/page.css',
    'main/ipc/boundary.ts',
  ]
  const other = [
    'main/documents/README.md',
    'server/sample/ferry.md',
    'main/store/journal/journal.test.ts',
    'server/store/database.memory.ts',
    'main/documents/proof/world.ts',
    'server/testing/app.model.ts',
    'server/contract/whole.ts',
    'shared/fixtures/prose.ts',
  ]
  expect([...shipped, ...other].filter(isShipped)).toEqual(shipped)
})

test('a folder has the lines of all that lies below it, and the last row the sum', () => {
  const files = [
    { path: 'main/main.ts', text: 'a\n\nb\n' },
    { path: 'main/app/menu.ts', text: 'c\n' },
    { path: 'shared/terms.ts', text: 'd\ne\n' },
  ]
  expect(countLines(files)).toEqual([
    { place: 'main', files: 2, lines: 4 },
    { place: 'main/app', files: 1, lines: 1 },
    { place: 'shared', files: 1, lines: 2 },
    { place: 'all', files: 3, lines: 6 },
  ])
})
