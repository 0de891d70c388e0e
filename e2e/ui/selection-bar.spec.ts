import type { Locator, Page } from '@playwright/test'
import { begin, kept, result } from './editing'
import { expect, FERRYMAN, test, type Stet, inOnePage } from './stet'
import { expectNoViolations } from './violations'
import { AT_200_PERCENT } from './zoom'

const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

/** The bar and what is selected, in px of the window; both as they are drawn. */
async function placesOf(page: Page) {
  const bar = await barOf(page).boundingBox()
  const drawn = await page.locator('.cm-selectionBackground').evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  if (bar === null) throw new Error('the bar is not drawn')
  return { bar: { left: bar.x, right: bar.x + bar.width, top: bar.y, bottom: bar.y + bar.height }, drawn }
}

/** The editor draws what is selected again before the bar goes there, so where the bar rests counts. */
async function expectBeside(page: Page, pane = page.locator('[data-scroller]').first()): Promise<void> {
  await expect(barOf(page)).toBeVisible()
  await expect(() => expectBesideNow(page, pane)).toPass()
}

async function expectBesideNow(page: Page, pane: Locator): Promise<void> {
  const { bar, drawn } = await placesOf(page)
  expect(drawn.length).toBeGreaterThan(0)
  for (const one of drawn)
    expect(
      bar.bottom <= one.top + 1 || bar.top >= one.bottom - 1,
      `the bar at ${bar.top} to ${bar.bottom} is over what is selected at ${one.top} to ${one.bottom}`,
    ).toBe(true)
  const frame = await pane.boundingBox()
  if (frame === null) throw new Error('no pane')
  expect(bar.left).toBeGreaterThanOrEqual(frame.x)
  expect(bar.right).toBeLessThanOrEqual(frame.x + frame.width)
  expect(bar.top).toBeGreaterThanOrEqual(frame.y)
  expect(bar.bottom).toBeLessThanOrEqual(frame.y + frame.height)
}

const LINES = `The ferryman was late.\n\nA second paragraph of words.\n\n# A heading\n\n> quoted\n\n${'Many words that wrap over several lines. '.repeat(20)}`

/** Selects a word with the mouse. */
const selectWord = (stet: Stet, words: string) =>
  stet.text
    .getByText(words)
    .first()
    .dblclick({ position: { x: 30, y: 10 } })

test('a button takes the words that two presses and a drag have selected, and not the space behind them', async ({
  stet,
  page,
}) => {
  for (const [name, after] of [
    ['Link', 'The [low tide](https://example.org) comes.'],
    ['Bold', 'The **low tide** comes.'],
    ['Code', 'The `low tide` comes.'],
  ] as const)
    await test.step(`${name} takes the words that two presses and a drag have selected, and not the space behind them`, async () => {
      await begin(stet, 'The low tide comes.')
      const letter = (words: string) =>
        page.locator('.cm-line').evaluate((line, part) => {
          const range = document.createRange()
          const text = line.firstChild!
          range.setStart(text, text.textContent!.indexOf(part))
          range.setEnd(text, range.startOffset + 1)
          const { left, top, width, height } = range.getBoundingClientRect()
          return [left + width / 2, top + height / 2] as const
        }, words)
      const selected = () => page.evaluate(() => String(getSelection()))
      await page.mouse.move(...(await letter('ow')))
      await page.mouse.down()
      await page.mouse.up()
      await page.mouse.down({ clickCount: 2 })
      await page.mouse.move(...(await letter('ide')))
      await page.mouse.move(...(await letter(' comes')))
      await page.mouse.up({ clickCount: 2 })
      expect(await selected()).toBe('low tide ')
      await barOf(page).getByRole('button', { name, exact: true }).click()
      if (name === 'Link') await stet.type('https://example.org')
      await kept(stet, (text) => text === after)
    })
})

