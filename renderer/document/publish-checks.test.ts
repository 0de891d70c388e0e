import { describe, expect, test } from 'vitest'
import { publishChecks } from './publish-checks'

const check = (text: string, more: Partial<Parameters<typeof publishChecks>[0]> = {}) =>
  publishChecks({
    title: 'Essay',
    text,
    isConflicted: false,
    failedUploads: [],
    missingTitles: [],
    ...more,
  }).map(({ text: words, isBlocking }) => (isBlocking ? `! ${words}` : words))

describe('problems found before publishing', () => {
  test('nothing, for a text as it should be', () => {
    expect(
      check('# The tide\n\n[out](https://example.org) [in](#the-tide) ![A map](/files/1 "Map")\n\n`[x]()`\n'),
    ).toEqual([])
  })

  test.each([
    ['no title', check('Text.', { title: ' ' }), ['It has no title.']],
    [
      '[F2c] links to documents that are not there',
      check('See [[Ledger]].', { missingTitles: ['Ledger'] }),
      ['1 link to a document that is not there: “Ledger”.'],
    ],
    ['no text', check(' \n'), ['It has no text.']],
    [
      'a conflict',
      check('Text.', { isConflicted: true }),
      ['! Resolve the conflict in this document first.'],
    ],
    ['an upload that waits', check('![Map](stet-file:1a-2b)'), ['! 1 file still to be uploaded.']],
    [
      'an upload that was refused',
      check('![Map](stet-file:1) ![Map](stet-file:2)', { failedUploads: ['stet-file:2', 'stet-file:9'] }),
      ['! 1 file could not be uploaded.', '! 1 file still to be uploaded.'],
    ],
    [
      'a link to nothing',
      check('See [the map]() and [](#).'),
      ['1 link to nothing: “the map”.', '1 link to a heading that is not there: “…”.'],
    ],
    [
      'a heading that is gone',
      check('# One\n\n[two](#two)'),
      ['1 link to a heading that is not there: “two”.'],
    ],
    ['images that say nothing', check('![](/a.png) ![ ](/b.png)'), ['2 images without an alternative text.']],
    ['in code nothing is meant', check('```\n[x]() ![](a)\n```\nText.'), []],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected))

  test('a hostile text comes to an end', () => {
    const started = performance.now()
    for (const piece of ['[', '![', '](', '`', '```\n', '[a](#', 'stet-file:', '# '])
      check(piece.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
