import type { Page } from '@playwright/test'
import { begin } from './editing'
import { expect, test } from './stet'

/** A text with every construct that is drawn in another way than it is written. */
const EVERYTHING = [
  '---\ntitle: Low water\ntags: [sea]\nstatus: draft\n---',
  '# A heading',
  'Words with **bold**, *italic*, ~~struck~~, `code` and a [link](https://example.org/a/long/address "title").',
  '## A second one',
  '- an item\n- [ ] a task\n- [x] a task that is *done*\n  - an item within it',
  '1. first\n2. second with **bold**',
  '> a quotation with *stress*\n> of two lines',
  '> [!warning]\n> Deep water.',
  '> [!note] A *title*\n> and words',
  '```js\nlet one = 1\n```',
  '| a | b |\n| - | - |\n| `one` | **two** |',
  'One line  \nand two\\\nand three.',
  'A footnote[^1] and \\*no stress\\*.',
  '[^1]: The words of the *footnote*.',
  '---',
  'A setext heading\n---',
  '<div>HTML</div>',
  '10^2^ drops of H~2~O.',
  'A formula $\\frac{a}{b}$ in a line.',
  '$$\n\\sum_{i=1}^n x_i\n$$',
  'The end.',
].join('\n\n')

/** Presses an arrow key `count` times: the farthest that a line other than the caret's was moved by a press, in px. */
const farthestMove = (page: Page, name: 'ArrowDown' | 'ArrowUp', count: number) =>
  page.locator('.cm-content').evaluate(
    (content, pressed) => {
      const tops = () => [...content.querySelectorAll(':scope > .cm-line')].map(topOf)
      const topOf = (line: Element) => line.getBoundingClientRect().top
      const caretLine = () => {
        const node = window.getSelection()?.anchorNode ?? null
        const line = (node instanceof Element ? node : node?.parentElement)?.closest('.cm-line') ?? null
        return line === null ? -1 : [...content.querySelectorAll(':scope > .cm-line')].indexOf(line)
      }
      let farthest = 0
      for (let step = 0; step < pressed.count; step++) {
        const before = tops()
        const keyCode = pressed.name === 'ArrowDown' ? 40 : 38
        content.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed.name, keyCode, bubbles: true, cancelable: true }),
        )
        const caret = caretLine()
        tops().forEach((top, line) => {
          if (line !== caret) farthest = Math.max(farthest, Math.abs(top - (before[line] ?? Infinity)))
        })
      }
      return { farthest, caret: caretLine() }
    },
    { name, count },
  )

test('no line moves while the caret travels down and up through every construct', async ({ stet, page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 })
  await begin(stet, EVERYTHING)
  await page.keyboard.press('ControlOrMeta+Home')
  const down = await farthestMove(page, 'ArrowDown', 80)
  expect(down.farthest).toBeLessThanOrEqual(0.5)
  expect(down.caret).toBeGreaterThan(30)
  const up = await farthestMove(page, 'ArrowUp', 80)
  expect(up.farthest).toBeLessThanOrEqual(0.5)
  expect(up.caret).toBe(0)
})

test('marks show where the caret rests, and not on its way', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, 'one\n\n**two**\n\n**three**\n\nfour')
  await page.keyboard.press('ControlOrMeta+Home')
  const onTheWay = await page.locator('.cm-content').evaluate((content) => {
    let marks = 0
    for (let step = 0; step < 4; step++) {
      content.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', keyCode: 40, bubbles: true, cancelable: true }),
      )
      marks += content.querySelectorAll('.cm-mark').length
    }
    return marks
  })
  expect(onTheWay).toBe(0)
  await expect(page.locator('.cm-line:has(.cm-mark)')).toHaveText(['**three**'])
})

test('marks show at once on the line that is typed in', async ({ stet, page }) => {
  await begin(stet, 'one\n\n**two**‸')
  await stet.press('ArrowUp')
  await stet.press('ArrowDown')
  await stet.type('x')
  expect(await page.locator('.cm-content .cm-mark').count()).toBeGreaterThan(0)
})

test('a second press selects the word that the first pointed at', async ({ stet, page }) => {
  for (const [construct, word] of [
    ['## A **heading** of words', 'heading'],
    ['Words with [a harbour](https://example.org/a/long/address) in it', 'harbour'],
    ['Some ***very stressed*** words', 'stressed'],
  ] as const)
    await test.step(word, async () => {
      await begin(stet, `${construct}\n\nThe end.`)
      await expect(stet.text).not.toContainText(construct)
      const { x, y } = await stet.text.evaluate((element, wanted) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        while (texts.nextNode() && !texts.currentNode.nodeValue?.includes(wanted));
        const range = document.createRange()
        const from = texts.currentNode.nodeValue?.indexOf(wanted) ?? 0
        range.setStart(texts.currentNode, from)
        range.setEnd(texts.currentNode, from + wanted.length)
        const box = range.getBoundingClientRect()
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      }, word)
      const selected = () => page.evaluate(() => window.getSelection()?.toString())
      const pressAgain = async (clickCount: number) => {
        await page.mouse.down({ clickCount })
        await page.mouse.up({ clickCount })
      }
      await page.mouse.click(x, y)
      await expect(stet.text).toContainText(construct)
      await pressAgain(2)
      await expect.poll(selected).toBe(word)
      await pressAgain(3)
      // The caret is on the next line then, and this one is shown without its marks.
      await expect.poll(selected).toMatch(new RegExp(`.*${word}.*${construct.slice(-2)}\\n`))
      await expect(stet.text).not.toContainText(construct)
      // Drawn on, from word to word.
      await page.mouse.click(x, y)
      await page.mouse.move(x, y)
      await page.mouse.down({ clickCount: 2 })
      await page.mouse.move(x + 400, y, { steps: 4 })
      await page.mouse.up({ clickCount: 2 })
      await expect.poll(selected).toMatch(new RegExp(`^${word}.*\\w$`))
    })
})
