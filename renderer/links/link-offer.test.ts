import { expect, test } from 'vitest'
import { linkUpdate } from './link-offer'

/** Replaces in the same way as the main process. */
const updated = (text: string, before: string, after: string) => {
  const { find, replace } = linkUpdate({ before, after })
  return text.replace(new RegExp(find, 'gimu'), replace.replaceAll('\\\\', '\\'))
}

test.each([
  [
    '[[Ledger]] and [[ ledger |the book]]',
    'Ledger',
    'The Big Ledger',
    '[[The Big Ledger]] and [[The Big Ledger|the book]]',
  ],
  ['[[Ledger#May]] [[Ledgers]] Ledger', 'Ledger', 'Book', '[[Book#May]] [[Ledgers]] Ledger'],
  ['[[Ledger#May]]', 'Ledger', 'Books [1] | #2', '[[Books 1 2#May]]'],
  ['[[Books 1 2|both]] [[Books 1]]', 'Books [1] | #2', 'Ledger', '[[Ledger|both]] [[Books 1]]'],
  ['[[C++ (1.0)?]]', 'C++ (1.0)?', 'C $& \\ $1', '[[C $& \\ $1]]'],
])('links follow a rename: %s', (text, before, after, expected) =>
  expect(updated(text, before, after)).toBe(expected),
)
