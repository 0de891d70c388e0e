import { begin } from './editing'
import { WINDOW } from './site'
import { expect, test, testInOwnContext, type Stet } from './stet'

/** Main says something that it says once. */
const raise = ({ main }: Stet, text: string) =>
  main.tell('notice.raised', { id: text, tone: 'attention', text })

/** Longer than any notice is shown. */
const LONG_MS = 20_000

const MINUTES_MS = 10 * 60_000

/** A clock that the test moves, in a window that the writer has left alone for minutes. */
async function leaveAlone({ page }: Stet): Promise<void> {
  await page.clock.install()
  await page.goto(WINDOW)
  await page.getByRole('textbox', { name: 'Document text', exact: true }).waitFor()
  await page.clock.fastForward(MINUTES_MS)
}

testInOwnContext('a notice waits until somebody is there to read it', async ({ stet, page }) => {
  await leaveAlone(stet)
  await raise(stet, 'It is said.')
  await page.clock.fastForward(MINUTES_MS)
  await expect(stet.notice).toHaveText('It is said.')
  await stet.press('Shift')
  await page.clock.fastForward(1_000)
  await expect(stet.notice).toHaveText('It is said.')
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toBeEmpty()
})

testInOwnContext(
  'the time of a notice begins with a key, a move, a press or the wheel',
  async ({ stet, page }) => {
    await leaveAlone(stet)
    const signs = {
      key: () => stet.press('Shift'),
      move: () => page.mouse.move(300, 300),
      press: () => page.mouse.down().then(() => page.mouse.up()),
      wheel: () => page.mouse.wheel(0, 10),
    }
    for (const [name, sign] of Object.entries(signs))
      await test.step(name, async () => {
        await raise(stet, name)
        await page.clock.fastForward(MINUTES_MS)
        await expect(stet.notice).toHaveText(name)
        await sign()
        await page.clock.fastForward(LONG_MS)
        await expect(stet.notice).toBeEmpty()
      })
  },
)

testInOwnContext(
  'a notice that comes while the writer is busy there goes by itself',
  async ({ stet, page }) => {
    await leaveAlone(stet)
    await stet.press('Shift')
    await raise(stet, 'It is said.')
    await expect(stet.notice).toHaveText('It is said.')
    await page.clock.fastForward(LONG_MS)
    await expect(stet.notice).toBeEmpty()
  },
)

testInOwnContext('a notice waits while another window is in front', async ({ stet, page }) => {
  await leaveAlone(stet)
  await raise(stet, 'It is said.')
  await stet.press('Shift')
  await page.clock.fastForward(1_000)
  await page.evaluate(() => {
    document.hasFocus = () => false
    window.dispatchEvent(new FocusEvent('blur'))
  })
  await page.clock.fastForward(MINUTES_MS)
  await expect(stet.notice).toHaveText('It is said.')
  await stet.press('Shift')
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toBeEmpty()
})

testInOwnContext('who reads by the reading view reads a notice there', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+E')
  const frame = page.getByRole('article', { name: 'Reading view' }).locator('iframe')
  await expect(frame).toBeFocused()
  await frame.hover()
  await page.clock.install()
  await page.clock.fastForward(MINUTES_MS)
  await raise(stet, 'It is said.')
  await page.clock.fastForward(MINUTES_MS)
  await expect(stet.notice).toHaveText('It is said.')
  await page.mouse.wheel(0, 10)
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toBeEmpty()
})

