import { expect, test } from 'vitest'
import { mayLeave, type UnwrittenText } from './leaving'

/** What is in memory only, and what the writer answers one time after the other. */
function leaving(unwritten: readonly string[], ...answers: readonly ('stay' | 'copy' | 'leave')[]) {
  const left = [...answers]
  const asked: (readonly UnwrittenText[])[] = []
  const copied: string[] = []
  const documents = {
    unwritten: () => unwritten,
    read: (id: string) => ({ text: `text of ${id}`, fields: { title: id }, phase: 'dirty' as const }),
  }
  const may = mayLeave(documents, {
    ask: async (texts) => {
      asked.push(texts)
      return left.shift() ?? 'stay'
    },
    copy: async (text) => {
      copied.push(text)
    },
  })
  return { may, asked, copied }
}

test('quit never asks where every word is on the disk', async () => {
  const { may, asked } = leaving([])
  expect(await may).toBe(true)
  expect(asked).toEqual([])
})

test('words that no disk took are named before they are lost; the writer stays', async () => {
  const { may, asked } = leaving(['Low water'], 'stay')
  expect(await may).toBe(false)
  expect(asked).toEqual([[{ title: 'Low water', text: 'text of Low water' }]])
})

test('a copy can be taken first; then it is asked again', async () => {
  const { may, asked, copied } = leaving(['Low water', 'The ferryman'], 'copy', 'leave')
  expect(await may).toBe(true)
  expect(asked).toHaveLength(2)
  expect(copied).toEqual(['# Low water\n\ntext of Low water\n\n# The ferryman\n\ntext of The ferryman'])
})