test(
  'the bar of selected words',
  inOnePage({
    'beside words of the first line the bar covers no field above the text': async ({ stet, page }) => {
      await begin(stet, LINES)
      await selectWord(stet, 'ferryman')
      await expectBeside(page)
      const { bar } = await placesOf(page)
      const text = await stet.text.boundingBox()
      expect(bar.top).toBeGreaterThanOrEqual(text?.y ?? Infinity)
    },

    'the buttons of the bar say which formats the selected words have': async ({ stet, page }) => {
      await begin(stet, '## A **heading** of words\n\nplain')
      await expect(stet.text).not.toContainText('**')
      await stet.text.getByText('heading').dblclick()
      const button = (name: string) => barOf(page).getByRole('button', { name, exact: true })
      await expect(button('Bold')).toHaveAttribute('aria-pressed', 'true')
      await expect(button('Heading 2')).toHaveAttribute('aria-pressed', 'true')
      await expect(button('Italic')).toHaveAttribute('aria-pressed', 'false')
      await expect(button('Link')).not.toHaveAttribute('aria-pressed')
      await button('Bold').click()
      await expect(button('Bold')).toHaveAttribute('aria-pressed', 'false')
      await button('Italic').click()
      await expect(button('Italic')).toHaveAttribute('aria-pressed', 'true')
      await kept(stet, (text) => text === '## A *heading* of words\n\nplain')
    },

    'selected words get a bar when the button is up; it formats them, and is gone when they are': async ({
      stet,
      page,
    }) => {
      await begin(stet, LINES)
      await selectWord(stet, 'A second paragraph')
      await expectBeside(page)
      await expect(stet.text).toBeFocused()
      await barOf(page).getByRole('button', { name: 'Bold' }).click()
      await expect(stet.text).toBeFocused()
      await kept(stet, (text) => text.includes('A **second** paragraph'))
      await expectBeside(page)
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text.includes('A second paragraph'))
      await stet.press('ArrowRight')
      await expect(barOf(page)).toHaveCount(0)
    },

    'by key: words selected with Shift have the bar, Alt+F10 goes to it, arrows and Enter choose, Escape goes back':
      async ({ stet, page }) => {
        await begin(stet, 'One two three‸')
        await stet.press('Control+Shift+ArrowLeft')
        await expectBeside(page)
        await expectNoViolations(page)
        await stet.press('Alt+F10')
        await expect(barOf(page).getByRole('button', { name: 'Bold' })).toBeFocused()
        await stet.press('Escape')
        await expect(stet.text).toBeFocused()
        await stet.press('Alt+F10')
        await stet.press('End')
        await expect(barOf(page).getByRole('button', { name: 'Code' })).toBeFocused()
        await stet.press('Enter')
        await expect(stet.text).toBeFocused()
        await kept(stet, (text) => text === 'One two `three`')
        await stet.press('Escape')
        await expect(barOf(page)).toHaveCount(0)
        await stet.press('End')
        expect(await result(stet)).toBe('One two `three`‸')
      },
  }),
)

test('in a window of any size the bar stands beside what is selected, whatever that is', async ({
  stet,
  page,
}) => {
  for (const [name, size] of [
    ['a usual window', { width: 1280, height: 800 }],
    ['a narrow window', { width: 620, height: 560 }],
    ['a window at 200 % zoom', AT_200_PERCENT],
  ] as const)
    await test.step(`in ${name} the bar stands beside what is selected, whatever that is`, async () => {
      await begin(stet, `‸${LINES}`)
      await page.setViewportSize(size)
      await stet.text.focus()
      await stet.press('ControlOrMeta+Home')
      for (const keys of ['Shift+End', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown']) {
        await stet.press(keys)
        await stet.press('Alt+F10')
        await expectBeside(page)
        await stet.press('Escape')
      }
      await stet.press('ControlOrMeta+End')
      for (const keys of ['Control+Shift+ArrowLeft', 'Shift+Home', 'Shift+ArrowUp']) {
        await stet.press(keys)
        await stet.press('Alt+F10')
        await expectBeside(page)
        await stet.press('Escape')
      }
    })
})

test('the bar goes along with words that move, though nothing is scrolled', async ({ stet, page }) => {
  await begin(stet, LINES)
  await selectWord(stet, 'A second paragraph')
  await expectBeside(page)
  const before = await placesOf(page)
  await stet.main.ask('settings.set', { textSize: 28 })
  await expect.poll(async () => (await placesOf(page)).drawn[0]?.top).not.toBe(before.drawn[0]?.top)
  await expect.poll(async () => (await placesOf(page)).bar.top).not.toBe(before.bar.top)
  await expectBeside(page)
})

test('a bar that was asked for finds room again when the window or the text changes its size', async ({
  stet,
  page,
}) => {
  await begin(stet, `‸${LINES}`)
  await stet.text.focus()
  await stet.press('ControlOrMeta+End')
  await stet.press('Control+Shift+ArrowLeft')
  await stet.press('Alt+F10')
  await stet.press('ArrowRight')
  const italic = barOf(page).getByRole('button', { name: 'Italic' })
  const expectStill = async () => {
    await expect(italic).toBeFocused()
    await expectBeside(page)
  }
  await expectStill()
  await page.setViewportSize(AT_200_PERCENT)
  await expectStill()
  await stet.main.ask('settings.set', { textSize: 28 })
  await expect(stet.text).toHaveCSS('font-size', '28px')
  await expectStill()
})

test('in a split view the bar stays on the side of the words', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, LINES)
  await stet.command('Split view')
  const right = page.getByRole('region', { name: 'Right side' })
  await right
    .getByText('A second paragraph')
    .first()
    .dblclick({ position: { x: 30, y: 10 } })
  await expectBeside(page, right.locator('[data-scroller]'))
  await page.getByRole('region', { name: 'Left side' }).getByRole('textbox', { name: 'Title' }).click()
  await expect(barOf(page)).toHaveCount(0)
})

