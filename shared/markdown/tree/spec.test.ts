import { tests } from 'commonmark-spec'
import { expect, test } from 'vitest'
import { GFM_EXAMPLES } from '../../fixtures/gfm-examples'
import { specHtml } from '../../testing/spec-html'
import { readDocument } from './read-document'

const tabs = (text: string) => text.replaceAll('→', '\t')

/** Examples of CommonMark that are deliberately read differently, by number, each with the reason. */
const OTHERWISE = {
  'two brackets are a link by title, as in other apps for notes': [548, 559, 590],
  'an address that stands for itself is a link, as GitHub has it': [602, 608, 611, 612],
  'of a tab after the sign of an item or a quotation the parser has no part, so that code loses its columns':
    [5, 6, 7],
  'a tab that is written as an entity begins a paragraph, where a page shows no white space': [40],
  'the parser reads brackets before it knows which labels the text defines': [523, 569, 571],
}

// The titles print how many examples are read as specified.
const others = tests.filter(({ markdown, html }) => specHtml(readDocument(tabs(markdown))) !== tabs(html))
const othersOfGitHub = GFM_EXAMPLES.filter(({ markdown, html }) => specHtml(readDocument(markdown)) !== html)
const agreeing = tests.length - others.length
const agreeingOfGitHub = GFM_EXAMPLES.length - othersOfGitHub.length

test(`${agreeing} of ${tests.length} examples of CommonMark 0.31.2 are read as they say, all but those that are named`, () => {
  expect(tests).toHaveLength(652)
  expect(others.map(({ number }) => number)).toEqual(
    Object.values(OTHERWISE)
      .flat()
      .toSorted((a, b) => a - b),
  )
})

test(`${agreeingOfGitHub} of ${GFM_EXAMPLES.length} examples of what GitHub adds are read as they say, all but the address of a file server`, () => {
  expect(othersOfGitHub.map(({ markdown }) => markdown)).toEqual([
    expect.stringContaining('ftp://foo.bar.baz'),
  ])
})