testInOwnContext('what main said is read after what the writer does meanwhile', async ({ stet, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await leaveAlone(stet)
  await raise(stet, 'It is said.')
  await expect(stet.notice).toHaveText('It is said.')
  await stet.command('Copy link to this document')
  await expect(stet.notice).not.toHaveText('It is said.')
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toHaveText('It is said.')
})

testInOwnContext('what main said over a night is there in the morning, all of it', async ({ stet, page }) => {
  await leaveAlone(stet)
  const said = Array.from({ length: 12 }, (_, index) => `Night ${index + 1}.`)
  for (const text of said) {
    await raise(stet, text)
    await page.clock.fastForward(MINUTES_MS)
  }
  for (const text of said) {
    await expect(stet.notice).toHaveText(text)
    await stet.press('Shift')
    await page.clock.fastForward(LONG_MS)
  }
  await expect(stet.notice).toBeEmpty()
})

/** What the writer has done is said, and what came from elsewhere waits: each with an Undo. The clock stands. */
async function sayTwo({ page, main, documents, option, notice, press }: Stet): Promise<void> {
  await page.clock.install()
  await page.goto(WINDOW)
  await option('The ferryman').click()
  await press('Delete')
  await expect(notice).toContainText('The ferryman')
  // The list is read again before the clock stands, or a key in it would find no row.
  await expect(option('The ferryman')).toHaveCount(0)
  await expect(documents.getByRole('option').first()).toBeFocused()
  await main.tell('notice.raised', {
    id: 'elsewhere',
    tone: 'attention',
    text: 'It is said.',
    action: { kind: 'show-recovered', label: 'Undo' },
  })
  const stops = await page.evaluate(() => Date.now() + 1_000)
  await page.clock.pauseAt(stops)
  await page.mouse.move(700, 300)
  await page.clock.runFor(SETTLED_MS)
}

/** After so long a notice takes a press of the mouse. */
const SETTLED_MS = 600

/** The middle of the Undo in the notice; a clock that stands holds what waits for a button to rest. */
async function placeOfUndo({ notice }: Stet): Promise<[number, number]> {
  const box = await notice.getByRole('button', { name: 'Undo' }).boundingBox()
  if (box === null) throw new Error('no Undo is shown')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Until the first of the two has gone; the second has not been seen then. */
const untilNext = ({ page, notice }: Stet) =>
  expect
    .poll(() => page.clock.runFor(300).then(() => notice.textContent()), { intervals: [10] })
    .toBe('It is said.Undo')

testInOwnContext(
  'the next notice takes no press that was meant for the one before',
  async ({ stet, page }) => {
    await sayTwo(stet)
    await untilNext(stet)
    await page.mouse.click(...(await placeOfUndo(stet)))
    await expect(stet.notice).toHaveText('It is said.Undo')
    await expect(stet.option('The ferryman')).toHaveCount(0)
    await page.clock.runFor(SETTLED_MS)
    await page.mouse.click(...(await placeOfUndo(stet)))
    await expect(stet.notice).toBeEmpty()
  },
)

testInOwnContext('a press that began on one notice is none on the next', async ({ stet, page }) => {
  await sayTwo(stet)
  const rows = stet.documents.getByRole('option')
  const count = await rows.count()
  await page.mouse.move(...(await placeOfUndo(stet)))
  await page.mouse.down()
  await stet.press('Delete')
  // The delete takes a few turns of the page, some of them by its clock.
  await expect
    .poll(() => page.clock.runFor(10).then(() => stet.notice.textContent()), { intervals: [10] })
    .not.toContain('The ferryman')
  const said = await stet.notice.textContent()
  await page.clock.runFor(SETTLED_MS)
  await page.mouse.up()
  // What main tells of the delete may come after the time that has passed.
  await expect
    .poll(() => page.clock.runFor(100).then(() => rows.count()), { intervals: [100] })
    .toBe(count - 1)
  expect(await stet.notice.textContent()).toBe(said)
})

test('the line that is written at the foot of the window is above a notice', async ({ stet, page }) => {
  await begin(stet, `${'A line of words.\n'.repeat(80)}‸`)
  await stet.type('The last words.')
  await raise(stet, 'It is said.')
  await expect(stet.notice).toHaveText('It is said.')
  const line = await page.getByText('The last words.').boundingBox()
  const notice = await page.getByText('It is said.').boundingBox()
  expect(line!.y + line!.height).toBeLessThan(notice!.y)
})
