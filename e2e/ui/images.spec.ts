import { begin, kept, result } from './editing'
import { expect, test, type Stet } from './stet'

const MAP = '![A map](https://example.org/map.png)'

const chip = ({ page }: Stet, words = 'A map') => page.locator('.cm-image', { hasText: words })
const announced = ({ page }: Stet) => page.locator('.cm-announced')

test('arrows come to an image in a line, say its alternative text, and go on behind it', async ({ stet }) => {
  await begin(stet, `one‸${MAP}two`)
  await stet.press('ArrowRight')
  await expect(chip(stet)).toHaveClass(/cm-image-selected/)
  await expect(announced(stet)).toHaveText('Image: A map')
  await expect(stet.text).not.toContainText('example.org')
  await stet.press('ArrowRight')
  await expect(chip(stet)).not.toHaveClass(/cm-image-selected/)
  await stet.press('ArrowLeft')
  await expect(chip(stet)).toHaveClass(/cm-image-selected/)
  await stet.press('ArrowLeft')
  await stet.press('ArrowRight')
  await stet.press('ArrowRight')
  expect(await result(stet)).toBe(`one${MAP}‸two`)
})

test('up and down come to an image on a line of its own and go on, and nothing is lost by typing there', async ({
  stet,
}) => {
  await begin(stet, `one‸\n\n${MAP}\n\ntwo`)
  await stet.press('ArrowDown')
  await stet.press('ArrowDown')
  await expect(chip(stet)).toHaveClass(/cm-image-selected/)
  await stet.press('ArrowDown')
  await expect(chip(stet)).not.toHaveClass(/cm-image-selected/)
  await stet.press('ArrowDown')
  await stet.press('ArrowUp')
  await stet.press('ArrowUp')
  await expect(chip(stet)).toHaveClass(/cm-image-selected/)
  await stet.type('x')
  expect(await result(stet)).toBe(`one\n\n${MAP}x‸\n\ntwo`)
})

test('other keys lead beside an image, and Enter begins a line there', async ({ stet }) => {
  await begin(stet, `one\n${MAP}\ntwo‸\n${MAP}`)
  await stet.press('Control+End')
  await stet.press('Enter')
  await stet.type('end')
  await kept(stet, (text) => text === `one\n${MAP}\ntwo\n${MAP}\nend`)
})

test('Enter shows the source with the alternative text chosen, Enter and Escape lead back', async ({
  stet,
}) => {
  await begin(stet, `one ‸${MAP} two`)
  await stet.press('ArrowRight')
  await stet.press('Enter')
  await expect(stet.text).toContainText(MAP)
  await stet.type('The *old* map')
  await stet.press('Enter')
  await expect(chip(stet, 'The *old* map')).toHaveClass(/cm-image-selected/)
  await stet.press('Enter')
  await stet.press('Escape')
  await expect(stet.text).not.toContainText('example.org')
  await expect(stet.text).toBeFocused()
  await kept(stet, (text) => text === 'one ![The *old* map](https://example.org/map.png) two')
})

test('Backspace selects an image first and takes it away then; one step of undo brings it back', async ({
  stet,
}) => {
  await begin(stet, `one${MAP}‸ two`)
  await stet.press('Backspace')
  await expect(chip(stet)).toHaveClass(/cm-image-selected/)
  await stet.press('Backspace')
  await kept(stet, (text) => text === 'one two')
  await stet.press('Control+z')
  await kept(stet, (text) => text === `one${MAP} two`)
})

test('a press selects an image, a second one shows its source, and no bar comes beside it', async ({
  stet,
  page,
}) => {
  await begin(stet, `one\n\n![](https://example.org/map.png)\n\ntwo‸`)
  await chip(stet, 'Image').click()
  await expect(chip(stet, 'Image')).toHaveClass(/cm-image-selected/)
  await expect(announced(stet)).toHaveText('Image without alternative text')
  await stet.press('Alt+F10')
  await expect(stet.text).toBeFocused()
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0)
  await chip(stet, 'Image').dblclick()
  await stet.type('Low tide')
  await kept(stet, (text) => text.includes('![Low tide](https://example.org/map.png)'))
})

test('an image that is being typed stays words until the cursor goes elsewhere', async ({ stet }) => {
  await begin(stet, 'one ‸')
  await stet.type('![map](https://example.org/a.png)')
  await expect(stet.text).toContainText('example.org/a.png)')
  await stet.press('Backspace')
  await stet.press('Backspace')
  await stet.type('f)')
  await stet.press('Home')
  await expect(chip(stet, 'map')).toBeVisible()
  await kept(stet, (text) => text === 'one ![map](https://example.org/a.pnf)')
})

test('in a table and in source mode an image is words', async ({ stet }) => {
  await begin(stet, `| a |\n| - |\n| x‸${MAP} |`)
  await expect(stet.text).toContainText('example.org')
  await stet.press('ArrowRight')
  await stet.type('y')
  await kept(stet, (text) => text.includes('!y['))
  await begin(stet, `x‸${MAP}`)
  await stet.press('Control+Shift+M')
  await stet.press('ArrowRight')
  await stet.press('ArrowRight')
  await stet.type('y')
  await kept(stet, (text) => text.includes('![yA map]'))
  await stet.press('Control+Shift+M')
})

test('lines end with a quiet sign where they break hard, and no line moves by it', async ({ stet, page }) => {
  await begin(stet, 'one  \ntwo\\\nthree\nfour‸')
  await expect(page.locator('.cm-hard-break')).toHaveCount(2)
  const heights = await page
    .locator('.cm-content > .cm-line')
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
  await kept(stet, (text) => text === 'one  \ntwo\\\nthree\nfour')
})
