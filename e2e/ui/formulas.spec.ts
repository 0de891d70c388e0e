import type { Page } from '@playwright/test'
import { begin, kept, result } from './editing'
import { expect, test, inOnePage } from './stet'

const INLINE = 'Energy $E=mc^2$ and rest.'
const BLOCK = 'Before.\n\n$$\n\\frac{a}{b}\n$$\n\nAfter.'

/** The tops of all lines on screen. */
const tops = (page: Page) =>
  page
    .locator('.cm-content')
    .evaluate((content) =>
      [...content.querySelectorAll('.cm-line')].map((line) => line.getBoundingClientRect().top),
    )

test('a formula is drawn where the caret is not, and nothing is loaded before one is met', async ({
  stet,
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await begin(stet, 'No formula, $5 or $6.‸')
  await page.waitForTimeout(300)
  expect(loaded.filter((address) => /formula/.test(address))).toEqual([])
  await begin(stet, `${INLINE}\n\nThe end.‸`)
  await expect(page.locator('.cm-formula math')).toHaveCount(1)
  await expect(stet.text).not.toContainText('$')
  expect(loaded.filter((address) => /draw-formula/.test(address))).toHaveLength(1)
  await expect(page.locator('.cm-formula math msup')).toHaveCount(1)
})

test(
  'a formula in the text',
  inOnePage({
    'its source shows beside it while the caret rests in it, and no line moves': async ({ stet, page }) => {
      await begin(stet, `${INLINE}\n\n${BLOCK}\n\nThe end.‸`)
      await expect(page.locator('math')).toHaveCount(2)
      const before = await tops(page)
      const [first = 0, , third = 0, after = 0] = before.slice(4)
      expect(after - third).toBeCloseTo((third - first) / 2, 0)
      await page.locator('.cm-formula-block').click()
      await expect(stet.text).toContainText('\\frac{a}{b}')
      await expect(page.locator('.cm-formula-block[data-place="beside"] math')).toBeVisible()
      const open = await tops(page)
      open.forEach((top, line) => expect(Math.abs(top - (before[line] ?? 0))).toBeLessThanOrEqual(0.5))
      await page.locator('.cm-formula').click()
      await expect(stet.text).toContainText('$E=mc^2$')
      await expect(page.locator('.cm-formula[data-place="beside"] math')).toBeVisible()
      await expect(stet.text).not.toContainText('frac')
      const other = await tops(page)
      other.forEach((top, line) => expect(Math.abs(top - (before[line] ?? 0))).toBeLessThanOrEqual(0.5))
    },

    'arrows go over a formula in one step, and into its source where they rest': async ({ stet, page }) => {
      await begin(stet, 'The ‸$x^2$ ends')
      await stet.press('Home')
      await expect(page.locator('.cm-formula')).toHaveCount(1)
      await expect(page.locator('.cm-formula[data-place="alone"]')).toHaveCount(1)
      await page.locator('.cm-content').evaluate((content) => {
        for (let step = 0; step < 5; step++)
          content.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowRight', keyCode: 39, bubbles: true, cancelable: true }),
          )
      })
      await stet.press('ArrowRight')
      await stet.type('!')
      await kept(stet, (text) => text === 'The $x^2$ !ends')
      for (let step = 0; step < 2; step++) await stet.press('ArrowLeft')
      await expect(page.locator('.cm-formula[data-place="beside"]')).toHaveCount(1)
      await stet.press('ArrowLeft')
      expect(await result(stet)).toBe('The $x^2‸$ !ends')
    },

    'what is typed shows at once, and a formula that is broken is its source with a sentence': async ({
      stet,
      page,
    }) => {
      await begin(stet, 'One $x^2‸$ here.\n\nThe end.')
      await stet.press('ArrowLeft')
      await stet.press('ArrowRight')
      await stet.type('+\\frac{1}{2}')
      await expect(page.locator('.cm-formula mfrac')).toBeVisible()
      await stet.type('}')
      await expect(page.locator('.cm-formula')).toHaveCount(0)
      await expect(page.locator('.cm-formula-why')).toHaveCount(0)
      await page.keyboard.press('ControlOrMeta+End')
      await expect(page.locator('.cm-formula-why')).toHaveText('This formula cannot be drawn.')
      await expect(stet.text).toContainText('$x^2+\\frac{1}{2}}$')
    },
  }),
)

test('a block in a quotation, in a list and in a table is drawn', async ({ stet, page }) => {
  await begin(
    stet,
    '> $$\n> a^2\n> $$\n\n- $$b^2$$\n- item $c^2$\n\n| a | b |\n| - | - |\n| $d^2$ | e |\n\nThe end.‸',
  )
  await expect(page.locator('math')).toHaveCount(4)
  await expect(stet.text).not.toContainText('$')
  await expect(page.locator('math').first()).toHaveText('a2')
})

test('hostile formulas stay text, and nothing of them is active', async ({ stet, page }) => {
  const hostile = [
    `$$${'{'.repeat(5_000)}x${'}'.repeat(5_000)}$$`,
    `$$${'\\frac{'.repeat(1_000)}$$`,
    '$$\\def\\a{\\a\\a}\\a$$',
    '$\\href{javascript:alert(1)}{x}$',
    '$\\includegraphics{https://example.org/x.png}$',
    '$\\class{cm-line}{x}\\style{position:fixed}{y}$',
    '$\\raisebox{-900em}{x}\\hspace{9000em}\\rule{9em}{9000em}$',
    '$\\text{<img src=x onerror=alert(1)>}$',
  ]
  const asked: string[] = []
  const text = ['Begin.', ...hostile, '$ok$', 'The end.'].join('\n\n')
  await begin(stet, `${text}‸`)
  await expect(page.locator('math').last()).toHaveText('ok')
  await page.keyboard.press('ControlOrMeta+Home')
  // A worker of the page may be loaded now.
  page.on('request', (request) => request.url().includes('.worker-') || asked.push(request.url()))
  await expect(page.locator('.cm-content :is(img, a, script)[src], .cm-content a')).toHaveCount(0)
  await expect(page.locator('.cm-formula-why')).not.toHaveCount(0)
  expect(asked).toEqual([])
  expect(await kept(stet, () => true)).toBe(text)
})