test('what a search has found has no bar, and none is there where it is switched off', async ({
  stet,
  page,
}) => {
  await begin(stet, LINES)
  await stet.press('ControlOrMeta+f')
  await stet.type('second')
  await stet.press('Enter')
  await stet.press('Escape')
  await page.waitForTimeout(500)
  await expect(barOf(page)).toHaveCount(0)
  await selectWord(stet, 'A second paragraph')
  await expectBeside(page)
  await stet.command('Toggle selection bar')
  await expect(barOf(page)).toHaveCount(0)
  await stet.press('Alt+F10')
  await expect(stet.notice).toContainText('selection bar is switched off')
  expect(await stet.keptText(FERRYMAN)).toContain('A second paragraph')
})

const TABLE = `| Place | Tide | Note |
| --- | --- | --- |
| Harbour | low | the ferry is late and waits for the tide to come in again before it leaves |
| Island | high | nothing |
| Bridge | mid | one |

After the table.`

test('in a window of any size the bar of words in a table covers no row of it', async ({ stet, page }) => {
  for (const [name, size] of [
    ['a usual window', { width: 1280, height: 800 }],
    ['a small window', { width: 900, height: 600 }],
  ] as const)
    await test.step(`in ${name} the bar of words in a table covers no row of it`, async () => {
      await begin(stet, TABLE)
      await page.setViewportSize(size)
      for (const words of ['Tide', 'Harbour', 'Island', 'Bridge', 'ferry is']) {
        await stet.text.getByText(words).first().scrollIntoViewIfNeeded()
        const cell = (await page.locator('.cm-cell', { hasText: words }).first().boundingBox())!
        await page.mouse.dblclick(cell.x + (words === 'ferry is' ? 36 : 12), cell.y + 12)
        await expectBeside(page)
        const { bar } = await placesOf(page)
        const table = (await page.locator('.cm-table-grid').boundingBox())!
        expect(
          bar.bottom <= table.y + 1 || bar.top >= table.y + table.height - 1,
          `the bar of “${words}” at ${bar.top} to ${bar.bottom} is over the table at ${table.y}`,
        ).toBe(true)
      }
    })
})

test('the bar of words in several cells covers no row of their table, which is shown as it is written', async ({
  stet,
  page,
}) => {
  await begin(stet, `${TABLE.split('\n').toSpliced(2, 1).join('\n')}‸`)
  await page.locator('.cm-cell', { hasText: 'Island' }).click({ position: { x: 4, y: 10 } })
  await stet.press('Home')
  for (let step = 0; step < 8; step++) await stet.press('Shift+ArrowRight')
  await expect(stet.text).toContainText('| Island | high | nothing |')
  await expectBeside(page)
  const { bar } = await placesOf(page)
  const [head, last] = await Promise.all(
    ['| Place |', '| Bridge |'].map((words) => page.locator('.cm-line', { hasText: words }).boundingBox()),
  )
  expect(bar.bottom <= head!.y + 1 || bar.top >= last!.y + last!.height - 1).toBe(true)
})
