import type { FrameLocator, Locator, Page, Request } from '@playwright/test'
import { pageBlocks } from '../../renderer/reading/page-blocks'
import { hostilePartsFor } from '../hostile-texts'
import { documentOf, forget, openByName, typeElsewhere } from './editing'
import { expectNoHang } from './longest-task'
import { expect, FERRYMAN, test, type Stet } from './stet'

test.use({ isMeasured: true })

/** After the places of `hostile-texts.spec.ts`. */
const READING = 5

const frameOf = (page: Page): FrameLocator =>
  page.getByRole('article', { name: 'Reading view' }).frameLocator('iframe')

/** Paragraphs that all differ, under headings. */
const LONG = Array.from({ length: 40 }, (_, part) =>
  [
    `## Part ${part + 1}`,
    ...Array.from({ length: 6 }, (_n, line) => `${part + 1}.${line + 1} ${'word '.repeat(60)}`),
  ].join('\n\n'),
).join('\n\n')

async function openLong(stet: Stet): Promise<void> {
  await documentOf(stet, 'Long', LONG)
  await openByName(stet, 'Long')
  await stet.text.focus()
}

/** The words that the first line on screen begins with. */
const topOf = (page: Page) =>
  page.locator('[data-scroller]').evaluate((scroller) => {
    const { top } = scroller.getBoundingClientRect()
    const line = [...scroller.querySelectorAll('.cm-line')].find(
      (one) => one.textContent !== '' && one.getBoundingClientRect().bottom > top + 4,
    )
    return line?.textContent.replace(/^#+ /, '').slice(0, 7)
  })

const topOfReading = (page: Page) =>
  frameOf(page)
    .locator('main > div > div > *')
    .evaluateAll((blocks) =>
      blocks.find((block) => block.getBoundingClientRect().bottom > 4)?.textContent.slice(0, 7),
    )

test('each link without a target is marked, however many there are', async ({ stet, page }) => {
  const links = Array.from({ length: 501 }, (_, at) => `[[Nowhere ${at}]]`)
  await documentOf(stet, 'Links', `${links.join('\n\n')}\n\n[[Low water]]`)
  await openByName(stet, 'Links')
  await stet.text.focus()
  await stet.press('ControlOrMeta+Shift+E')
  const marked = frameOf(page).locator('a[title="No document has this title"]')
  await expect(marked).toHaveCount(501)
  await expect(frameOf(page).getByRole('link', { name: 'Low water' })).not.toHaveAttribute('title')
})

test('the place in the text is kept from writing to reading, back, and through the source', async ({
  stet,
  page,
}) => {
  await openLong(stet)
  const scroller = page.locator('[data-scroller]')
  await scroller.evaluate((element) => element.scrollTo({ top: 9_000 }))
  // The lines there are drawn in a later frame.
  await expect.poll(() => topOf(page)).toMatch(/^(?:\d+\.\d|Part)/)
  const written = await topOf(page)
  const scrollTop = await scroller.evaluate((element) => element.scrollTop)

  await stet.press('ControlOrMeta+Shift+E')
  await expect.poll(() => topOfReading(page)).toBe(written)
  // Nobody moved the page: the editor is as it was, to the pixel, and has the keyboard.
  expect(await stet.text.count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(stet.text).toBeFocused()
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(scrollTop)

  // Read on, then write on there.
  await stet.press('ControlOrMeta+Shift+E')
  await frameOf(page)
    .getByRole('heading', { name: 'Part 31' })
    .evaluate((heading) => heading.scrollIntoView())
  await stet.press('ControlOrMeta+Shift+E')
  await expect(stet.text).toBeFocused()
  await expect.poll(() => topOf(page)).toBe('Part 31')
  await stet.press('ControlOrMeta+Shift+M')
  await expect(page.locator('.cm-line', { hasText: '## Part 31' })).toBeInViewport()
  await stet.press('ControlOrMeta+Shift+E')
  await expect.poll(() => topOfReading(page)).toMatch(/^(?:Part 31|30\.6)/)
  await stet.press('ControlOrMeta+Shift+E')
  await stet.press('ControlOrMeta+Shift+M')
})

test('the columns of a table begin at its own side, with the room behind them, whatever runs in its cells', async ({
  stet,
  page,
}) => {
  const rows = '| سمك | 12 |\n| fish | 12 |'
  await documentOf(
    stet,
    'Two tables',
    `| Word | Number |\n| :--- | ---: |\n${rows}\n\n| الكلمة | 2026 |\n| ---: | --- |\n${rows}`,
  )
  await openByName(stet, 'Two tables')
  await stet.press('ControlOrMeta+Shift+E')
  const tables = frameOf(page).locator('.table')
  await expect(tables).toHaveCount(2)
  const drawn = await tables.evaluateAll((all) =>
    all.map((table) => {
      const [from, to] = [table.getBoundingClientRect().left, table.getBoundingClientRect().right]
      return [...table.querySelectorAll('tr > :first-child')].map((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        const { left, right } = words.getBoundingClientRect()
        return { fromLeft: Math.round(left - from), fromRight: Math.round(to - right) }
      })
    }),
  )
  expect(drawn[0]!.map(({ fromLeft }) => fromLeft)).toEqual([0, 0, 0])
  expect(drawn[1]!.map(({ fromRight }) => fromRight)).toEqual([0, 0, 0])
})

test('words in italics stand in their face from the first picture on', async ({ stet, page }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const isItalicOfPage = (request: Request) =>
    request.url().includes('italic') && request.frame() !== page.mainFrame()
  await page.route(/italic.*woff2/, async (route) => {
    if (isItalicOfPage(route.request())) await held
    await route.continue()
  })
  await documentOf(stet, 'Slanted', 'One *slanted* word.')
  await openByName({ page, text: stet.text } as Stet, 'Slanted')
  const asked = page.waitForRequest(isItalicOfPage)
  await stet.press('ControlOrMeta+Shift+E')
  await asked
  await expect(frameOf(page).locator('h1')).toHaveText('Slanted')
  expect(await frameOf(page).locator('em').count()).toBe(0)
  letGo()
  await expect(frameOf(page).locator('em')).toHaveText('slanted')
})

test('only what changed is drawn again, also when somebody else writes', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+E')
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { name: 'The customs house' })).toBeAttached()
  const blocks = frame.locator('main > div > div > *')
  await blocks.evaluateAll((all) => all.forEach((block) => block.setAttribute('data-drawn', 'before')))
  const count = await blocks.count()
  const text = (await stet.keptText(FERRYMAN)) ?? ''
  await typeElsewhere(stet, text.indexOf('It comes when'), 'New words. ')
  await expect(frame.getByText('New words.')).toBeAttached()
  expect(await frame.locator('[data-drawn]').count()).toBe(count - 1)
})

