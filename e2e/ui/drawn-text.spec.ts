import type { Page } from '@playwright/test'
import { begin, kept, typeElsewhere } from './editing'
import { expect, test, type Stet } from './stet'

/** Where the browser draws the cursor. */
const cursor = (page: Page) =>
  page.evaluate(() => {
    const range = window.getSelection()?.getRangeAt(0).cloneRange()
    if (range === undefined) return new DOMRect().toJSON() as DOMRect
    const { left, top, bottom } = range.getBoundingClientRect()
    if (bottom > top) return { left, top, bottom }
    // Between two elements a range has no place of its own: it is behind what stands before it.
    range.setStartBefore(range.startContainer.childNodes[range.startOffset - 1] ?? range.startContainer)
    const before = range.getBoundingClientRect()
    return { left: before.right, top: before.top, bottom: before.bottom }
  })

const scenes: readonly (readonly [string, (stet: Stet) => Promise<unknown>])[] = [
  ['in the whole window', async () => {}],
  [
    'beside a panel',
    async (stet) => {
      await stet.command('Show links to this document')
      await expect(stet.text).not.toBeFocused()
    },
  ],
  [
    'in a split view',
    async (stet) => {
      await stet.press('ControlOrMeta+Shift+D')
      await expect(stet.text).toHaveCount(2)
      await expect(stet.text.last()).toBeFocused()
    },
  ],
  ['in a narrow window', ({ page }) => page.setViewportSize({ width: 620, height: 500 })],
  ['in a window at 200 %', ({ page }) => page.setViewportSize({ width: 640, height: 400 })],
  [
    'scrolled, at the end of the window',
    async (stet) => {
      await typeElsewhere(stet, 0, 'A line.\n\n'.repeat(60))
      await stet.press('ControlOrMeta+End')
    },
  ],
]

for (const [where, arrange] of scenes)
  test(`the list of titles stands at the cursor ${where}`, async ({ stet, page }) => {
    await begin(stet, 'Some words before it, and ‸')
    await arrange(stet)
    const text = page.locator('.cm-content:focus')
    await ((await text.count()) ? text : stet.text.last()).focus()
    await page.keyboard.press('ControlOrMeta+End')
    await stet.type('[[l')
    const list = page.getByRole('listbox').filter({ hasText: 'Letters' }).and(page.locator('.cm-tooltip *'))
    await expect(list).toBeVisible()
    const pane = (await page.locator('[data-pane="editor"]:has(.cm-tooltip)').boundingBox())!
    const boxOf = async () => (await page.locator('.cm-tooltip-autocomplete').boundingBox())!
    // The text scrolls to the letters, and the list is placed with the frame after the one that it comes in.
    await expect
      .poll(async () => {
        const at = await cursor(page)
        const { x, y, width, height } = await boxOf()
        const isBelow = y >= at.top && y <= at.bottom + 6
        const isAbove = y + height <= at.bottom && y + height >= at.top - 6
        // It begins at the letters typed after `[[`, or further left where the pane ends.
        const isBeside = x <= at.left + 1 && x >= Math.min(at.left - 40, pane.x + pane.width - width - 12)
        return isBeside && (isBelow || isAbove)
      })
      .toBe(true)
    const box = await boxOf()
    expect(box.x).toBeGreaterThanOrEqual(pane.x)
    expect(box.x + box.width).toBeLessThanOrEqual(pane.x + pane.width)
    expect(box.y + box.height).toBeLessThanOrEqual(pane.y + pane.height)
    const isWide = await text.evaluate((element) => {
      const scroller = element.closest<HTMLElement>('[class*="scroller"]:not(.cm-scroller)')
      return scroller === null || scroller.scrollWidth > scroller.clientWidth
    })
    expect(isWide).toBe(false)
    await stet.press('Enter')
    expect(await kept(stet, (now) => now.includes(']]'))).toMatch(/and \[\[[^\]]+\]\]$/)
  })

test('a selection is seen over code and front matter in every theme', async ({ stet, page }) => {
  for (const theme of ['light', 'dark', 'sepia'])
    await test.step(`a selection is seen over code and front matter, ${theme}`, async () => {
      await stet.command(`Theme: ${theme}`)
      await begin(stet, '---\ntitle: Low water\n---\n\n```js\nlet one = 1\nlet two = 2\n```\n\nend‸')
      for (const name of ['cm-code', 'cm-front-matter']) {
        await page.keyboard.press('ControlOrMeta+End')
        const line = page.locator(`.cm-line.${name}`).nth(1)
        const box = (await line.boundingBox())!
        // Beside the letters, in the space that a selected line end takes.
        const clip = { x: box.x + 16, y: box.y + 1, width: 60, height: 2 }
        const before = await page.screenshot({ clip })
        // Left of the words, where a form of front matter has no field.
        await page.mouse.click(box.x + 4, box.y + 8)
        await page.keyboard.press('Home')
        await page.keyboard.press('Shift+ArrowDown')
        await expect(page.locator('.cm-selectionBackground').first()).toBeVisible()
        expect((await page.screenshot({ clip })).equals(before)).toBe(false)
      }
    })
})

