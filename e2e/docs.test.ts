import { describe, expect, test } from 'vitest'
import { brokenReference, readPage, referencesIn } from './doc-references'
import { sources } from './imports'

const RULES = 'docs/sync-rules.md'

/** Titles of tests begin with the ids of the rules and requirements that they hold. */
const quoted = sources
  .filter(({ file }) => /\.(test|spec|contract)\.tsx?$/.test(file))
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

  test('has an entry for each id in a title of a test, and a test for each story', () => {
    const known = new Set([...rules, ...stories])
    expect(quoted.length).toBeGreaterThan(300)
    const strange = quoted.filter(({ id }) => /^[WS]/.test(id) && !known.has(id))
    expect(strange.map(({ file, id }) => `${file}: ${id}`)).toEqual([])
    expect(stories.filter((story) => !quoted.some(({ id }) => id === story))).toEqual([])
  })
})

test.each([RULES])('what %s names is there', (page) => {
  const references = referencesIn(page)
  expect(references.length).toBeGreaterThan(100)
  expect(references.flatMap((one) => brokenReference(one) ?? [])).toEqual([])
})