const KINDS = `- [x] rope
- [ ] ledger

3. third

| Day | Crates |
| :-- | -----: |
| One | $\\frac{a}{b}$ |

שלום עולם.

$$
\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}
$$

==Marked==, \`code\`[^1].

[^1]: A note.
`

test('all that a text may say comes through the wall before the page whole', async ({ stet, page }) => {
  await documentOf(stet, 'Kinds', KINDS)
  await openByName(stet, 'Kinds')
  await stet.press('ControlOrMeta+Shift+E')
  const text = frameOf(page).locator('main > div > div')
  await expect(text.locator('section.notes')).toBeAttached()
  const elementsOf = (root: Element) =>
    Array.from(root.querySelectorAll('*'), ({ localName, attributes }) =>
      [localName, ...Array.from(attributes, ({ name, value }) => `${name}=${value}`).toSorted()]
        .filter((part) => !part.startsWith('style='))
        .join(' '),
    )
  const html = pageBlocks(KINDS)
    .map((block) => block.html)
    .join('')
  const wanted = await page.evaluateHandle(
    (markup) => new DOMParser().parseFromString(markup, 'text/html').body,
    html,
  )
  expect(await text.evaluate(elementsOf)).toEqual(await wanted.evaluate(elementsOf))
})

const isOnScreen = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return bottom > 0 && top < one.ownerDocument.documentElement.clientHeight
  })

