import type { Page } from '@playwright/test'
import { begin, documentOf, kept, openByName } from './editing'
import { expect, inOnePage, test, type Stet } from './stet'

const T = [
  '| Place | Tide | Height |',
  '| --- | :-: | --: |',
  '| Old harbour | high | 7 |',
  '| Mill | low | 12 |',
].join('\n')

const rowHandle = (page: Page) => page.getByRole('button', { name: 'Row menu' })
const columnHandle = (page: Page) => page.getByRole('button', { name: 'Column menu' })
const cell = (page: Page, words: string) => page.locator('.cm-cell', { hasText: words })

const table = async (stet: Stet, is: string): Promise<void> => {
  await kept(stet, (text) => text.includes(`Words.\n\n${is}\n\nThe end.`))
}

/** What of the words of the text, the title and the fields lies below a handle, and whether both are inside the window. */
const below = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('[data-scroller]')!, NodeFilter.SHOW_TEXT)
    const words: { readonly text: string; readonly rects: readonly DOMRect[] }[] = []
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      if (node.textContent!.trim() !== '')
        words.push({ text: node.textContent!, rects: [...range.getClientRects()] })
    }
    const handles = [...document.querySelectorAll('.cm-table-handle')].filter((one) => one.checkVisibility())
    const frame = document.querySelector('[data-scroller]')!.getBoundingClientRect()
    return {
      shown: handles.length,
      over: handles.flatMap((handle) => {
        const { left, right, top, bottom } = handle.getBoundingClientRect()
        return words
          .filter(({ rects }) =>
            rects.some(
              (one) =>
                one.left < right - 0.5 && one.right > left + 0.5 && one.top < bottom && one.bottom > top,
            ),
          )
          .map(({ text }) => text)
      }),
      isInside: handles.every((handle) => {
        const { left, right } = handle.getBoundingClientRect()
        return left >= frame.left && right <= frame.right
      }),
    }
  })

/** Where every line of the text stands. */
const lines = (page: Page) =>
  page.locator('.cm-line').evaluateAll((all) =>
    all.map((line) => {
      const { x, y, width, height } = line.getBoundingClientRect()
      return [x, y, width, height]
    }),
  )

const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()

