import path from 'node:path'
import { compileFunction } from 'node:vm'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import * as fixtures from '../main/documents/proof/fixtures'
import { CHECKS } from '../server/contract/api.contract'
import { OPERATIONS } from '../shared/api/api'
import {
  brokenReference,
  isPage,
  missingIn,
  pageOf,
  pages,
  pagesIn,
  readPage,
  referencesIn,
  strangeLinks,
  strangeNames,
  strangePaths,
  strangeTests,
  strangeWords,
} from './doc-references'
import { sources } from './imports'

const RULES = 'docs/sync-rules.md'
const REQUIREMENTS = 'docs/requirements.md'

/** The ids of rules and requirements with which test titles begin. */
const quoted = sources
  .filter(({ file }) => /\.(test|spec|contract|fuzz)\.tsx?$/.test(file))
  .flatMap(({ file, code }) =>
    [...code.matchAll(/(?<=['"`](?:\[\w+\] ?)*)\[([A-Z]\d+)\](?=[ [])/g)].map(([, id = '']) => ({
      file,
      id,
    })),
  )

const headings = (page: string, form: RegExp): readonly string[] =>
  [...readPage(page).matchAll(form)].map(([, id = '']) => id)

const rules = headings(RULES, /^### (W\d+): /gm)
const stories = headings(RULES, /^\| (S\d+) /gm)
const requirements = headings(REQUIREMENTS, /^### ([A-G]\d*(?:, [A-G]\d+)*): /gm).flatMap((ids) =>
  ids.split(', '),
)
/** The findings of security reviews, named by the letter of their severity. */
const findings = headings('docs/security.md', /^\| ([HML]\d+) /gm)
const count = (letter: string, last: number) => Array.from({ length: last }, (_, at) => `${letter}${at + 1}`)

describe('the page of the sync rules', () => {
  const references = referencesIn(RULES)

  test('has every rule and every story, once and in order', () => {
    expect(rules).toEqual(count('W', 23))
    expect(stories).toEqual(count('S', 25))
  })

  test('names for each rule the code that keeps it, and a test that has its id', () => {
    const of = (rule: string) => references.filter(({ entry }) => entry.startsWith(`${rule}: `))
    expect(rules.filter((rule) => !of(rule).some(({ names }) => names.length > 0))).toEqual([])
    expect(rules.filter((rule) => !of(rule).some(({ title }) => title?.includes(`[${rule}]`)))).toEqual([])
  })

  test('has a test for each story', () => {
    expect(stories.filter((story) => !quoted.some(({ id }) => id === story))).toEqual([])
  })
})

test('the page of the requirements has every one of them, with code and a test', () => {
  const ids = [...count('A', 18), ...count('B', 9), ...count('C', 8), ...count('D', 6), ...count('E', 5)]
  expect(requirements.filter((id) => id !== 'F')).toEqual([...ids, ...count('G', 5)])
  const references = referencesIn(REQUIREMENTS)
  const entries = headings(REQUIREMENTS, /^### ([A-G][\d,: ].*)$/gm)
  const isBare = (entry: string) => {
    const own = references.filter((one) => one.entry === entry)
    return !own.some(({ title }) => title !== undefined) || !own.some(({ title }) => title === undefined)
  }
  expect(entries.filter(isBare)).toEqual([])
})

test('the table of routes on the page of the requirements is that of the contract', () => {
  const rows = [...readPage(REQUIREMENTS).matchAll(/^\| ([A-Z]+) +\| `(\/[^`]+)` +\|.+\| (.+?) +\|$/gm)]
  const routes = Object.values(OPERATIONS).map(({ method, path: at, abilities }) =>
    [method, at, abilities.map((ability) => `\`${ability}\``).join(' or ')].join(' '),
  )
  expect(new Set(rows.map(([, ...row]) => row.join(' ')))).toEqual(new Set(routes))
  expect(rows).toHaveLength(routes.length)
})

