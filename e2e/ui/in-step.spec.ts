import type { Locator, Page } from '@playwright/test'
import { documentOf, openByName, typeElsewhere } from './editing'
import { expect, test, type Stet } from './stet'

const words = (count: number) => 'word '.repeat(count).trim()

const lines = (count: number, lineOf: (name: string) => string) =>
  Array.from({ length: count }, (_, line) => lineOf(`m${line}.`)).join('\n')

/** Blocks of many heights; each begins with a name of its own. */
const BLOCKS = Array.from({ length: 60 }, (_, index) => {
  const name = `n${index}.`
  if (index % 10 === 0) return `## ${name}`
  if (index === 23) return `| ${name} | b |\n| :- | :- |\n${lines(60, (line) => `| ${line} | cell |`)}`
  if (index === 35) return `- ${name}\n${lines(30, (line) => `- ${line} ${words(25)}`)}`
  if (index === 45) return `\`\`\`\n${name}\n${lines(90, (line) => `${line} code();`)}\n\`\`\``
  return `${name} ${words(20 + ((index * 37) % 120))}`
})

const left = (page: Page) => page.getByRole('region', { name: 'Left side' })
const scrollerOf = (page: Page) => left(page).locator('[data-scroller]')
const textOf = (page: Page) => left(page).getByRole('textbox', { name: 'Document text' })
const pageOf = (page: Page) =>
  page
    .getByRole('region', { name: 'Right side' })
    .getByRole('article', { name: 'Reading view' })
    .frameLocator('iframe')
const blocksOf = (page: Page) => pageOf(page).locator('main > div')

/** The text is written on the left and read on the right. */
async function openBoth(stet: Stet, title: string, markdown: string): Promise<string> {
  const { page, text, press, command } = stet
  const id = await documentOf(stet, title, markdown)
  await openByName(stet, title)
  await text.focus()
  await command('Split view')
  await expect(
    page.getByRole('region', { name: 'Right side' }).getByRole('textbox', { name: 'Document text' }),
  ).toBeFocused()
  await press('ControlOrMeta+Shift+E')
  await expect(blocksOf(page).locator('> *').first()).toBeAttached()
  await inStep(page)
  return id
}

/** Where lines or blocks begin, in pixels below the top of the screen. */
type Tops = readonly { readonly words: string; readonly top: number }[]