test(
  'a row and a column of a table have a handle',
  inOnePage({
    'it comes beside the cell under the pointer, over no words, and no line moves': async ({
      stet,
      page,
    }) => {
      const nested =
        '- item\n\n  | e | f |\n  | - | - |\n  | g | h |\n\n> | a | b |\n> | --- | --- |\n> | c |  |'
      const arabic = '| الكلمة | العدد |\n| --- | --- |\n| سمك | ثلاثة |'
      const close = 'Right below words:\n| x1 | y1 |\n| - | - |\n| z1 | q1 |'
      await begin(stet, `Words.\n\n${T}\n\n${nested}\n\n${arabic}\n\n${close}\n\nThe end.‸`)
      await expect(rowHandle(page)).toHaveCount(0)
      for (const [width, height] of [
        [1280, 800],
        [900, 600],
      ] as const) {
        await page.setViewportSize({ width, height })
        const toTop = () => page.locator('[data-scroller]').evaluate((scroller) => scroller.scrollTo(0, 0))
        await toTop()
        const before = await lines(page)
        for (const words of ['Place', 'Old harbour', 'high', '12', 'g', 'c', 'سمك', 'ثلاثة', 'x1', 'q1']) {
          await cell(page, words).first().hover()
          await expect(rowHandle(page)).toBeVisible()
          await expect(columnHandle(page)).toBeVisible()
          expect(await below(page), words).toEqual({ shown: 2, over: [], isInside: true })
          const [own, handle] = [
            await cell(page, words).first().boundingBox(),
            await rowHandle(page).boundingBox(),
          ]
          expect(Math.abs(own!.y + own!.height / 2 - handle!.y - handle!.height / 2)).toBeLessThan(6)
        }
        await toTop()
        expect(await lines(page)).toEqual(before)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByText('Words.', { exact: true }).hover()
      await expect(rowHandle(page)).toHaveCount(0)
    },

    'the pointer gets from a cell to its handles, and they do what their lines say': async ({
      stet,
      page,
    }) => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      await cell(page, 'Mill').hover()
      await rowHandle(page).click()
      await expect(page.getByRole('menu', { name: 'Row' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Move row down' })).toBeDisabled()
      await choose(page, 'Move row up')
      const [head, rule, first, second] = T.split('\n')
      await table(stet, [head, rule, second, first].join('\n'))
      await expect(stet.text).toBeFocused()
      await stet.press('ControlOrMeta+z')
      await table(stet, T)

      await cell(page, 'low').hover()
      await columnHandle(page).click()
      await expect(page.getByRole('menu', { name: 'Column' })).toBeVisible()
      await choose(page, 'Delete column')
      await table(stet, '| Place | Height |\n| --- | --: |\n| Old harbour | 7 |\n| Mill | 12 |')
      await stet.press('ControlOrMeta+z')
      await table(stet, T)

      await cell(page, '12').hover()
      await columnHandle(page).click()
      await choose(page, 'Align column')
      await expect(page.getByRole('menuitemcheckbox', { name: 'Right' })).toBeChecked()
      await page.getByRole('menuitemcheckbox', { name: 'Left' }).click()
      await table(stet, T.replace('--:', ':--'))
      await stet.press('ControlOrMeta+z')

      await cell(page, 'Height').hover()
      await rowHandle(page).click()
      await expect(page.getByRole('menuitem', { name: 'Delete row' })).toBeDisabled()
      await choose(page, 'Add row below')
      await stet.type('new')
      await table(stet, [head, rule, '|  |  | new |', first, second].join('\n'))
    },

    'it stands beside the caret, also without a pointer, and every line is reached by key': async ({
      stet,
      page,
    }) => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      await cell(page, 'Old harbour').click()
      await page.mouse.move(2, 2)
      await expect(rowHandle(page)).toBeVisible()
      const { y } = (await rowHandle(page).boundingBox())!
      await stet.press('ArrowDown')
      await expect.poll(async () => (await rowHandle(page).boundingBox())!.y).toBeGreaterThan(y + 10)
      await stet.command('Show row menu')
      await expect(page.getByRole('menu', { name: 'Row' })).toBeVisible()
      await expect(rowHandle(page)).toBeVisible()
      await stet.press('ArrowDown')
      await stet.press('Enter')
      await stet.type('new')
      const [head, rule, first, second] = T.split('\n')
      await table(stet, [head, rule, first, '| new |  |  |', second].join('\n'))
      await stet.press('ControlOrMeta+z')
      await stet.press('ControlOrMeta+z')
      await table(stet, T)
      await stet.command('Show column menu')
      await expect(page.getByRole('menu', { name: 'Column' })).toBeVisible()
      await stet.press('Escape')
      await expect(stet.text).toBeFocused()
      await stet.press('Shift+F10')
      await page.getByRole('menuitem', { name: 'Column', exact: true }).press('ArrowRight')
      await expect(page.getByRole('menu', { name: 'Column' })).toBeVisible()
      await page.getByRole('menuitem', { name: 'Sort rows by this column' }).press('Enter')
      await table(stet, [head, rule, second, first].join('\n'))
      await stet.press('ControlOrMeta+End')
      await expect(rowHandle(page)).toHaveCount(0)
    },

    'a pointer that was left on a table shows nothing of it while somebody types elsewhere': async ({
      stet,
      page,
    }) => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      await cell(page, 'Old harbour').hover()
      await expect(rowHandle(page)).toBeVisible()
      await stet.type('x')
      await expect(rowHandle(page)).toHaveCount(0)
    },

    'a wide table has no handle for a column that is scrolled away': async ({ stet, page }) => {
      const names = Array.from({ length: 9 }, (_, at) => `unbrokencolumn${at}`)
      await begin(stet, `| ${names.join(' | ')} |\n|${' - |'.repeat(9)}\n|${' a |'.repeat(9)}\n\nThe end.‸`)
      await cell(page, 'unbrokencolumn1').hover()
      await expect(columnHandle(page)).toBeVisible()
      expect(await below(page)).toEqual({ shown: 2, over: [], isInside: true })
      await cell(page, 'unbrokencolumn1').click()
      await page.mouse.move(2, 2)
      await page.locator('.cm-table-grid').evaluate((grid) => grid.scrollTo(900, 0))
      await expect(columnHandle(page)).toHaveCount(0)
      await expect(rowHandle(page)).toBeVisible()
    },

    'neither is there in the source': async ({ stet, page }) => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      await stet.command('Toggle source mode')
      await page.locator('.cm-line', { hasText: 'Old harbour' }).hover()
      await expect(rowHandle(page)).toHaveCount(0)
      await stet.command('Toggle source mode')
    },
  }),
)

test.describe('under a key that may not write', () => {
  test.use({ chosen: { library: 'service' } })

  test('a table has no handle', async ({ app, stet, page }) => {
    const id = await documentOf(stet, 'Tides', T)
    await stet.main.ask('document.save', { id, reason: 'key' })
    await app.forbid('documents:write')
    await openByName(stet, 'Tides')
    await cell(page, 'Mill').hover()
    await cell(page, 'Mill').click()
    await expect(stet.text).toHaveAttribute('aria-readonly', 'true')
    await expect(rowHandle(page)).toHaveCount(0)
  })
})
