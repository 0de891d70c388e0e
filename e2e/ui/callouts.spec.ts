import { begin, kept } from './editing'
import { expect, test } from './stet'

const TEXT =
  'Before.\n\n> [!WARNING]\n> Deep *water*.\n\n> [!note] Mind the gap\n> and words\n\n> [!other]\n\n> A quotation\n\nThe end.'

test('a callout has the words of its kind or its title, and its mark where the caret rests', async ({
  stet,
  page,
}) => {
  await begin(stet, `${TEXT}‸`)
  const titles = page.locator('.cm-callout-title')
  await expect(titles).toHaveText(['Warning', 'Mind the gap', 'Other'])
  await expect(page.locator('.cm-callout-warning')).toHaveCount(2)
  await expect(page.locator('.cm-callout-plain')).toHaveCount(1)
  await expect(page.locator('.cm-quote:not(.cm-callout)')).toHaveText(['A quotation'])
  await titles.first().click()
  await expect(titles.first()).toHaveText('[!WARNING]')
  await page.keyboard.press('End')
  await stet.type(' Storm')
  await page.keyboard.press('ControlOrMeta+End')
  await expect(titles.first()).toHaveText('Storm')
  await kept(stet, (text) => text === TEXT.replace('[!WARNING]', '[!WARNING] Storm'))
})

test('a command makes a callout of a paragraph of several lines, and Quote a paragraph again', async ({
  stet,
  page,
}) => {
  await begin(stet, 'one\ntwo‸\n\nthree')
  await stet.command('Callout')
  await kept(stet, (text) => text === '> [!note]\n> one\n> two\n\nthree')
  await expect(page.locator('.cm-callout')).toHaveCount(3)
  await stet.type('!')
  await stet.command('Quote')
  await kept(stet, (text) => text === 'one\ntwo!\n\nthree')
  await stet.command('Quote')
  await kept(stet, (text) => text === '> [!note]\n> one\n> two!\n\nthree')
})

test('the reading view shows the same', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, `${TEXT}‸`)
  await stet.press('ControlOrMeta+Shift+E')
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('.callout > p:first-child')).toHaveText(['Warning', 'Mind the gap', 'Other'])
  await expect(frame.locator('.callout.warning')).toContainText('Deep water.')
})