/** By keyboard. */
async function follow(link: Locator): Promise<void> {
  await link.focus()
  await link.page().keyboard.press('Enter')
}

test('a link leads there by the window; the outline leads in the page; no command writes unseen', async ({
  stet,
  page,
}) => {
  await documentOf(
    stet,
    'Links',
    `[out](https://example.org/a) [[The customs officer]] [down](#below)\n\n${'word '.repeat(900)}\n\n## Below\n\nEnd.`,
  )
  await openByName(stet, 'Links')
  await stet.press('ControlOrMeta+Shift+E')
  const frame = frameOf(page)
  const below = frame.getByRole('heading', { name: 'Below' })
  await follow(frame.getByRole('link', { name: 'down' }))
  await expect.poll(() => isOnScreen(below)).toBe(true)
  expect(page.frames().map((one) => one.url())).toEqual([page.url(), 'about:blank'])

  await stet.press('ControlOrMeta+Shift+P')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await palette.getByRole('combobox').fill('Bold')
  await expect(palette.getByRole('option', { name: /^Bold/ })).toContainText('the text is being read')
  await stet.press('Escape')
  await expect(palette).toHaveCount(0)

  await frame.locator('body').evaluate((body) => body.ownerDocument.scrollingElement?.scrollTo({ top: 0 }))
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  await page.getByRole('treeitem', { name: 'Below', exact: true }).click()
  await expect.poll(() => isOnScreen(below)).toBe(true)

  // A title of a document shows that document; back in the first one, it is read on where it was left.
  await follow(frame.getByRole('link', { name: 'The customs officer' }))
  await expect(page).toHaveTitle(/^The customs officer\b/)
  await openByName(stet, 'Links')
  await expect.poll(() => isOnScreen(below)).toBe(true)
})

test('words are found in the reading view, over marks and line breaks, and Escape leads back to what is read', async ({
  stet,
  page,
}) => {
  const id = await documentOf(
    stet,
    'Ships',
    `One boat.\n\nTwo **bo**áts and a\nboat.\n\n${'word '.repeat(3_000)}\n\nThe last Boat.\n\nBo\n\nat`,
  )
  await openByName(stet, 'Ships')
  await stet.press('ControlOrMeta+Shift+E')
  const frame = frameOf(page)
  const last = frame.getByText('The last Boat.')
  await expect(last).toBeAttached()
  const marked = () =>
    frame
      .locator('body')
      .evaluate(() => ['found', 'found-now'].map((name) => [...(CSS.highlights.get(name) ?? [])].map(String)))
  await stet.press('ControlOrMeta+F')
  const field = page.getByRole('textbox', { name: 'Find', exact: true })
  await expect(field).toBeFocused()
  await stet.type('boat')
  const found = page.getByRole('status', { name: 'Found' })
  await expect(found).toHaveText('4 places')
  expect(await marked()).toEqual([['boat', 'boát', 'boat', 'Boat'], ['boat']])
  await stet.press('Enter')
  expect((await marked())[1]).toEqual(['boát'])
  await stet.press('Shift+Enter')
  await stet.press('Shift+Enter')
  expect((await marked())[1]).toEqual(['Boat'])
  await expect.poll(() => isOnScreen(last)).toBe(true)
  await field.fill('a boat')
  await expect(found).toHaveText('1 place')
  await field.fill('keels')
  await expect(found).toHaveText('Not found')
  await typeElsewhere(stet, 0, 'More keels. ', id)
  await expect(found).toHaveText('1 place')

  await stet.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(page.locator('iframe')).toBeFocused()
  expect(await marked()).toEqual([[], []])
  await stet.press('Escape')
  await expect(stet.text).toBeFocused()
})

