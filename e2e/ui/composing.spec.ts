import type { CDPSession } from '@playwright/test'
import { begin, kept, result, typeElsewhere } from './editing'
import { expect, inOnePage, test, type Stet } from './stet'

/** An input method over the DevTools protocol, as a key starts it and as it writes. */
interface InputMethod {
  /** What is being composed now, in place of what was before. */
  compose(words: string): Promise<void>
  /** The composition ends with these words. */
  end(words: string): Promise<void>
}

async function inputMethod({ page }: Stet): Promise<InputMethod> {
  const client: CDPSession = await page.context().newCDPSession(page)
  return {
    async compose(text) {
      const key = { key: 'Process', windowsVirtualKeyCode: 229 }
      await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
      await client.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
      await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    },
    end: async (text) => void (await client.send('Input.insertText', { text })),
  }
}

/** Composes 日本 at the cursor, letter by letter, and holds that it is in the text once as it is being composed. */
async function composeWord(stet: Stet): Promise<void> {
  const input = await inputMethod(stet)
  for (const words of ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん']) await input.compose(words)
  await expect(stet.text).toContainText('にほん')
  await input.end('日本')
  await expect(stet.text).not.toContainText('に')
}

const PLACES = [
  ['in bold words', 'It is **bo‸ld** here.', 'It is **bo日本‸ld** here.'],
  ['before bold words', 'It is ‸**bold** here.', 'It is 日本‸**bold** here.'],
  ['behind bold words', 'It is **bold**‸ here.', 'It is **bold**日本‸ here.'],
  ['in an empty line', 'Above.\n\n‸\n\nBelow.', 'Above.\n\n日本‸\n\nBelow.'],
  ['at the start of a line', 'Above.\n\n‸Below.', 'Above.\n\n日本‸Below.'],
  ['at the start of a heading', 'Above.\n\n# ‸Below', 'Above.\n\n# 日本‸Below'],
  ['at the start of an item', '- one\n- ‸two', '- one\n- 日本‸two'],
  ['at the start of a task', '- [ ] ‸two', '- [ ] 日本‸two'],
  ['at the start of a quotation', '> ‸two', '> 日本‸two'],
  ['before an image', 'See ‸![A hill](hill.png) there.', 'See 日本‸![A hill](hill.png) there.'],
  ['behind an image', 'See ![A hill](hill.png)‸ there.', 'See ![A hill](hill.png)日本‸ there.'],
  ['in a link', 'See [the ch‸art](https://example.org).', 'See [the ch日本‸art](https://example.org).'],
  ['in a cell', '| a | b |\n| --- | --- |\n| c‸ | d |', '| a | b |\n| --- | --- |\n| c日本‸ | d |'],
] as const

test(
  'an input method writes what it composes, once and where the cursor is',
  inOnePage(
    Object.fromEntries(
      PLACES.map(([place, marked, after]) => [
        place,
        async ({ stet }) => {
          await begin(stet, marked)
          await composeWord(stet)
          expect(await result(stet)).toBe(after)
        },
      ]),
    ),
  ),
)

const BOLD = 'It is **bo‸ld** here.'

const ELSEWHERE = [
  ['before it', 0, 'From elsewhere. It is **bo日本ld** here.'],
  ['into the same bold words', 8, 'It is **From elsewhere. bo日本ld** here.'],
  ['behind it', 'end', 'It is **bo日本ld** here.From elsewhere. '],
] as const

test(
  '[W14] what comes in while an input method composes waits for it, and both are kept',
  inOnePage(
    Object.fromEntries(
      ELSEWHERE.map(([where, at, after]) => [
        where,
        async ({ stet }) => {
          await begin(stet, BOLD)
          await kept(stet, (text) => text === BOLD.replace('‸', ''))
          const input = await inputMethod(stet)
          await input.compose('に')
          await input.compose('にほ')
          await typeElsewhere(stet, at, 'From elsewhere. ')
          await input.compose('にほん')
          await expect(stet.text).toContainText('にほん')
          await expect(stet.text).not.toContainText('elsewhere')
          await input.end('日本')
          await kept(stet, (text) => text === after)
          await expect(stet.text).toContainText('From elsewhere.')
          await stet.press('ControlOrMeta+z')
          await kept(stet, (text) => text === after.replace('日本', ''))
        },
      ]),
    ),
  ),
)