test('a text comes back on screen as it was left, whatever is above the line of the cursor', async ({
  stet,
  page,
}) => {
  const paragraph = 'Words that wrap into many lines, as those of a paragraph do. '.repeat(20)
  const text = Array.from({ length: 12 }, (_, index) => `## Part ${index}\n\n${paragraph}`).join('\n\n')
  await begin(stet, `${text}‸`)
  await stet.type(' The end.')
  await kept(stet, (now) => now.endsWith('The end.'))
  const top = async () => (await cursor(page)).top
  await expect
    .poll(async () => (await page.locator('[data-scroller]').evaluate((e) => e.scrollTop)) > 0)
    .toBe(true)
  const before = await top()
  for (const _ of [1, 2]) {
    await stet.option('Low water').click()
    await page.reload()
    await expect(stet.title).toHaveValue('Low water')
    await stet.option('The ferryman').click()
    await stet.option('The ferryman').press('Enter')
    await expect(stet.text).toBeFocused()
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2)
  }
})

test('cells that are wholly code, bold or links stay in their columns, and fitting words in one row', async ({
  stet,
  page,
}) => {
  const rows = [
    '| flag | meaning | more |',
    '| --- | --- | --- |',
    '| `--port` | some **bold** text | plain |',
    '| **bold** | [link](https://a.org) | *thin* |',
    '| ~~old~~ | [[Low water]] | `x` |',
    '| plain | words | end |',
  ]
  await begin(stet, `${rows.join('\n')}\n\nend‸`)
  const lines = page.locator('.cm-line.cm-table-row')
  await expect(lines).toHaveCount(5)
  // The columns are measured once more when the face of code has come.
  await expect(async () => {
    const drawn = await lines.evaluateAll((elements) =>
      elements.map((line) => ({
        height: line.getBoundingClientRect().height,
        cells: [...line.querySelectorAll(':scope > .cm-cell')].map((cell) =>
          Math.round(cell.getBoundingClientRect().x),
        ),
      })),
    )
    for (const { cells, height } of drawn) {
      expect(cells).toEqual(drawn[0]?.cells)
      expect(Math.abs(height - (drawn[0]?.height ?? 0))).toBeLessThan(2)
    }
    expect(drawn[0]?.cells).toHaveLength(3)
  }).toPass()
})

const EVERYTHING = `---
title: All
tags: [a]
---

# Heading

Words under it.
## Heading at once
A soft line.

---

- one
- two
  - three

1. first
2. second

- [ ] task

> quoted
>
> again

| a | b |
| - | - |
| c | d |

\`\`\`js
let a = 1

let b = 2
\`\`\`

Setext
======

![picture](https://a.org/x.png)

<div>html</div>

***
#### Four

    indented

A [link](https://a.org), **bold**, \`code\`.


Two empty lines above.
## 
end`

test('ArrowDown and ArrowUp stop at every line of a text with everything in it, but for the dashes of a table', async ({
  stet,
  page,
}) => {
  for (const [keys, start, back] of [
    ['ArrowDown', 'ControlOrMeta+Home', 1],
    ['ArrowUp', 'ControlOrMeta+End', -1],
  ] as const)
    await test.step(`${keys} stops at every line of a text with everything in it, but for the dashes of a table`, async () => {
      await begin(stet, `${EVERYTHING}‸`)
      await page.setViewportSize({ width: 1280, height: 2400 })
      await page.keyboard.press(start)
      const lines = EVERYTHING.split('\n')
      const stops = [...lines.keys()].filter((index) => lines[index] !== '| - | - |')
      const visited: number[] = []
      const line = () =>
        page.evaluate(() => {
          const node = window.getSelection()?.focusNode
          const element = node instanceof Element ? node : node?.parentElement
          return [...document.querySelectorAll('.cm-line')].indexOf(element?.closest('.cm-line') as Element)
        })
      for (let steps = 0; steps < stops.length; steps++) {
        visited.push(await line())
        await page.keyboard.press(keys)
      }
      expect(visited).toEqual(back === 1 ? stops : stops.toReversed())
    })
})

test('Shift+ArrowDown selects line by line, a rule too', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, 'one\n\n---\n\nend')
  await page.keyboard.press('ControlOrMeta+Home')
  for (let count = 0; count < 3; count++) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  expect(await kept(stet, (text) => !text.includes('one'))).toBe('\nend')
})

test('no line ends between a hidden sign and what stands at it, at any width', async ({ stet, page }) => {
  const words = Array.from(
    { length: 30 },
    (_, at) => `(*word${at}*), “**bold**”; **more**, pre*fix*ed H~2~O m^2^s`,
  )
  await begin(stet, `${words.join(' ')}\n\nEnd.‸`)
  await expect(page.locator('.cm-line').first()).not.toContainText(/[*~^]/)
  const parted = await stet.text.evaluate((content) => {
    const found = new Set<string>()
    const range = document.createRange()
    for (let width = 300; width < 420; width += 3) {
      content.style.width = `${width}px`
      const texts = document.createTreeWalker(content.querySelector('.cm-line')!, NodeFilter.SHOW_TEXT)
      let before = { sign: ' ', top: 0 }
      while (texts.nextNode())
        for (const [at, sign] of [...texts.currentNode.nodeValue!].entries()) {
          range.setStart(texts.currentNode, at)
          range.setEnd(texts.currentNode, at + 1)
          const { top } = range.getBoundingClientRect()
          if (before.sign !== ' ' && sign !== ' ' && top > before.top + 10) found.add(before.sign + sign)
          before = { sign, top }
        }
    }
    content.style.width = ''
    return [...found]
  })
  expect(parted).toEqual([])
})
