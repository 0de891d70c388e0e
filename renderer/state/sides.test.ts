import { describe, expect, test } from 'vitest'
import {
  documentOn,
  withNextTab,
  withSideDocument,
  withoutSide,
  withoutTab,
  withShown,
  withActiveSide,
  type Writing,
} from './sides'

const ONE: Writing = {
  tabs: ['a', 'b', 'c'],
  active: 'a',
  side: 'left',
  sideDocument: null,
  previewTab: null,
}
const TWO = withSideDocument(ONE, 'b')
const sides = (now: Writing) => [documentOn(now, 'left'), documentOn(now, 'right')]

describe('open to the side', () => {
  test('splits the view, the new side to the right, the writer in it', () => {
    expect(sides(TWO)).toEqual(['a', 'b'])
    expect(TWO).toMatchObject({ active: 'b', side: 'right', tabs: ['a', 'b', 'c'] })
  })

  test('the same document twice has one tab', () => {
    const twice = withSideDocument(ONE, 'a')
    expect(sides(twice)).toEqual(['a', 'a'])
    expect(twice.tabs).toEqual(['a', 'b', 'c'])
  })

  test('from a split view it goes to the side that the writer is not in', () => {
    expect(sides(withSideDocument(TWO, 'd'))).toEqual(['d', 'b'])
    expect(withSideDocument(TWO, 'd')).toMatchObject({ active: 'd', side: 'left' })
  })

  test('a document that nobody typed in yet keeps its tab beside another', () => {
    const previewTab = withShown({ ...ONE, tabs: ['a'] }, 'b', false)
    expect(previewTab.previewTab).toBe('b')
    const split = withSideDocument(previewTab, 'c')
    expect(withShown(split, 'd', false).tabs).toEqual(['a', 'b', 'c', 'd'])
  })

  test('without a document on screen there is nothing to stand beside', () => {
    const empty: Writing = { tabs: [], active: null, side: 'left', sideDocument: null, previewTab: null }
    expect(sides(withSideDocument(empty, 'a'))).toEqual(['a', null])
  })
})

describe('opened otherwise', () => {
  test('it comes to the side that the writer is in', () => {
    expect(sides(withShown(TWO, 'c', false))).toEqual(['a', 'c'])
  })

  test('what the other side shows is gone to there', () => {
    expect(sides(withShown(TWO, 'a', false))).toEqual(['a', 'b'])
    expect(withShown(TWO, 'a', false)).toMatchObject({ active: 'a', side: 'left' })
  })

  test('the next tab comes to the side that the writer is in, and the step back leads back', () => {
    expect(sides(withNextTab(TWO, 1))).toEqual(['a', 'c'])
    expect(sides(withNextTab(TWO, -1))).toEqual(['a', 'a'])
    for (const from of [ONE, TWO, withSideDocument(ONE, 'a'), withSideDocument(ONE, 'c')]) {
      expect(withNextTab(withNextTab(from, -1), 1)).toEqual(from)
      expect(withNextTab(withNextTab(from, 1), -1)).toEqual(from)
    }
  })
})

describe('closing', () => {
  test('a side that is closed leaves its tab and the other side', () => {
    expect(withoutSide(TWO, 'right')).toMatchObject({
      active: 'a',
      sideDocument: null,
      tabs: ['a', 'b', 'c'],
    })
    expect(withoutSide(TWO, 'left')).toMatchObject({ active: 'b', sideDocument: null, side: 'right' })
    expect(withoutSide(ONE, 'left')).toBe(ONE)
  })

  test('a side closes with the tab of its document, whichever the writer is in', () => {
    expect(withoutTab(TWO, 'b')).toMatchObject({
      tabs: ['a', 'c'],
      active: 'a',
      sideDocument: null,
      side: 'left',
    })
    expect(withoutTab(TWO, 'a')).toMatchObject({
      tabs: ['b', 'c'],
      active: 'b',
      sideDocument: null,
      side: 'right',
    })
    expect(withoutTab(TWO, 'c')).toMatchObject({ tabs: ['a', 'b'], active: 'b', sideDocument: 'a' })
  })

  test('both sides of one document close with its tab', () => {
    expect(withoutTab(withSideDocument(ONE, 'a'), 'a')).toMatchObject({ active: 'b', sideDocument: null })
  })

  test('the last tab leaves nothing on screen', () => {
    expect(withoutTab({ ...ONE, tabs: ['a'] }, 'a')).toMatchObject({ tabs: [], active: null })
  })
})

test('turning twice changes nothing', () => {
  expect(withActiveSide(withActiveSide(TWO, 'left'), 'right')).toEqual(TWO)
  expect(withActiveSide(ONE, 'right')).toBe(ONE)
})
