import { begin, kept, result } from './editing'
import { expect, test, type Stet } from './stet'

const LONG = 'that wrap over more than one line, so that it is seen where the next line of them begins.'

/** Where each line on screen of a paragraph begins that has these words, in px. */
const leftsOf = ({ text }: Stet, words: string) =>
  text
    .locator('.cm-line')
    .filter({ hasText: words })
    .first()
    .evaluate((line, part) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      let node = texts.nextNode()
      while (node !== null && !(node.textContent ?? '').includes(part)) node = texts.nextNode()
      const range = document.createRange()
      range.setStart(node!, (node!.textContent ?? '').indexOf(part))
      range.setEnd(node!, node!.textContent!.length)
      return [...range.getClientRects()].map(({ left }) => Math.round(left))
    }, words)

test('what goes on in an item stands below its words, with the caret in it too', async ({ stet, page }) => {
  for (const width of [1280, 900])
    await test.step(`what goes on in an item stands below its words, with the caret in it too: ${width} px wide`, async () => {
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

/** Where the boxes of lines begin, from the margin of the text; the side that the text begins at. */
const boxesOf = ({ text }: Stet, selector: string) =>
  text.locator(selector).evaluateAll((lines) =>
    lines.map((line) => {
      const content = line.closest('.cm-content')!.getBoundingClientRect()
      const box = line.getBoundingClientRect()
      return Math.round(
        getComputedStyle(line).direction === 'rtl' ? content.right - box.right : box.left - content.left,
      )
    }),
  )

/** Where lines stand, from the first of them. */
const topsOf = ({ text }: Stet) =>
  text.locator('.cm-line').evaluateAll((lines) => {
    const [first = 0, ...others] = lines.map((line) => line.getBoundingClientRect().top)
    return others.map((top) => Math.round(top - first))
  })

/** Blocks that an item holds, the lines of each as they are written there. */
const HELD = `First words

  > Quoted words ${LONG}
  >
  > Second quoted
lazy quoted

  \`\`\`js
  let one = 1
    two()

  three()
  \`\`\`

      indented()

  | head | other |
  | - | - |
  | cell | words |

  ## Inner heading`

test('a quotation, code, a table in an item begin below its words', async ({ stet, page }) => {
  for (const width of [1280, 900])
    await test.step(`a quotation, code, a table in an item begin below its words: ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 1100 })
      const nested = HELD.split('\n').map((line) => (line === '' ? '' : `  ${line}`))
      await begin(stet, `- ${HELD}\n- Outer words\n\n  - ${nested.join('\n').trimStart()}\n\nEnd.‸`)
      const [margin] = await leftsOf(stet, 'End.')
      const [column] = await leftsOf(stet, 'Outer words')
      const step = column! - margin!
      const columns = (count: number) => [
        ...Array<number>(count).fill(step),
        ...Array<number>(count).fill(2 * step),
      ]
      const expectBelow = async () => {
        expect(await boxesOf(stet, '.cm-quote')).toEqual(columns(4))
        expect(await boxesOf(stet, '.cm-code')).toEqual(columns(7))
        expect(await boxesOf(stet, '.cm-cell[style*="column: 1;"]')).toEqual([step, step, 2 * step, 2 * step])
        expect(await leftsOf(stet, 'Inner heading')).toEqual([column])
      }
      await expectBelow()
      const quoted = await leftsOf(stet, 'Quoted words')
      expect(quoted.length).toBeGreaterThan(1)
      expect(new Set(quoted)).toEqual(new Set([column! + 18]))
      expect(await leftsOf(stet, 'lazy quoted')).toEqual([column! + 18])
      const before = await topsOf(stet)
      for (const [words, shown] of [
        ['Second quoted', '  > Second quoted'],
        ['two()', '    two()'],
        ['Quoted words', '  > Quoted words'],
        ['indented()', '      indented()'],
        ['lazy quoted', 'lazy quoted'],
      ] as const) {
        const line = stet.text.locator('.cm-line', { hasText: words }).first()
        await line.click({ position: { x: 60, y: 8 } })
        await expect(line).toHaveText(new RegExp(`^${shown.replace(/[()]/g, '.')}`), { useInnerText: true })
        expect(await topsOf(stet), words).toEqual(before)
        await expectBelow()
      }
    })
})

test('the signs of items stand before the edge of what begins on their line, also from right to left', async ({
  stet,
}) => {
  await begin(
    stet,
    '- > One quoted\n  > and more\n- ```js\n  code()\n  ```\n- - > Two quoted\n- - two marks\n- > - list\n- > ציטוט בפריט\n- | a | b |\n  | - | - |\n  | c | d |\n\nEnd.‸',
  )
  const [margin] = await leftsOf(stet, 'End.')
  const [two] = await leftsOf(stet, 'two marks')
  const step = (two! - margin!) / 2
  expect(await boxesOf(stet, '.cm-quote')).toEqual([step, step, 2 * step, step, step])
  expect(await boxesOf(stet, '.cm-code')).toEqual([step, step, step])
  const signs = [[0], [0], [0, step], [0, step], [0, step + 18], [0], [0]]
  // On a busy machine the signs are drawn a moment after the text.
  await expect.poll(() => boxesOf(stet, '.cm-bullet')).toEqual(signs.flat())
  expect(await boxesOf(stet, '.cm-cell[style*="column: 1;"]')).toEqual([step, step])
  for (const [words, left] of [
    ['One quoted', step + 18],
    ['and more', step + 18],
    ['code', step + 14],
    ['Two quoted', 2 * step + 18],
    ['list', 2 * step + 18],
  ] as const)
    expect(await leftsOf(stet, words), words).toEqual([margin! + left])
})

test('a press in what an item holds lands where it points, and arrows keep their column', async ({
  stet,
}) => {
  const text = (words: string) =>
    `- Item words\n\n  > Quoted words\n  > Other words\n\n  \`\`\`\n  code ${words}\n  \`\`\`\n\n      far in\n\nEnd.`
  await begin(stet, `${text('words')}‸`)
  const line = stet.text.locator('.cm-line', { hasText: 'code words' })
  const { x, y } = await line.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() && !texts.currentNode.nodeValue?.includes('code'));
    const range = document.createRange()
    const at = texts.currentNode.nodeValue!.indexOf('words')
    range.setStart(texts.currentNode, at)
    range.setEnd(texts.currentNode, at + 2)
    const letters = range.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    return { x: letters.right - box.left, y: letters.top + 5 - box.top }
  })
  await line.click({ position: { x, y } })
  for (const key of ['ArrowUp', 'ArrowDown']) for (let step = 0; step < 5; step++) await stet.press(key)
  expect(await result(stet)).toBe(text('wo‸rds'))
})

test('a line between two quoted paragraphs is as high as one between two others', async ({ stet, page }) => {
  const quoted = (text: string) => text.replace(/^/gm, '> ').replace(/ +$/gm, '')
  const words = 'One\n\nTwo\n\n\nThree\n\n# Four\n\nFive\n\n- Six\n\n  Seven\n\n    code\n\n    more'
  const heights = async () =>
    stet.text
      .locator('.cm-line')
      .evaluateAll((lines) =>
        lines.slice(0, -2).map((line) => Math.round(line.getBoundingClientRect().height)),
      )
  await begin(stet, `${words}\n\nEnd.‸`)
  const plain = await heights()
  await begin(stet, `${quoted(words)}\n\nEnd.‸`)
  await expect(page.locator('.cm-quote')).toHaveCount(plain.length)
  expect(await heights()).toEqual(plain)
  // The line that comes with Enter is one to write in.
  await begin(stet, '> One\n> ‸\n\nEnd.')
  const [one, two] = await heights()
  expect(two).toBe(one)
})

/** Where the edges of boxes within a quotation are drawn on the line of these words, from where its own words begin. */
const edgesOf = ({ text }: Stet, words: string) =>
  text
    .locator('.cm-line', { hasText: words })
    .first()
    .evaluate((line) => {
      const { backgroundImage, backgroundPosition, backgroundSize } = getComputedStyle(line)
      if (backgroundImage === 'none') return []
      const sizes = backgroundSize.split(', ')
      return backgroundPosition.split(', ').map((place, index) => {
        // Code reaches from its edge to the end of the line.
        const size = /^calc\(100% - (.*)px\)/.exec(sizes[index] ?? '')?.[1]
        return Math.round(Number.parseFloat(size ?? place) - 16)
      })
    })

const NESTED = `> Quoted words
>
> \`\`\`js
> code()
> \`\`\`
>
> > Twice quoted
> >
> > > Thrice quoted
>
> - Item words ${LONG}
>
>   \`\`\`
>   inner()
>   \`\`\`
>
>   > Far quoted ${LONG}
>
> - \`\`\`
>   led()
>   \`\`\`
> - > Led quoted
>   > and on
>
> - > - > led twice
`

test('a box in a quotation has an edge of its own, below the words of its item', async ({ stet, page }) => {
  for (const width of [1280, 900])
    await test.step(`a box in a quotation has an edge of its own, below the words of its item: ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 1100 })
      await begin(stet, `${NESTED}\n\nEnd.‸`)
      await expect(stet.text).not.toContainText('>')
      const [quoted] = await leftsOf(stet, 'Quoted words')
      const [item] = await leftsOf(stet, 'Item words')
      const step = item! - quoted!
      for (const [words, left, edges] of [
        ['Quoted words', 0, []],
        ['code', 14, [0]],
        ['Twice quoted', 18, [0]],
        ['Thrice quoted', 36, [0, 18]],
        ['inner', step + 14, [step]],
        ['Far quoted', step + 18, [step]],
        ['led', step + 14, [step]],
        ['Led quoted', step + 18, [step]],
        ['and on', step + 18, [step]],
        ['led twice', 2 * step + 36, [step, 2 * step + 18]],
      ] as const) {
        expect(new Set(await leftsOf(stet, words)), words).toEqual(new Set([quoted! + left]))
        expect(await edgesOf(stet, words), words).toEqual(edges)
      }
      const bullets = await stet.text
        .locator('.cm-bullet')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
      expect(bullets).toEqual([quoted, quoted, quoted, quoted, quoted! + step + 18])
    })
})

test('words stand alike behind numbers of one, two and three figures, which stand over no edge and are seen', async ({
  stet,
}) => {
  await begin(
    stet,
    `9. One figure\n\nBetween.\n\n99. Two figures\n100. Three figures ${LONG}\n101. > Quoted\n\nEnd.‸`,
  )
  const [column] = await leftsOf(stet, 'Two figures')
  const lefts = await leftsOf(stet, 'Three figures')
  expect(lefts.length).toBeGreaterThan(1)
  expect(new Set(lefts)).toEqual(new Set([column]))
  expect(await leftsOf(stet, 'Quoted')).toEqual([column! + 18])
  const numbers = () =>
    stet.text.locator('.cm-item-mark').evaluateAll((marks) =>
      marks.map((mark) => {
        const range = document.createRange()
        range.selectNodeContents(mark)
        const { left, right, top } = range.getBoundingClientRect()
        return {
          right: Math.round(right),
          isSeen: mark.contains(document.elementFromPoint(left + 2, top + 9)),
        }
      }),
    )
  for (const { right } of await numbers()) expect(right).toBeLessThanOrEqual(column!)
  await stet.command('Toggle wrapping of code')
  expect((await numbers()).map(({ isSeen }) => isSeen)).toEqual([true, true, true, true])
})

test('the words of a list make room for its longest number, which stays within the edge of the text', async ({
  stet,
  page,
}) => {
  await begin(
    stet,
    'Plain.\n\n9. nine\n   - inner\n10. ten\n    more of ten\n\nPlain.\n\n1. one\n2. two\n\nPlain.\n\n98. a\n99. b\n100. c\n\nEnd.‸',
  )
  const left = (words: string) =>
    page.locator('.cm-line', { hasText: new RegExp(`${words}$`) }).evaluate((line) => {
      const range = document.createRange()
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      const places: number[] = []
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        range.selectNodeContents(node)
        if (node.textContent?.trim() !== '') places.push(range.getBoundingClientRect().left)
      }
      return { first: places[0] ?? NaN, last: places.at(-1) ?? NaN }
    })
  const edge = (await left('End\\.')).first
  const [nine, ten, more, hundred, one] = [
    await left('nine'),
    await left('10\\. ten'),
    await left('more of ten'),
    await left('100\\. c'),
    await left('one'),
  ]
  for (const item of [nine, ten, hundred, one]) expect(item.first).toBeGreaterThanOrEqual(edge)
  expect(ten.last).toBeCloseTo(nine.last, 0)
  expect(more.last).toBeCloseTo(ten.last, 0)
  expect((await left('98\\. a')).last).toBeCloseTo(hundred.last, 0)
  expect(hundred.last).toBeGreaterThan(ten.last)
  expect(ten.last).toBeGreaterThan(one.last)
  expect((await left('inner')).last).toBeGreaterThan(ten.last)
})

test('bullets show their level, as in the reading view, in Word and on paper', async ({ stet }) => {
  await begin(
    stet,
    '- One\n  - Two\n    - Three\n      - Four\n\n1. Number\n   - Within\n\n> - Quoted\n\nEnd.‸',
  )
  const bullets = stet.text.locator('.cm-bullet')
  await expect(bullets).toHaveCount(6)
  expect(
    await bullets.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').content)),
  ).toEqual(['"•"', '"◦"', '"▪"', '"▪"', '"◦"', '"•"'])
})
