import { expect, test } from 'vitest'
import { treeRows } from '../../state/tree-rows'
import { folderKey } from './folder-keys'

const folder = (id: string, parentId: string | null = null, position = 0) => ({
  id,
  name: id,
  parentId,
  position,
  documents: 0,
  waiting: false,
})
const FOLDERS = [folder('drafts'), folder('old', 'drafts'), folder('notes', null, 1), folder('deep', 'old')]
const rows = treeRows(FOLDERS, new Set(['drafts']))

test('rows of the tree below: drafts, old, notes', () => {
  expect(rows.map((row) => row.folder.id)).toEqual(['drafts', 'old', 'notes'])
})

test('right opens, then goes in; left closes, then goes out', () => {
  expect(folderKey(rows, 1, 'ArrowRight')).toEqual({ kind: 'expand', ids: ['old'], open: true })
  expect(folderKey(rows, 0, 'ArrowRight')).toEqual({ kind: 'move', to: 1 })
  expect(folderKey(rows, 2, 'ArrowRight')).toEqual({ kind: 'nothing' })
  expect(folderKey(rows, 0, 'ArrowLeft')).toEqual({ kind: 'expand', ids: ['drafts'], open: false })
  expect(folderKey(rows, 1, 'ArrowLeft')).toEqual({ kind: 'move', to: 0 })
  expect(folderKey(rows, 2, 'ArrowLeft')).toEqual({ kind: 'nothing' })
})

test('the star opens all folders beside', () => {
  expect(folderKey(rows, 2, '*')).toEqual({ kind: 'expand', ids: ['drafts'], open: true })
})

test('other keys are not of the tree, and an empty tree has none', () => {
  expect(folderKey(rows, 0, 'x')).toBeUndefined()
  expect(folderKey([], 0, 'ArrowDown')).toBeUndefined()
})
