import { expect, test, vi } from 'vitest'
import { useWindow } from '../store'
import { offerWords } from './stray-words'

test('one sentence offers all words that wait, those typed last as well', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
  const offers = () => useWindow.getState().toasts.filter(({ text }) => text.includes('are in no text yet'))
  offerWords('the first words ')
  await expect.poll(() => offers().length).toBe(1)
  offerWords('and others')
  await new Promise((resolve) => setTimeout(resolve))
  expect(offers()).toHaveLength(1)
  offers()[0]?.actions[0]?.run()
  await expect.poll(() => copied).toEqual(['the first words\n\nand others'])
  vi.unstubAllGlobals()
})
