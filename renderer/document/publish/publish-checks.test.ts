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
  }).map(({ text: sentence, isBlocking, places }) => {
    const named = places.map(({ words }) => `“${words.trim() === '' ? '…' : words}”`).join(', ')
    const whole = named === '' || sentence.endsWith('.') ? sentence : `${sentence}: ${named}.`
    return isBlocking ? `! ${whole}` : whole
  })

describe('problems found before publishing', () => {
  test('nothing, for a text as it should be', () => {
    expect(
      check(
        '# The tide\n\n[out](https://example.org) [in](#the-tide) ![A map](/api/v1/files/1/serve "Map")\n\n`[x]()`\n',
      ),
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
    ['an upload that waits', check('![Map](stet-file:1a-2b)'), ['! 1 file still to be uploaded: “Show”.']],
    [
      'an upload that was refused',
      check('![Map](stet-file:1) ![Map](stet-file:2)', { failedUploads: ['stet-file:2', 'stet-file:9'] }),
      ['! 1 file could not be uploaded: “Show”.', '! 1 file still to be uploaded: “Show”.'],
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
    [
      'a heading of the text that a link by title names',
      check('# One\n\n[[#One]] [[#Two]] [[#|start]]'),
      ['1 link to a heading that is not there: “Two”.'],
    ],
    [
      'files that were deleted',
      check(
        '![Map](/api/v1/files/1/serve) ![Sea](/x/api/v1/files/2/serve) [notes](/api/v1/files/3/download)',
        {
          files: new Set(['file:1']),
        },
      ),
      ['1 link to a file that is not there: “notes”.', '1 image that is not there: “Sea”.'],
    ],
    [
      'images that say nothing',
      check('![](https://a.org/a.png) ![ ](stet-file:b) ![][c]\n\n[c]: https://a.org/c.png', {
        failedUploads: [],
      }),
      [
        '! 1 file still to be uploaded: “Show”.',
        '3 images without an alternative text: “https://a.org/a.png”, “stet-file:b”, “https://a.org/c.png”.',
      ],
    ],
    [
      'images that are too large',
      check('![Map](//a.org/big.png) ![Sea](//a.org/small.png)', {
        largeImages: new Map([['//a.org/big.png', 9_000_000]]),
      }),
      ['1 image larger than 2 MB: “Map”.'],
    ],
    [
      'links by address and images that the editor shows as dead',
      check('[x](second.md) [y](<a b.md>) [z][r] ![](harbour.png) ![Sea]()\n\n[r]: third.md'),
      [
        '3 links that lead nowhere: “x”, “y”, “z”.',
        '2 images that are not there: “harbour.png”, “Sea”.',
        '1 image without an alternative text: “harbour.png”.',
      ],
    ],
    [
      'headings with a line below them',
      check('The *tide*\n===\n\n[in](#the-tide)\n\n### Low\n\n[it](#the-tide-1)\n\nThe tide\n---\n'),
      ['1 heading that skips a level: “Low”.'],
    ],
    [
      'a level of headings that is left out',
      check('---\n# a comment\ntitle: x\n---\n# One\n\n### *Three*\n\n## Two\n\n### Three\n\n#\n'),
      ['1 heading that skips a level: “Three”.', '1 heading without words: “…”.'],
    ],
    [
      'links to drafts',
      check('See [[ledger#One|it]].', { draftTitles: ['Ledger'] }),
      ['1 link to a draft, which readers cannot see: “ledger”.'],
    ],
    [
      'words that must not go out, in code and in the title too',
      check('The word is *Falcon  two*; falconry is not.\n\n`FALCON`', {
        title: 'A falcon',
        words: ['falcon', 'falcon two', '(', ' '],
      }),
      ['! 3 words that must not go out: “falcon”, “Falcon”, “FALCON”.'],
    ],
    [
      'fields that are not there',
      check('---\nTags:\n  - a\ndescription: ""\nlang: en\n---\nText.', {
        fields: ['tags', 'description', 'author', 'lang'],
      }),
      ['The front matter has no “description”, “author”: “Beginning of the text”.'],
    ],
    ['in code nothing is meant', check('```\n[x]() ![](a)\n```\nText.'), []],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected))

  test('each leads to its place', () => {
    const text = '`code`\n\nSee [the map]() and [[Ledger]].\n\n# One\n\n#### Four'
    const found = publishChecks({
      ...{ title: 'Essay', text, isConflicted: false, failedUploads: [], missingTitles: ['Ledger'] },
    })
    expect(
      found.flatMap(({ places }) =>
        places.map(({ at }) => (at === 'title' ? at : text.slice(at.from, at.to))),
      ),
    ).toEqual(['[the map]()', '[[Ledger]]', '#### Four'])
  })

  test('a hostile text comes to an end', () => {
    const started = performance.now()
    for (const piece of ['[', '![', '](', '`', '```\n', '[a](#', 'stet-file:', '# ', '---\n', 'a: ', 'word '])
      check(piece.repeat(20_000), { words: ['word', 'word word'], fields: ['a'] })
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
