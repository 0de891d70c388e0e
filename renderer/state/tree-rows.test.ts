import { expect, test } from 'vitest'
import type { Folder } from '../../shared/ipc/ipc-records'
import { folderPath, mayMoveInto, placeAmongOthers, rowAfter, shortPaths, treeRows } from './tree-rows'

const folder = (id: string, parentId: string | null, position = 0, documents = 1): Folder => ({
  id,
  name: id.toUpperCase(),
  parentId,
  position,
  documents,
})

const shown = (folders: readonly Folder[], ...expanded: readonly string[]) =>
  treeRows(folders, new Set(expanded)).map(({ folder: { id }, level, total }) => `${id} ${level} ${total}`)

const nested = [folder('a', null, 1), folder('b', null, 0), folder('c', 'a', 0), folder('d', 'c', 0, 5)]

test('only the children of expanded folders are on screen; each counts what lies below it', () => {
  expect(shown(nested)).toEqual(['b 1 1', 'a 1 7'])
  expect(shown(nested, 'a')).toEqual(['b 1 1', 'a 1 7', 'c 2 6'])
  expect(shown(nested, 'a', 'c')).toEqual(['b 1 1', 'a 1 7', 'c 2 6', 'd 3 5'])
  expect(shown(nested, 'c')).toEqual(['b 1 1', 'a 1 7'])
})

test('a folder says whether it can be opened', () => {
  expect(treeRows(nested, new Set(['a'])).map(({ expanded }) => expanded)).toEqual([undefined, true, false])
})

test('a circle and a lost parent hide nothing and end', () => {
  expect(shown([folder('a', 'b'), folder('b', 'a')], 'a', 'b')).toEqual(['a 1 2', 'b 2 1'])
  expect(shown([folder('a', 'gone')])).toEqual(['a 1 1'])
  expect(shown([folder('a', 'a')], 'a')).toEqual(['a 1 1'])
})

test('equal positions are in the order of names', () => {
  expect(shown([folder('z', null), folder('m', null), folder('a', null)])).toEqual([
    'a 1 1',
    'm 1 1',
    'z 1 1',
  ])
})

test('a folder may not go into itself or below itself', () => {
  expect(mayMoveInto(nested, 'a', 'd')).toBe(false)
  expect(mayMoveInto(nested, 'a', 'a')).toBe(false)
  expect(mayMoveInto(nested, 'a', 'b')).toBe(true)
  expect(mayMoveInto(nested, 'd', null)).toBe(true)
  expect(mayMoveInto([folder('x', 'y'), folder('y', 'x')], 'a', 'x')).toBe(true)
})

test('the path goes from the top down', () => {
  expect(folderPath(nested, 'd')).toEqual(['A', 'C', 'D'])
  expect(folderPath(nested, null)).toEqual([])
  expect(folderPath(nested, 'gone')).toEqual([])
  expect(folderPath([folder('x', 'y'), folder('y', 'x')], 'x')).toEqual(['Y', 'X'])
})

test('of a long path as many last names are given as no other folder has', () => {
  const named = (id: string, parentId: string | null, name: string) => ({ ...folder(id, parentId), name })
  const long = 'A volume with a rather long name indeed'
  const paths = shortPaths([
    named('v', null, long),
    named('s', 'v', 'Spring'),
    named('a', 'v', 'Autumn'),
    named('sd', 's', 'Drafts'),
    named('ad', 'a', 'Drafts'),
    named('n', 's', 'Notes'),
    named('d', null, 'Drafts'),
  ])
  expect(Object.fromEntries(paths)).toEqual({
    v: long,
    s: '… / Spring',
    a: '… / Autumn',
    sd: '… / Spring / Drafts',
    ad: '… / Autumn / Drafts',
    n: '… / Notes',
    d: 'Drafts',
  })
})

test('50,000 folders become rows', () => {
  const many = Array.from({ length: 50_000 }, (_, index) =>
    folder(`f${index}`, index < 100 ? null : `f${index % 100}`, index),
  )
  expect(treeRows(many, new Set(Array.from({ length: 100 }, (_, index) => `f${index}`)))).toHaveLength(50_000)
})

test('a folder dropped among its siblings stands where the line was, up and down', () => {
  const siblings = ['a', 'b', 'c', 'd'].map((id, at) => folder(id, null, at))
  const rows = treeRows(siblings, new Set())
  const after = (id: string, dropped: 'before' | 'after', target: string) => {
    const row = rows.find((one) => one.folder.id === target)
    if (row === undefined) throw new Error('no such folder')
    const others = siblings.map((other) => other.id).filter((other) => other !== id)
    return others.toSpliced(placeAmongOthers(siblings, id, row, dropped), 0, id).join('')
  }
  expect(after('a', 'before', 'c')).toBe('bacd')
  expect(after('a', 'after', 'b')).toBe('bacd')
  expect(after('a', 'after', 'd')).toBe('bcda')
  expect(after('d', 'before', 'b')).toBe('adbc')
  expect(after('b', 'before', 'b')).toBe('abcd')
  // A folder that comes from elsewhere takes the position as counted.
  const inner = folder('x', 'a', 0)
  expect(placeAmongOthers([...siblings, inner], 'x', rows[2]!, 'before')).toBe(2)
})

test('after a folder that goes with those below it comes the next that stays', () => {
  const rows = treeRows(nested, new Set(['a', 'c']))
  expect([rowAfter(rows, 0), rowAfter(rows, 1), rowAfter(rows, 3)]).toEqual([1, 0, 2])
})