test('each id in a title of a test, or of a conformance check, has its entry on a page', () => {
  const known = new Set([...rules, ...stories, ...requirements, ...findings])
  expect(quoted.length).toBeGreaterThan(500)
  expect(quoted.filter(({ id }) => !known.has(id)).map(({ file, id }) => `${file}: ${id}`)).toEqual([])
  expect(CHECKS.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([])
})

test.each([RULES, REQUIREMENTS])('what %s names is there', (page) => {
  const references = referencesIn(page)
  expect(references.length).toBeGreaterThan(100)
  expect(references.flatMap((one) => brokenReference(one) ?? [])).toEqual([])
})

test('every page and source that a page names is there', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', RULES, 'main/sync/README.md', 'server/README.md']),
  )
  expect(pages.flatMap(missingIn)).toEqual([])
})

test('every page that a comment names is there', () => {
  const named = sources
    .filter(({ code }) => code.includes('.md'))
    .flatMap(({ file, code }) =>
      parseSync(file, code).comments.flatMap(({ value }) => pagesIn(value).map((page) => ({ file, page }))),
    )
  expect(named.length).toBeGreaterThan(10)
  const absent = named.filter(
    ({ file, page }) => !isPage(page) && !isPage(path.join(path.dirname(file), page)),
  )
  expect(absent.map(({ file, page }) => `${file}: ${page}`)).toEqual([])
})

describe.each(pages.filter((file) => !file.includes('/') || file.startsWith('docs/')))('%s', (file) => {
  const page = pageOf(file)

  test('names no file or folder that is not there', () => {
    expect(strangePaths(page)).toEqual([])
  })

  test('links to no page or heading that is not there', () => {
    expect(strangeLinks(page)).toEqual([])
  })

  test('says how to run no test that is not there', () => {
    expect(strangeTests(page)).toEqual([])
  })

  test('has no name of code that no source has', () => {
    expect(strangeWords(page)).toEqual([])
  })

  test('says of no file that it has a name which it has not', () => {
    expect(strangeNames(page)).toEqual([])
  })
})

test('the story on the page of the architecture runs where that page says to put it', () => {
  const [, file = '', story = ''] =
    /Put it into `([^`]+)`[^\n]*\n\n```ts\n(.*?)^```$/ms.exec(readPage('docs/architecture.md')) ?? []
  const [, imported = ''] = /^import \{ (.+) \} from '..\/proof\/fixtures'$/m.exec(readPage(file)) ?? []
  const given = Object.entries(fixtures).filter(([name]) => imported.split(', ').includes(name))
  expect(story).toContain('scenario.settles()')
  const run = compileFunction(story, ['expect', ...given.map(([name]) => name)])
  run(expect, ...given.map(([, value]) => value))
})

test('what a page names and is not there is found', () => {
  const page = {
    file: 'docs/a.md',
    text: [
      'In `main/main.ts`, `main/app` and `shared/ipc/ipc-*.ts`, not in `main/none.ts` or `server/none-*.ts`.',
      'It is `npm test` that runs them; `out/main` is not of the repository.',
      'Also `npm run test:unit NAME`, `npm run test:ui panels.spec`, `npm test -- --only unit none.test`.',
      "And `scripts/vitest.config.mjs transition -t 'nothing'`, `scripts/vitest.config.mjs docs.test -t 'is found'`.",
      '`main/main.ts`: `takeCommands`, `takeNothing`, and `main/documents/core/events.ts`: `send-due`.',
      'Not `readPage` but `noSuchName()`.',
      '[Here](../README.md), [there](../none.md), [under](#a-heading), [nowhere](#none), [outside](https://none).',
      '## A heading',
      '```mermaid\n`main/none.ts`\n```',
    ].join('\n'),
  }
  expect(strangePaths(page)).toEqual(['main/none.ts', 'server/none-*.ts'])
  expect(strangeNames(page)).toEqual(['main/main.ts: takeNothing'])
  expect(strangeLinks(page)).toEqual(['../none.md', '#none'])
  expect(strangeWords(page)).toEqual(['takeNothing', 'noSuchName'])
  expect(strangeTests(page)).toEqual(['--only unit none.test', "vitest.config.mjs transition -t 'nothing'"])
})