test('the reading view finds by case, by whole words and by expressions, as the text does', async ({
  stet,
  page,
}) => {
  await documentOf(stet, 'Boats', 'A boat, a Boat and boats.\n\nThe bóat of 1912.\n\n' + 'a'.repeat(40) + 'c')
  await openByName(stet, 'Boats')
  await stet.press('ControlOrMeta+Shift+E')
  await expect(frameOf(page).getByText('A boat, a Boat and boats.')).toBeAttached()
  await stet.press('ControlOrMeta+F')
  const bar = page.getByRole('search', { name: 'Find in the document' })
  const [field, found] = [bar.getByRole('textbox', { name: 'Find', exact: true }), bar.getByRole('status')]
  const toggle = (name: string) => bar.getByRole('button', { name, exact: true }).click()
  await field.fill('boat')
  await expect(found).toHaveText('5 places')
  await toggle('Whole words')
  await expect(found).toHaveText('3 places')
  await toggle('Match case')
  await expect(found).toHaveText('1 place')
  await toggle('Whole words')
  await expect(found).toHaveText('2 places')
  await toggle('Regular expression')
  await field.fill('b.at|\\d+')
  await expect(found).toHaveText('4 places')
  await field.fill('^The')
  await expect(found).toHaveText('1 place')
  await field.fill('(')
  await expect(found).toHaveText('Not an expression')
  await field.fill('(a+)+b')
  await expect(found).toHaveText('Takes too long')
  await field.fill('boats')
  await expect(found).toHaveText('1 place')
  await expect(bar.getByRole('button', { name: 'In the selection' })).toHaveCount(0)
  await expect(bar.getByRole('textbox', { name: 'Replace with' })).toHaveCount(0)
})

test.describe('with the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('all of the reading view is selected and copied by keys', async ({ stet, page }) => {
    await documentOf(stet, 'Copied', 'One **two**.\n\nThree.')
    await openByName(stet, 'Copied')
    await stet.press('ControlOrMeta+Shift+E')
    await expect(frameOf(page).getByText('Three.')).toBeVisible()
    await expect(page.locator('iframe')).toBeFocused()
    await stet.press('ControlOrMeta+a')
    await stet.press('ControlOrMeta+c')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^Copied\s+One two\.\s+Three\.\s*$/)
  })

  test('the menu of a link in the reading view copies and opens it; that of the page finds and leads back', async ({
    stet,
    page,
  }) => {
    await documentOf(stet, 'Links', 'See [[Low water]] and [out](https://example.org/a).\n\nPlain words.')
    await openByName(stet, 'Links')
    await stet.press('ControlOrMeta+Shift+E')
    const frame = frameOf(page)
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const choose = (name: string) => page.getByRole('menuitem', { name }).click()
    for (const [link, address] of [
      ['Low water', '[[Low water]]'],
      ['out', 'https://example.org/a'],
    ] as const) {
      await frame.getByRole('link', { name: link }).click({ button: 'right' })
      await expect(page.getByRole('menu', { name: 'Link' })).toBeVisible()
      await choose('Copy link')
      await expect.poll(copied).toBe(address)
      await expect(page.locator('iframe')).toBeFocused()
    }
    await frame.getByText('Plain words.').click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Reading view' })
    await expect(menu.getByRole('menuitem')).toContainText(['Copy', 'Find in document', 'Back to writing'])
    await frame.getByRole('heading', { name: 'Links' }).click()
    await expect(menu).toHaveCount(0)
    await expect(page.locator('iframe')).toBeFocused()
    await frame.getByText('Plain words.').click({ button: 'right' })
    await choose('Find in document')
    await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
    await stet.press('Escape')
    await frame.getByRole('link', { name: 'Low water' }).focus()
    await stet.press('Shift+F10')
    await choose('Follow link')
    await expect(stet.title).toHaveValue('Low water')
    await expect(stet.text).toBeFocused()
  })
})

