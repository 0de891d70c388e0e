import { begin, kept } from './editing'
import { expect, test, type Stet } from './stet'

const LONG = 'that wrap over more than one line, so that it is seen where the next line of them begins.'

/** Where each line on screen of a paragraph begins that has these words, in px. */
const leftsOf = ({ text }: Stet, words: string) =>
  text
    .locator('.cm-line')
    .filter({ hasText: words })
    .evaluate((line, part) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      let node = texts.nextNode()
      while (node !== null && !(node.textContent ?? '').includes(part)) node = texts.nextNode()
      const range = document.createRange()
      range.setStart(node!, (node!.textContent ?? '').indexOf(part))
      range.setEnd(node!, node!.textContent!.length)
      return [...range.getClientRects()].map(({ left }) => Math.round(left))
    }, words)

for (const width of [1280, 900])
  test(`what goes on in an item stands below its words, with the caret in it too: ${width} px wide`, async ({
    stet,
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    const source = `- First words ${LONG}\n\n  Second words ${LONG}\n  third line\nlazy line\n    - Inner words\n\n      Inner second ${LONG}\n\nEnd.`
    await begin(stet, `${source}‸`)
    await expect(stet.text.locator('.cm-bullet')).toHaveCount(2)
    const [column] = await leftsOf(stet, 'First words')
    const [inner] = await leftsOf(stet, 'Inner words')
    const expectBelow = async () => {
      for (const words of ['First words', 'Second words', 'third line', 'lazy line'])
        expect(new Set(await leftsOf(stet, words)), words).toEqual(new Set([column]))
      expect(new Set(await leftsOf(stet, 'Inner second'))).toEqual(new Set([inner]))
    }
    expect(await leftsOf(stet, 'Second words')).not.toHaveLength(1)
    await expectBelow()
    await stet.text.locator('.cm-line', { hasText: 'Second words' }).click({ position: { x: 120, y: 10 } })
    await expect(stet.text).toBeFocused()
    await expectBelow()
    await stet.press('Home')
    await stet.type('x')
    await kept(stet, (text) => text.includes('xSecond words'))
  })

test('a list in a quotation stands in it as a list does in the text', async ({ stet, page }) => {
  await begin(
    stet,
    `> Quoted words\n>\n> - Item words\n>   - Inner words\n>\n>   Second words\n\n- Outer words\n\nEnd.‸`,
  )
  await expect(stet.text).not.toContainText('>')
  const [quoted] = await leftsOf(stet, 'Quoted words')
  const [item] = await leftsOf(stet, 'Item words')
  const [outer] = await leftsOf(stet, 'Outer words')
  const [bullet, margin] = await stet.text
    .locator('.cm-bullet')
    .evaluateAll((all) => [all[0], all.at(-1)].map((one) => Math.round(one!.getBoundingClientRect().left)))
  expect(bullet).toBe(quoted)
  expect(item! - quoted!).toBe(outer! - margin!)
  expect(await leftsOf(stet, 'Inner words')).toEqual([2 * item! - quoted!])
  expect(await leftsOf(stet, 'Second words')).toEqual([item])
  await expect(page.locator('.cm-quote.cm-item')).toHaveCount(2)
})
