import { tests } from 'commonmark-spec'
import { expect, test } from 'vitest'
import { GFM_EXAMPLES } from '../../fixtures/gfm-examples'
import { specHtml } from '../../testing/spec-html'
import { readDocument } from './read-document'

const tabs = (text: string) => text.replaceAll('→', '\t')

/** Examples of CommonMark that are read otherwise, by number. */
const OTHERWISE = {
  'a link by title': [548, 559, 590],
  'an address that stands for itself, as GitHub has it': [602, 608, 611, 612],
  'HTML begins behind the spaces of its line': [150, 183, 184, 191],
  'white space that is a tab, or stands in code, in places where nobody sees it': [5, 6, 7, 40, 112],
  'brackets that are no link, next to a link or to emphasis': [523, 569, 571],
}

test('the 652 examples of CommonMark 0.31.2 are read as they say, but for those that are named', () => {
  const others = tests.filter(({ markdown, html }) => specHtml(readDocument(tabs(markdown))) !== tabs(html))
  expect(tests).toHaveLength(652)
  expect(others.map(({ number }) => number)).toEqual(
    Object.values(OTHERWISE)
      .flat()
      .toSorted((a, b) => a - b),
  )
})

test('the examples of what GitHub adds are read as they say, but for the address of a file server', () => {
  const others = GFM_EXAMPLES.filter(({ markdown, html }) => specHtml(readDocument(markdown)) !== html)
  expect(others.map(({ markdown }) => markdown)).toEqual([expect.stringContaining('ftp://foo.bar.baz')])
})