for (const [part, texts] of hostilePartsFor(READING).entries())
  test(`[H3] no hostile text runs, loads or breaks anything in the reading view${part === 0 ? '' : `: part ${part + 1}`}`, async ({
    stet,
    page,
    browser,
  }) => {
    test.setTimeout(0)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate(() => Object.assign(window, { alert: () => Object.assign(window, { ran: true }) }))
    const frame = frameOf(page)
    for (const [index, { name, text }] of texts.entries())
      await test.step(name, async () => {
        const title = `Hostile ${index}`
        await documentOf(stet, title, `${text}\n\n# The end of it`)
        await expectNoHang(browser, name, async () => {
          await openByName(stet, title)
          await stet.press('ControlOrMeta+Shift+E')
          await expect(frame.getByText('The end of it').last()).toBeAttached()
        })
        await expect(page.getByRole('alert')).toHaveCount(0)
        await page.keyboard.press('Escape')
        await expect(stet.text).toBeVisible()
        await forget(stet, title)
      })
    const own = new URL(page.url()).origin
    expect(asked.filter((url) => !url.startsWith(own))).toEqual([])
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })

test('the column of the reading view stands where that of the editor does, in every width', async ({
  stet,
  page,
}) => {
  for (const width of [1280, 900, 700]) {
    await page.setViewportSize({ width, height: 600 })
    await stet.text.focus()
    await stet.press('ControlOrMeta+Shift+E')
    const read = frameOf(page).locator('main > div > div > p').first()
    await expect(read).toBeVisible()
    const box = await read.boundingBox()
    await page.keyboard.press('Escape')
    await expect(stet.text).toBeFocused()
    // Read last: right after a change of its size the window is not laid out yet.
    const written = await stet.text.locator('.cm-line').first().boundingBox()
    expect(Math.abs((box?.x ?? 0) - (written?.x ?? 0))).toBeLessThanOrEqual(1)
  }
})

test('the lines of a task begin below its first word, not below its box', async ({ stet, page }) => {
  const long = `Read ${'the letters again and '.repeat(12)}answer them`
  await documentOf(
    stet,
    'Tasks',
    `- [ ] ${long}\n- [x] ${long}\n    - [ ] ${long}\n\n1. One\n\n- [ ] ${long}\n`,
  )
  await openByName(stet, 'Tasks')
  await stet.press('ControlOrMeta+Shift+E')
  const tasks = frameOf(page).locator('label')
  await expect(tasks).toHaveCount(4)
  const places = await tasks.evaluateAll((labels) =>
    labels.map((label) => {
      const words = document.createRange()
      words.selectNodeContents(label.lastChild!)
      const lefts = [...words.getClientRects()].map(({ left }) => left)
      // A space stands between the box and the words.
      words.setStart(label.lastChild!, 1)
      return { next: lefts.slice(1), word: words.getClientRects()[0]!.left }
    }),
  )
  for (const { word, next } of places) {
    expect(next.length).toBeGreaterThan(1)
    for (const left of next) expect(Math.abs(left - word)).toBeLessThanOrEqual(1)
  }
})

test('the page follows the theme of the window and of the system', async ({ stet, page }) => {
  await stet.text.focus()
  await stet.press('ControlOrMeta+Shift+E')
  const root = frameOf(page).locator('html')
  await expect(frameOf(page).locator('main > div p').first()).toBeVisible()
  const looksLikeTheWindow = async () => {
    const ofWindow = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('div'))
      probe.style.backgroundColor = 'var(--paper)'
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return [backgroundColor, getComputedStyle(document.documentElement).getPropertyValue('--diagram')]
    })
    const ofPage = () =>
      root.evaluate((html) => {
        const look = getComputedStyle(html)
        return [look.backgroundColor, look.getPropertyValue('--diagram')]
      })
    await expect.poll(ofPage).toEqual(ofWindow)
  }
  for (const theme of ['dark', 'sepia', 'dark', 'light']) {
    await stet.command(`Theme: ${theme}`)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await looksLikeTheWindow()
  }
  await stet.command('Theme: match system')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await looksLikeTheWindow()
  }
})