/** How many blocks lie above the top of the screen; of the one that stands there, how much of its height. */
function placeOf(tops: Tops): number {
  const named = tops.flatMap(({ words: line, top }) => {
    const name = /^[#|\s-]*n(\d+)\./.exec(line)?.[1]
    return name === undefined ? [] : [{ index: Number(name), top }]
  })
  const next = named.findIndex(({ top }) => top > 1)
  const [above, below] = [named[next - 1], named[next]]
  if (below === undefined) return named.at(-1)?.index ?? Number.NaN
  // The editor draws no line that is far from the screen.
  if (above?.index !== below.index - 1) return below.index - 0.5
  return above.index - above.top / (below.top - above.top)
}

const topsOfText = (page: Page): Promise<Tops> =>
  scrollerOf(page).evaluate((scroller) => {
    const { top } = scroller.getBoundingClientRect()
    return Array.from(scroller.querySelectorAll('.cm-line'), (line) => ({
      words: line.textContent,
      top: line.getBoundingClientRect().top - top,
    }))
  })

const topsOfPage = (page: Page): Promise<Tops> =>
  blocksOf(page).evaluate((text) =>
    Array.from(text.querySelectorAll(':scope > div > *'), (block) => ({
      words: block.textContent,
      top: block.getBoundingClientRect().top,
    })),
  )

const placeOfText = async (page: Page) => placeOf(await topsOfText(page))
const placeOfPage = async (page: Page) => placeOf(await topsOfPage(page))

/** How many blocks the two sides are apart. */
const apart = async (page: Page) => Math.abs((await placeOfText(page)) - (await placeOfPage(page)))
const inStep = (page: Page) => expect.poll(() => apart(page)).toBeLessThan(0.4)

/** How far both sides are scrolled, from 0 to 1. */
const shares = (page: Page) => {
  const share = ({ scrollTop, scrollHeight, clientHeight }: Element) =>
    scrollTop / (scrollHeight - clientHeight)
  return Promise.all([scrollerOf(page).evaluate(share), pageOf(page).locator('body').evaluate(share)])
}

async function wheel(page: Page, over: Locator, by: number): Promise<void> {
  await over.hover({ position: { x: 150, y: 200 } })
  await page.mouse.wheel(0, by)
}

const frameIn = (page: Page) => page.getByRole('region', { name: 'Right side' }).locator('iframe')

test('scrolled by wheel, the text and the page beside it go in step, whichever the wheel is over', async ({
  stet,
  page,
}) => {
  await openBoth(stet, 'Both ways', BLOCKS.join('\n\n'))
  for (const [over, by] of [
    [scrollerOf(page), 1_500],
    [frameIn(page), 2_000],
    [scrollerOf(page), 700],
    [frameIn(page), -1_200],
    [frameIn(page), 3_000],
    [scrollerOf(page), -800],
  ] as const) {
    const before = await placeOfText(page)
    await wheel(page, over, by)
    await expect.poll(async () => Math.sign((await placeOfText(page)) - before)).toBe(Math.sign(by))
    await inStep(page)
  }
})

/** How far both sides are scrolled in each of the next frames, one after the other. */
const framesOf = (page: Page) =>
  page.evaluate(async () => {
    const text = document.querySelector('[data-scroller]')!
    const read = document.querySelector('iframe')!.contentDocument!.scrollingElement!
    const seen = new Set<string>()
    for (let frame = 0; frame < 30; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      seen.add(`${text.scrollTop} ${read.scrollTop}`)
    }
    return [...seen]
  })

test('the beginning and the end of the text are those of the page, and both rest once they are there', async ({
  stet,
  page,
}) => {
  await openBoth(stet, 'Ends', BLOCKS.join('\n\n'))
  for (const over of [scrollerOf(page), frameIn(page)])
    for (const [by, share] of [
      [100_000, 1],
      [-100_000, 0],
    ] as const) {
      // Lines that were never drawn may be higher than they were thought, and the end further away.
      await expect
        .poll(async () => {
          await wheel(page, over, by)
          return shares(page)
        })
        .toEqual([share, share])
      await expect.poll(() => framesOf(page)).toHaveLength(1)
    }
})

test('PageDown that is held in either side takes the other one along', async ({ stet, page }) => {
  await openBoth(stet, 'By keys', BLOCKS.join('\n\n'))
  await textOf(page).focus()
  const begun = await placeOfText(page)
  for (let press = 0; press < 6; press++) {
    await page.keyboard.down('PageDown')
    await inStep(page)
  }
  await page.keyboard.up('PageDown')
  const written = await placeOfText(page)
  expect(written).toBeGreaterThan(begun + 5)
  await frameIn(page).focus()
  for (let press = 0; press < 6; press++) await page.keyboard.down('PageDown')
  await page.keyboard.up('PageDown')
  await expect.poll(() => placeOfText(page)).toBeGreaterThan(written + 5)
  await inStep(page)
})

/** The line of a high block that stands at the top of the screen. */
const lineAtTop = (tops: Tops) =>
  Number(
    /\bm(\d+)\./.exec(
      tops.find(({ words: line, top }) => top > -12 && /\bm\d+\./.test(line))?.words ?? '',
    )?.[1],
  )

const linesOfPage = (page: Page): Promise<Tops> =>
  blocksOf(page).evaluate((text) => {
    const range = text.ownerDocument.createRange()
    const walk = text.ownerDocument.createTreeWalker(text, NodeFilter.SHOW_TEXT)
    const found: { words: string; top: number }[] = []
    while (walk.nextNode() !== null)
      for (const { 0: name, index } of walk.currentNode.textContent!.matchAll(/\bm\d+\./g)) {
        range.setStart(walk.currentNode, index)
        range.setEnd(walk.currentNode, index + name.length)
        found.push({ words: name, top: range.getBoundingClientRect().top })
      }
    return found
  })

for (const [name, what, most] of [
  ['n23.', 'a table', 3],
  ['n35.', 'a list', 3],
  ['n45.', 'code', 4],
] as const)
  test(`${what} that is higher than the screen scrolls in step within`, async ({ stet, page }) => {
    await openBoth(stet, 'High', BLOCKS.join('\n\n'))
    await pageOf(page)
      .getByText(name)
      .evaluate((one) => one.scrollIntoView())
    await expect.poll(() => framesOf(page)).toHaveLength(1)
    let line = -1
    for (const over of [scrollerOf(page), frameIn(page), scrollerOf(page), frameIn(page)]) {
      await wheel(page, over, 300)
      await expect.poll(async () => lineAtTop(await linesOfPage(page))).toBeGreaterThan(line)
      await expect.poll(() => framesOf(page)).toHaveLength(1)
      line = lineAtTop(await linesOfPage(page))
      expect(Math.abs(lineAtTop(await topsOfText(page)) - line)).toBeLessThanOrEqual(most)
    }
  })

test('heights that change above, and another size of the window, leave both at their place', async ({
  stet,
  page,
}) => {
  await openBoth(stet, 'Late', BLOCKS.join('\n\n'))
  await wheel(page, scrollerOf(page), 2_500)
  await expect.poll(() => placeOfText(page)).toBeGreaterThan(8)
  await inStep(page)
  const place = await placeOfText(page)
  // As a picture does that comes late.
  await pageOf(page)
    .getByText('n3.')
    .evaluate((block) => void (block.style.minHeight = '700px'))
  await inStep(page)
  expect(Math.abs((await placeOfText(page)) - place)).toBeLessThan(0.05)
  for (const size of [
    { width: 1100, height: 600 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => framesOf(page)).toHaveLength(1)
    await inStep(page)
    expect(Math.abs((await placeOfText(page)) - place)).toBeLessThan(1)
  }
})

test('words that are written above leave the page where it is, and words at the end are seen', async ({
  stet,
  page,
}) => {
  const id = await openBoth(stet, 'Typed', BLOCKS.join('\n\n'))
  await wheel(page, frameIn(page), 2_500)
  await expect.poll(() => placeOfText(page)).toBeGreaterThan(8)
  await inStep(page)
  const before = await placeOfPage(page)
  await typeElsewhere(stet, BLOCKS.join('\n\n').indexOf('n3.'), `New. ${words(300)}\n\n`, id)
  await expect(blocksOf(page).getByText('New.')).toBeAttached()
  await expect.poll(() => framesOf(page)).toHaveLength(1)
  expect(Math.abs((await placeOfPage(page)) - before)).toBeLessThan(0.05)
  await inStep(page)

  await textOf(page).focus()
  await stet.press('ControlOrMeta+End')
  await stet.type('\n\nLast words.')
  await expect(blocksOf(page).getByText('Last words.')).toBeInViewport()
  await expect.poll(() => framesOf(page)).toHaveLength(1)
  await expect(textOf(page).getByText('Last words.')).toBeInViewport()
})

/** Runs it, and answers with how far the page was scrolled in each frame meanwhile. */
async function pageMeanwhile(page: Page, run: () => Promise<void>): Promise<readonly number[]> {
  const log = await page.evaluateHandle(() => {
    const read = document.querySelector('iframe')!.contentDocument!.scrollingElement!
    const seen: number[] = []
    const look = () => {
      seen.push(Math.round(read.scrollTop))
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await run()
  await expect.poll(() => framesOf(page)).toHaveLength(1)
  return log.evaluate((seen) => [...seen])
}

test('the page never goes back while one scrolls down or writes line after line', async ({ stet, page }) => {
  await openBoth(stet, 'One way', BLOCKS.join('\n\n'))
  const scrolled = await pageMeanwhile(page, async () => {
    await scrollerOf(page).hover({ position: { x: 150, y: 200 } })
    for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 60)
  })
  expect(scrolled.at(-1)).toBeGreaterThan(1_000)
  expect(scrolled).toEqual(scrolled.toSorted((one, other) => one - other))

  await textOf(page).click({ position: { x: 200, y: 2_600 } })
  const typed = await pageMeanwhile(page, async () => {
    for (let line = 0; line < 30; line++) await stet.type('\n\na line')
    await expect.poll(async () => (await blocksOf(page).innerText()).match(/a line/g)).toHaveLength(30)
  })
  expect(typed.at(-1)).toBeGreaterThan(typed[0] ?? 0)
  await expect(blocksOf(page).getByText('a line').last()).toBeInViewport()
  expect(typed).toEqual(typed.toSorted((one, other) => one - other))
})

test('a heading that the outline leads to comes up on both sides', async ({ stet, page }) => {
  await openBoth(stet, 'By outline', BLOCKS.join('\n\n'))
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  for (const [side, name, index] of [
    [frameIn(page), 'n40.', 40],
    [textOf(page), 'n20.', 20],
    [textOf(page), 'n50.', 50],
  ] as const) {
    await side.focus()
    await page.getByRole('treeitem', { name, exact: true }).click()
    await expect.poll(async () => Math.abs((await placeOfText(page)) - index)).toBeLessThan(1)
    await inStep(page)
  }
})

test('a text of a megabyte goes in step from its middle on', async ({ stet, page }) => {
  test.slow()
  const long = Array.from({ length: 6_000 }, (_, index) => `n${index}. ${words(10 + ((index * 37) % 50))}`)
  await openBoth(stet, 'Megabyte', long.join('\n\n'))
  await textOf(page).focus()
  await pageOf(page)
    .locator('body')
    .evaluate(({ ownerDocument: { scrollingElement } }) => {
      scrollingElement!.scrollTop = scrollingElement!.scrollHeight / 2
    })
  await expect.poll(() => placeOfText(page)).toBeGreaterThan(2_000)
  await inStep(page)
  for (const over of [scrollerOf(page), frameIn(page)]) {
    const before = await placeOfText(page)
    await wheel(page, over, 900)
    await expect.poll(() => placeOfText(page)).toBeGreaterThan(before + 2)
    await inStep(page)
    await expect.poll(() => framesOf(page)).toHaveLength(1)
  }
})
