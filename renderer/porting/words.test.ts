import { expect, test } from 'vitest'
import { comingWords, knownWords, sentAfterImport, sentAfterMove } from './words'

const report = { documents: 300, duplicates: 0, folders: 1, tags: ['a', 'b'], files: 0 }

test.each([
  [{}, '300 documents, 1 folder and 2 tags', undefined],
  [
    { duplicates: 250 },
    '50 new documents, 1 folder and 2 tags',
    '250 of the 300 documents are here already and will not be made twice.',
  ],
  [
    { documents: 2, duplicates: 1, folders: 0, tags: [] },
    '1 new document',
    '1 of the 2 documents is here already and will not be made twice.',
  ],
  [{ duplicates: 300 }, '300 documents, 1 folder and 2 tags', 'Everything is already in this library.'],
  [{ documents: 0, folders: 0, tags: [] }, '0 documents', undefined],
])('a preview says first how many documents come: %j', (change, coming, known) => {
  const changed = { ...report, ...change }
  expect(comingWords(changed)).toBe(coming)
  expect(knownWords(changed)).toBe(known)
})

test.each([
  [{ documents: 1, files: 0 }, 'It is sent'],
  [{ documents: 0, files: 1 }, 'It is sent'],
  [{ documents: 1, files: 1 }, 'They are sent'],
  [{ documents: 2, files: 0 }, 'They are sent'],
  [{ documents: 0, files: 0 }, ''],
])('one item is sent, and several are: %j', (made, beginning) => {
  expect(sentAfterImport(made)).toBe(beginning === '' ? '' : `${beginning} as the network allows.`)
  expect(sentAfterMove(made).startsWith(`${beginning} in the background`)).toBe(beginning !== '')
})
