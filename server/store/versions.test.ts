import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from './database'
import { createStore } from './store'

function history() {
  const database = openDatabase(':memory:')
  const store = createStore(database)
  const accountId = store.accounts.ensureAccount('a', 0)
  const id = store.documents.add(accountId, {
    folderId: null,
    title: 't',
    status: 'draft',
    createdAt: 0,
    updatedAt: 0,
    publishedAt: null,
    content: new Uint8Array(),
  })
  let before: Uint8Array | undefined
  let revision = 0
  return {
    add(text: string) {
      const bytes = Buffer.from(text)
      const version = {
        documentId: id,
        revision: ++revision,
        title: 't',
        status: 'draft',
        createdAt: revision,
      }
      store.transaction(() => store.versions.add(version, bytes, before))
      before = bytes
    },
    entries: () => store.versions.page(id, 10_000, 0),
    text: (versionId: number) => store.versions.text(id, versionId).toString(),
    storedBytes: () =>
      (database.prepare('SELECT sum(length(body)) AS n FROM versions').get() as { n: number }).n,
  }
}

/** Prose without repetition, so that it does not compress better than real text. */
function prose(bytes: number, seed = 1): string {
  const syllables = 'ta lo mi ren sa ver do kel ani ost bra un fe ris mo de la vin gor ath'.split(' ')
  let state = seed
  const next = (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % most
  }
  let text = ''
  while (text.length < bytes) {
    let word = ''
    for (let n = 1 + next(3); n >= 0; n--) word += syllables[next(syllables.length)]
    text += next(12) === 0 ? `${word}.\n\n` : `${word} `
  }
  return text
}

const VERSIONS = process.env['STET_FUZZ_LONG'] === undefined ? 100 : 500

test(`${VERSIONS} versions of a 1.8 MB text take at most three times its size and what changed`, () => {
  const kept = history()
  let text = prose(1_800_000)
  const size = text.length
  let changed = 0
  const samples = new Map<number, string>()
  for (let n = 0; n < VERSIONS; n++) {
    kept.add(text)
    if (n % 33 === 0 || n === VERSIONS - 1) samples.set(n, text)
    // Two lines, far from each other, are changed.
    for (const at of [(n * 104_729) % text.length, (n * 15_485_863 + 7) % text.length]) {
      const line = prose(60, n + at)
      changed += line.length
      text = text.slice(0, at) + line + text.slice(at + 40)
    }
  }
  // The document itself is stored whole beside its history.
  expect(size + kept.storedBytes()).toBeLessThan(3 * size + changed)
  const oldestFirst = kept.entries().toReversed()
  for (const [n, expected] of samples) expect(kept.text(oldestFirst[n]?.id ?? 0) === expected).toBe(true)
})

test('any history is read back as it was written', () => {
  const edit = fc.record({
    at: fc.nat(),
    cut: fc.nat(400),
    insert: fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.constantFrom('', '\0', '潮', 'x'.repeat(5_000), prose(3_000)),
    ),
  })
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 60 }),
      fc.constantFrom('', 'a\r\nb', prose(6_000)),
      (edits, start) => {
        const kept = history()
        const texts = [start]
        for (const { at, cut, insert } of edits) {
          const text = texts.at(-1) ?? ''
          const place = at % (text.length + 1)
          texts.push((text.slice(0, place) + insert + text.slice(place + cut)).toWellFormed())
        }
        for (const text of texts) kept.add(text)
        expect(kept.entries().map(({ id }) => kept.text(id))).toEqual(texts.toReversed())
      },
    ),
    { numRuns: 60 },
  )
})

test('thousands of changes of the title alone do not make the text far away', () => {
  const kept = history()
  for (let n = 0; n < 2_000; n++) kept.add('A short text.')
  expect(kept.text(kept.entries()[0]?.id ?? 0)).toBe('A short text.')
  expect(kept.storedBytes()).toBeLessThan(2_000 * 10)
})
