import type { Locator, Page } from '@playwright/test'
import {
  begin,
  BOAT,
  changeElsewhere,
  kept,
  openByName,
  result,
  seenEdited,
  typeElsewhere,
  withPictures,
} from './editing'
import { mergeIn, theirsComes } from './scenes'
import { expect, FERRYMAN, test, testInOwnContext } from './stet'

const FULL = { code: 'storage-full', message: 'The disk is full.' } as const

test('typing turns Saved into Edited at once, and Edited into Saved', { tag: '@first' }, async ({ stet }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await seenEdited(stet, () => stet.type('Eleven jars.'))
  await kept(stet, (text) => text.endsWith('Eleven jars.'))
})

testInOwnContext(
  'a key draws the words and the state of the text, never the window around it',
  async ({ stet, page }) => {
    await page.addInitScript(() => {
      interface Drawn {
        readonly type: unknown
        readonly flags: number
        readonly alternate: Drawn | null
        readonly child: Drawn | null
        readonly sibling: Drawn | null
      }
      const PERFORMED_WORK = 1
      const count = (node: Drawn | null): number =>
        node === null
          ? 0
          : count(node.sibling) +
            (typeof node.type === 'function' && (node.flags & PERFORMED_WORK) !== 0 ? 1 : 0) +
            (node.alternate === null || node.child !== node.alternate.child ? count(node.child) : 0)
      const most = { components: 0 }
      // What React's own tools listen to.
      Object.assign(window, {
        most,
        __REACT_DEVTOOLS_GLOBAL_HOOK__: {
          supportsFiber: true,
          inject: () => 1,
          onCommitFiberUnmount() {},
          onPostCommitFiberRoot() {},
          onCommitFiberRoot(_: number, root: { readonly current: Drawn }) {
            most.components = Math.max(most.components, count(root.current.child))
          },
        },
      })
    })
    await page.reload()
    await stet.text.click()
    const most = (reset: boolean) =>
      page.evaluate((again) => {
        const counted = (window as unknown as { most: { components: number } }).most
        const { components } = counted
        if (again) counted.components = 0
        return components
      }, reset)
    expect(await most(true)).toBeGreaterThan(100)
    await stet.press('ControlOrMeta+End')
    await stet.type('Nine jars, and not one of them sealed.')
    await kept(stet, (text) => text.endsWith('sealed.'))
    expect(await most(false)).toBeLessThan(40)

    // Neither does it beside another document.
    await stet.option('Letters, unsent').click({ modifiers: ['Alt'] })
    const right = page
      .getByRole('region', { name: 'Right side' })
      .getByRole('textbox', { name: 'Document text' })
    await expect(right).toBeFocused()
    await stet.press('ControlOrMeta+End')
    // That the view is split is remembered, and told to the window, a little later.
    await expect.poll(async () => (await stet.main.ask('settings.get', undefined)).split?.side).toBe('right')
    await stet.type('Ten.')
    await kept(stet, (text) => text.endsWith('Ten.'), 'd-letters')
    expect(await most(true)).toBeGreaterThan(40)
    await stet.type(' Eleven.')
    await kept(stet, (text) => text.endsWith('Eleven.'), 'd-letters')
    expect(await most(false)).toBeLessThan(40)
  },
)

test('no byte moves before a key is pressed', async ({ stet }) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.press('ControlOrMeta+s')
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
  expect(await stet.keptText('d-low')).toContain('At low water')
})

test('the save key hands over what was just typed', async ({ stet }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Now. ')
  await stet.press('ControlOrMeta+s')
  await expect(stet.saveStatus).toHaveText('Saved')
  expect(await stet.keptText(FERRYMAN)).toMatch(/^Now\. The tide/)
})

test('a new document takes its title, then its text', async ({ stet, page }) => {
  await page.getByRole('button', { name: 'New document' }).click()
  await expect(stet.title).toBeFocused()
  await expect(stet.title).toHaveValue('')
  await stet.type('Low tide')
  await stet.press('Enter')
  await expect(stet.text).toBeFocused()
  await stet.type('You could walk.')
  await expect(stet.option('Low tide')).toBeVisible()
  await expect(stet.option('Low tide')).toContainText('You could walk.')
  await expect(page).toHaveTitle('Low tide — Stet')
})

test('words that main does not take stay, are said, and go when it can', async ({ stet, page }) => {
  await stet.main.refuse('document.change', FULL)
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Not lost. ')
  await expect(page.getByRole('alert')).toContainText('The disk is full.')
  await expect(stet.saveStatus).toHaveText('Edited')
  await expect(stet.text).toContainText('Not lost.')
  await stet.main.refuse('document.change', undefined)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^Not lost\. The tide/)
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('a text that waits for it says that it is edited until its last words are on this device', async ({
    app,
    stet,
  }) => {
    app.faults.offline(true)
    await typeElsewhere(stet, 'end', 'Nine jars.')
    await stet.main.ask('document.save', { id: FERRYMAN, reason: 'key' })
    await expect(stet.saveStatus).toHaveText('On this device')
    await stet.text.click()
    await seenEdited(stet, () => stet.type('Not yet there. '))
    await expect.poll(() => stet.keptText(FERRYMAN)).toContain('Not yet there.')
    await stet.main.ask('document.save', { id: FERRYMAN, reason: 'key' })
    await expect(stet.saveStatus).toHaveText('On this device')
  })

  test('a text that the key may not write says why and takes no key', async ({ app, stet, page }) => {
    await app.forbid('documents:write')
    await stet.option('Low water').click()
    await expect(page.getByText('This key may not write documents.')).toBeVisible()
    await stet.text.click()
    await stet.type('x')
    await expect(stet.title).toHaveAttribute('readonly', '')
    expect(await stet.keptText('d-low')).not.toContain('x')
  })
})

test('words that main did not take are still handed over after their tab is closed', async ({
  stet,
  page,
}) => {
  await stet.main.refuse('document.change', FULL)
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Not lost. ')
  await page.getByTitle('Close The ferryman').click()
  await expect(stet.title).toHaveValue('Low water')
  await stet.main.refuse('document.change', undefined)
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^Not lost\. The tide/)
})

test('main asks for every word: it has them when the window answers', async ({ stet }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Last words. ')
  await stet.main.tell('flush.requested', { reason: 'leave', round: 1 })
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^Last words\. The tide/)
})

test('main is about to read the texts: it is answered once it has every word, and the window takes keys meanwhile', async ({
  app,
  stet,
}) => {
  const goOn = app.hold('document.change')
  const answered = () =>
    app.given.flatMap(({ name, input }) =>
      name === 'flush.done' ? [(input as { readonly round: number }).round] : [],
    )
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('Last words. ')
  for (let time = 0; time < 2; time++) await app.tell('flush.requested', { reason: 'read', round: 7 })
  await stet.type('And more. ')
  expect(answered()).toEqual([])
  goOn()
  await expect.poll(answered).toEqual([7])
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^Last words\. And more\. The tide/)
  await expect(stet.text).toBeFocused()
})

test('[W14] text from elsewhere comes in, keeps the cursor, and stays out of undo', async ({ app, stet }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('Mine')
  const mine = await kept(stet, (text) => text.endsWith('Mine'))
  await app.elsewhere.write(FERRYMAN, { content: `Theirs. ${mine}` })
  await app.hear()
  await expect(stet.text).toContainText('Theirs. The tide')
  await stet.type(' too')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/Mine too$/)
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/^Theirs\. The tide[^]*\*tar\*\.\n$/)
})

test('a merge is announced, can be reviewed and undone', async ({ app, stet, page }) => {
  await mergeIn({ app, stet }, FERRYMAN, (text) => `Theirs. ${text}`)
  await expect(stet.notice).toContainText('Merged 1 change from elsewhere')
  await stet.notice.getByRole('button', { name: 'Review' }).click()
  await expect(page.locator('.cm-merged')).toHaveText('Theirs. ')
  await stet.press('Escape')
  await expect(page.locator('.cm-merged')).toHaveCount(0)

  await mergeIn({ app, stet }, FERRYMAN, (text) => text.replace('Theirs. ', ''))
  await stet.notice.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('deletion')).toHaveText('Theirs.')
  await stet.press('Escape')
  await expect(page.getByRole('deletion')).toHaveCount(0)
})

test('merges of two open documents are told apart, and none takes the place of the other', async ({
  app,
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await expect(stet.title).toHaveValue('Low water')
  for (const id of [FERRYMAN, 'd-low']) await mergeIn({ app, stet }, id, (text) => `Theirs. ${text}`)
  await expect(stet.notice).toContainText('Merged 1 change from elsewhere into “The ferryman”')
  await stet.notice.getByRole('button', { name: 'Review' }).click()
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(page.locator('.cm-merged')).toHaveText('Theirs. ')
  await expect(stet.notice).toHaveText(/^Merged 1 change from elsewhere into “Low water”/)
  await stet.option('Low water').click()
  await expect(stet.notice).toHaveText(/^Merged 1 change from elsewhere(?! into)/)
  await stet.option('The ferryman').click()
  await expect(stet.notice).toHaveText(/^Merged 1 change from elsewhere into “Low water”/)
  // The notice offers to undo the last merge, but a clash comes from a later change.
  await app.ask('document.save', { id: 'd-low', reason: 'key' })
  await app.hear()
  const low = (await stet.keptText('d-low')) ?? ''
  await changeElsewhere(stet, () => [{ from: 0, to: 'Theirs'.length, insert: 'Mine' }], 'd-low')
  await expect(stet.notice).toHaveText(/^Merged 1 change from elsewhere into “Low water”/)
  await theirsComes({ app, stet }, 'd-low', low.replace('Theirs', 'Yours'))
  await expect(stet.notice).toBeEmpty()
})

test('cursor and undo history come back when a document is opened again', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('Typed before.')
  await expect(stet.saveStatus).toHaveText('Saved')
  await page.getByTitle('Close The ferryman').click()
  await expect(stet.title).toHaveValue('Low water')
  await stet.option('The ferryman').dblclick()
  await expect(stet.title).toHaveValue('The ferryman')
  await stet.option('The ferryman').press('Enter')
  await expect(stet.text).toBeFocused()
  await stet.type('!')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/Typed before\.!$/)
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/\*tar\*\.\n$/)
})

test('marks show on the line of the cursor and nowhere else', async ({ stet, page }) => {
  const line = page.locator('.cm-line', { hasText: 'It comes when it is' })
  await expect(line).toHaveText('“It comes when it is told,” said the ferryman.')
  await line.click()
  await expect(line).toHaveText('“It comes when it is *told*,” said the ferryman.')
  await page.locator('.cm-line', { hasText: 'It will come' }).click()
  await expect(line).toHaveText('“It comes when it is told,” said the ferryman.')
  expect(await stet.keptText(FERRYMAN)).toContain('*told*')
})

test('source mode shows every byte, one key away', async ({ stet, page }) => {
  const heading = page.locator('.cm-h2')
  await expect(heading).toHaveText('The customs house')
  await stet.press('ControlOrMeta+Shift+M')
  await expect(heading).toHaveCount(0)
  await expect(page.locator('.cm-line', { hasText: '## The customs house' })).toBeVisible()
  await stet.press('ControlOrMeta+Shift+M')
  await expect(heading).toHaveText('The customs house')

  // Pressed twice in a row, before the first press has come back from main: on and off again.
  await stet.press('ControlOrMeta+Shift+M')
  await stet.press('ControlOrMeta+Shift+M')
  await expect.poll(async () => (await stet.main.ask('settings.get', undefined)).sourceMode).toBe(false)
  await expect(heading).toHaveText('The customs house')
})

test('focus lets all but the paragraph or the sentence step back; typewriter keeps its line in the middle', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.command('Focus on the paragraph')
  await stet.text.focus()
  const aside = page.locator('.cm-aside')
  await expect(page.locator('.cm-line').first()).not.toHaveClass(/cm-aside/)
  await expect(page.locator('.cm-line.cm-aside').first()).toBeVisible()
  await stet.command('Focus on the sentence')
  await expect(page.locator('.cm-line').first().locator('.cm-aside').first()).toBeVisible()
  await stet.command('Focus on the sentence')
  await expect(aside).toHaveCount(0)

  await stet.command('Toggle typewriter scrolling')
  await stet.text.focus()
  await stet.press('ControlOrMeta+End')
  await stet.type('\n\nA last line.')
  const scroller = (await page.locator('[data-scroller]').boundingBox())!
  const middle = scroller.y + scroller.height / 2
  const distance = async () => {
    const line = (await page.locator('.cm-line', { hasText: 'A last line.' }).boundingBox())!
    return Math.abs(line.y + line.height / 2 - middle)
  }
  await expect.poll(distance).toBeLessThan(scroller.height / 10)
})

/**
 * How far the line of the cursor is from the middle of what is seen of the text, in px: the words that the cursor is in or
 * the line around them, whichever is nearer. In small code the words lie lower than their line, and under the space of a
 * heading lower than its middle.
 */
const fromMiddle = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const seen = document.querySelector('[data-scroller]')?.getBoundingClientRect()
    const range = getSelection()?.getRangeAt(0)
    const node = range?.startContainer
    const line = (node instanceof Element ? node : node?.parentElement)?.closest('.cm-line')
    if (seen === undefined || range === undefined || line == null) throw new Error('no cursor')
    const chosen = document.querySelector('.cm-picture[data-selected]')
    const rows = [
      ...(chosen === null ? range.getClientRects() : []),
      (chosen ?? line).getBoundingClientRect(),
    ]
    return Math.min(...rows.map(({ y, height }) => Math.abs(y + height / 2 - seen.y - seen.height / 2)))
  })

test('typewriter holds the line of the cursor within a pixel: in a table, at pictures, code and marks', async ({
  stet,
  page,
}) => {
  await withPictures(page)
  const around = Array.from({ length: 14 }, (_, index) => `Paragraph ${index} of words.`).join('\n\n')
  const table = '| a | b |\n| --- | --- |\n| c | `d` |\n| e | **f** |'
  const parts = [`Begin.‸`, table, BOAT, 'Between.', BOAT, '## Part', '```js\nconst a = 1\n```', around]
  await begin(stet, `${around}\n\n${parts.join('\n\n')}`)
  await stet.command('Toggle typewriter scrolling')
  await stet.text.focus()
  let chosen = 0
  for (const key of ['ArrowDown', 'ArrowUp'])
    for (let step = 0; step < 22; step++) {
      await stet.press(key)
      // Where the cursor rests, marks come into sight.
      await page.waitForTimeout(120)
      // A picture that is chosen is no line.
      if ((await page.locator('.cm-picture[data-selected]').count()) > 0) chosen += 1
      else await expect.poll(() => fromMiddle(page), { message: `${key} ${step}` }).toBeLessThan(1)
    }
  expect(chosen).toBe(4)
})

test('the top of a document is its title', async ({ stet, page }) => {
  await page.setViewportSize({ width: 900, height: 360 })
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await expect(stet.title).not.toBeInViewport()
  await stet.press('ControlOrMeta+Home')
  await expect(stet.title).toBeInViewport({ ratio: 1 })
})

test('bold, italic and link by their keys', async ({ stet, page }) => {
  await page.locator('.cm-line', { hasText: 'It will come' }).click()
  await stet.press('Home')
  await stet.press('ArrowRight')
  await stet.press('ControlOrMeta+b')
  await stet.press('End')
  await stet.press('ControlOrMeta+i')
  await stet.type('so')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('“**It** will come,” said the boy.*so*')
})

test('a mark or a quotation that goes from words at one press comes back at the next as it was', async ({
  stet,
}) => {
  const text = 'Some __bold words here__ and\n\n>said\n\nThe end.'
  await begin(stet, `${text}‸`)
  await expect(stet.text).not.toContainText('__')
  await stet.text.getByText('bold words').dblclick({ position: { x: 45, y: 8 } })
  await stet.press('ControlOrMeta+b')
  await kept(stet, (now) => now === text.replace('__bold words here__', '**bold** words **here**'))
  await stet.press('ControlOrMeta+b')
  await kept(stet, (now) => now === text)
  await stet.text.getByText('said').click()
  for (const quoted of ['said', '>said']) {
    await stet.command('Quote')
    await kept(stet, (now) => now === text.replace('>said', quoted))
  }
})

const pasteInto = (text: Locator, html: string, plain: string) =>
  text.evaluate(
    (element, given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', given.html)
      clipboardData.setData('text/plain', given.plain)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html, plain },
  )

test('pictures within pasted HTML are stored as pasted files are, beside words and alone', async ({
  stet,
}) => {
  await withPictures(stet.page)
  const picture = await stet.page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 })
    canvas.getContext('2d')?.fillRect(0, 0, 20, 40)
    return canvas.toDataURL()
  })
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await pasteInto(stet.text, `<p>See <b>this</b>: <img alt="a chart" src="${picture}"></p>`, 'See this:')
  await expect
    .poll(() => stet.keptText(FERRYMAN))
    .toMatch(/See \*\*this\*\*: !\[a chart\]\(stet-file:[\w-]+\)$/)
  await stet.type('‸')
  await pasteInto(stet.text, `<meta charset="utf-8"><img src="${picture}">`, '')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/‸!\[\]\(stet-file:[\w-]+\)$/)
})

test('[M5] HTML that takes too long to convert is pasted as plain text, and no word typed meanwhile is lost', async ({
  stet,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  const before = await stet.keptText(FERRYMAN)
  // The parser opens each of the fonts again in each of the paragraphs: a hundred million elements.
  const fonts = Array.from({ length: 10_000 }, (_, index) => `<font color=${index}>`).join('')
  await pasteInto(stet.text, `${fonts}${'<p>x'.repeat(10_000)}<b>x</b>`, 'Plain.')
  await stet.type('Meanwhile.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('Plain.')
  await expect(stet.notice).toHaveText(
    'The formatting was too much to convert, so the text was pasted without it.',
  )
  await expect
    .poll(async () => (await stet.keptText(FERRYMAN))?.replace('Plain.', ''))
    .toBe(`${before}Meanwhile.`)
  await stet.press('ControlOrMeta+End')
  await pasteInto(stet.text, '<b>Bold</b>', 'Bold')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/\*\*Bold\*\*$/)
})

test('[M5] a paste stands where it was asked for, and replaces nothing that was typed or chosen since', async ({
  stet,
}) => {
  const fonts = Array.from({ length: 10_000 }, (_, index) => `<font color=${index}>`).join('')
  const slow = `${fonts}${'<p>x'.repeat(10_000)}<b>x</b>`
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  const before = await stet.keptText(FERRYMAN)
  await pasteInto(stet.text, slow, 'Plain.')
  await stet.type('Meanwhile.')
  await stet.press('ControlOrMeta+a')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(`${before}Plain.Meanwhile.`)
  // What was chosen is replaced by the first key, and what that key typed is not by the paste.
  await pasteInto(stet.text, slow, 'Second.')
  await stet.type('Anew.')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe('Second.Anew.')
})

test('what is pasted goes on the list, the sentence and the quotation that it is pasted into', async ({
  stet,
}) => {
  const text = () => stet.keptText(FERRYMAN)
  const anew = async (words: string) => {
    await stet.text.click()
    await stet.press('ControlOrMeta+a')
    await stet.type(words)
  }
  await anew('- x\n')
  await pasteInto(stet.text, '<ul><li>p1<ul><li>deep</li></ul></li><li>p2</li></ul>', 'p1')
  await expect.poll(text).toBe('- x\n- p1\n  - deep\n- p2')
  await stet.press('ControlOrMeta+z')
  await expect.poll(text).toBe('- x\n- ')
  await pasteInto(stet.text, '', '- a\n- b')
  await expect.poll(text).toBe('- x\n- a\n- b')
  await stet.type(' on')
  await expect.poll(text).toBe('- x\n- a\n- b on')

  await begin(stet, '9. x ‸\n10. y')
  await pasteInto(stet.text, '', 'a\nb\nc\n')
  await stet.type(' on')
  await expect.poll(text).toBe('9. x a\n10. b\n11. c on\n12. y')

  await anew('A sentence goes')
  for (let letter = 0; letter < 2; letter++) await stet.press('ArrowLeft')
  await pasteInto(stet.text, '<p>pa <b>bo</b></p><p>pb</p>', 'pa bo')
  await expect.poll(text).toBe('A sentence gopa **bo**\n\npbes')

  await anew('')
  await pasteInto(stet.text, '<pre><code>x = 1</code></pre>', 'x = 1')
  await expect.poll(text).toContain('x = 1')
  await stet.type('next')
  await expect.poll(text).toBe('```\nx = 1\n```\n\nnext')
})

test('formatted text is pasted as markdown, in one step to undo; into code it goes as it is', async ({
  stet,
}) => {
  const paste = (html: string, plain: string) => pasteInto(stet.text, html, plain)
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  const before = await stet.keptText(FERRYMAN)
  await paste(
    '<h2>Tides</h2><p>The <b>boat</b> &amp; the <i>sea</i></p><img src=x onerror=alert(1)>',
    'Tides',
  )
  const pasted = `${before}## Tides\n\nThe **boat** & the *sea*`
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(pasted)
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(before)

  await stet.type('```\n')
  await paste('<pre><b>const</b> a</pre>', 'const a')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(`${before}\`\`\`\nconst a`)
})

test('a cursor alone is the browser’s; selected words are drawn, and stay to be seen from a panel', async ({
  stet,
  page,
}) => {
  const selected = page.locator('.cm-selectionBackground')
  await page.locator('.cm-line', { hasText: 'It will come' }).click()
  await expect(stet.text).toBeFocused()
  await expect(page.locator('.cm-cursorLayer')).toHaveCount(0)
  await stet.press('Shift+Home')
  await expect(selected.first()).toBeVisible()
  await stet.press('ControlOrMeta+f')
  await expect(
    page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: 'Find' }))
      .first(),
  ).toBeFocused()
  await expect(selected.first()).toBeVisible()
  await stet.press('Escape')
  await expect(stet.text).toBeFocused()
  await stet.type('So')
  await expect(page.locator('.cm-cursorLayer')).toHaveCount(0)
  await stet.press('ControlOrMeta+Alt+ArrowDown')
  await expect(page.locator('.cm-cursor')).toHaveCount(2)
})

test('from one document to the next there is no empty moment', async ({ stet, page }) => {
  await expect(page.locator('.cm-h2')).toHaveText('The customs house')
  const styles = () =>
    page.evaluate(() => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join())
  const stylesBefore = await styles()
  expect(stylesBefore).toContain('.cm-line')
  await page.evaluate(() => {
    const seen = { empty: 0, changes: 0 }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      seen.changes++
      if (document.querySelector('[data-scroller] .cm-line') === null) seen.empty++
    }).observe(document.body, { childList: true, subtree: true })
  })
  await stet.option('Letters, unsent').click()
  await expect(stet.title).toHaveValue('Letters, unsent')
  await expect(stet.text).toContainText('the harbour froze')
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { empty: number; changes: number } }).seen,
  )
  expect(seen.changes).toBeGreaterThan(0)
  expect(seen.empty).toBe(0)
  // What each editor adds to the page's styles stays there, and has the whole window reckoned anew.
  expect(await styles()).toBe(stylesBefore)

  // Of two presses the last one counts, whichever text comes first.
  await page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[aria-label=Documents] [role=option]')]
    for (const name of ['The ferryman', 'Low water'])
      rows.find(({ textContent }) => textContent.includes(name))?.click()
  })
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.option('Low water')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.option('The ferryman')).toHaveAttribute('aria-selected', 'false')
  await expect(stet.text).toContainText('water')
})

test('a press reads the text while the button is down, and shows it when it is let go', async ({
  app,
  stet,
  page,
}) => {
  await expect(stet.title).toHaveValue('The ferryman')
  const before = app.given.length
  const asked = () =>
    app.given
      .slice(before)
      .flatMap(({ name, input }) =>
        name === 'document.open' || name === 'document.close'
          ? [`${name} ${(input as { readonly id: string }).id}`]
          : [],
      )
  const letters = await stet.option('Letters, unsent').getAttribute('data-document')
  const house = await stet.option('A house with nine doors').getAttribute('data-document')
  await stet.option('A house with nine doors').hover()
  await page.mouse.down()
  await expect.poll(asked).toEqual([`document.open ${house}`])
  await expect(page.locator('.cm-editor')).toHaveCount(1)
  await expect(stet.title).toHaveValue('The ferryman')
  // Let go over another row, a press is no press.
  await stet.option('The ferryman').hover()
  await page.mouse.up()
  await expect(stet.title).toHaveValue('The ferryman')

  await stet.option('Letters, unsent').hover()
  await page.mouse.down()
  await expect.poll(asked).toEqual([`document.open ${house}`, `document.open ${letters}`])
  await expect(stet.title).toHaveValue('The ferryman')
  await page.mouse.up()
  await expect(stet.title).toHaveValue('Letters, unsent')
  await expect
    .poll(asked)
    .toEqual([`document.open ${house}`, `document.open ${letters}`, `document.close ${house}`])
  await expect(page.locator('.cm-editor')).toHaveCount(1)
  await stet.text.click()
  await seenEdited(stet, () => stet.type('x'))
})

test('a text comes back scrolled to where it was left', async ({ stet, page }) => {
  await typeElsewhere(stet, 0, 'A line.\n\n'.repeat(400))
  await expect(stet.text).toContainText('A line.')
  const scroller = page.locator('[data-scroller]')
  const place = () => scroller.evaluate(({ scrollTop }) => scrollTop)
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await scroller.hover()
  await page.mouse.wheel(0, 2_000)
  await expect.poll(place).toBeGreaterThan(1_900)
  const left = await place()
  for (const [there, back] of [
    [stet.option('Low water'), page.getByRole('tab', { name: 'The ferryman', exact: true })],
    [page.getByRole('tab', { name: 'Low water', exact: true }), stet.option('The ferryman')],
  ] as const) {
    await there.click()
    await expect(stet.title).toHaveValue('Low water')
    await back.click()
    await expect(stet.title).toHaveValue('The ferryman')
    await expect.poll(place).toBe(left)
  }

  // With the focus in the text, which goes from the screen with it.
  await scroller.click({ position: { x: 300, y: 300 } })
  const clicked = await place()
  for (const title of ['Low water', 'The ferryman']) {
    await stet.press('Control+Tab')
    await expect(stet.title).toHaveValue(title)
  }
  await expect.poll(place).toBe(clicked)
})

test('a task is ticked with one press, and only its mark is changed', async ({ stet, page }) => {
  await openByName(stet, 'Welcome')
  const before = await stet.keptText('d-welcome')
  await page.getByRole('checkbox', { name: 'To do' }).click()
  await expect(page.getByRole('checkbox', { name: 'Done' })).toHaveCount(2)
  await expect.poll(() => stet.keptText('d-welcome')).toBe(before?.replace('- [ ]', '- [x]'))
})

test('find counts, goes on, and replaces', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  await expect(panel.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await stet.type('ferryman')
  await expect(panel.getByRole('status')).toHaveText('3 places')
  await stet.press('Tab')
  await expect(panel.getByRole('textbox', { name: 'Replace with' })).toBeFocused()
  await stet.type('boatman')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await stet.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect.poll(() => stet.keptText(FERRYMAN)).not.toContain('ferryman')
})

test('a backslash is found and written as one, unless an expression is looked for', async ({
  stet,
  page,
}) => {
  await begin(stet, 'In C:\\new here.‸')
  await stet.press('ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  await panel.getByRole('textbox', { name: 'Find' }).fill('C:\\new')
  await expect(panel.getByRole('status')).toHaveText('1 place')
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('D:\\temp')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await stet.press('Escape')
  await stet.press('ControlOrMeta+End')
  expect(await result(stet)).toBe('In D:\\temp here.‸')
})

test('where nothing can be looked for Replace does nothing, and its fields stay as they are', async ({
  stet,
  page,
}) => {
  const text = 'A cat, a dog, a cat.'
  await begin(stet, `${text}‸`)
  await stet.press('ControlOrMeta+Home')
  for (let n = 0; n < 2; n++) await stet.press('ArrowRight')
  await stet.press('Control+Shift+ArrowRight')
  await stet.press('ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  const [find, put] = [
    panel.getByRole('textbox', { name: 'Find' }),
    panel.getByRole('textbox', { name: 'Replace with' }),
  ]
  await panel.getByRole('button', { name: 'Regular expression' }).click()
  for (const words of ['cat(', '']) {
    await find.fill(words)
    await put.fill('dog')
    for (const name of ['Replace', 'Replace all'])
      await panel.getByRole('button', { name, exact: true }).click()
    await put.press('Enter')
    await expect(find).toHaveValue(words)
    await expect(put).toHaveValue('dog')
  }
  await find.fill('cat')
  await expect(panel.getByRole('status')).toHaveText('2 places')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe('A dog, a dog, a dog.')
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(text)
})

test('undo in the find bar takes back what was replaced there, and nothing older; redo replaces again', async ({
  stet,
  page,
}) => {
  await begin(stet, 'A cat, a dog, a cat.‸')
  await stet.type(' Later.')
  const text = 'A cat, a dog, a cat. Later.'
  const replaced = text.replaceAll('cat', 'dog')
  await kept(stet, (now) => now === text)
  await stet.press('ControlOrMeta+h')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  const put = panel.getByRole('textbox', { name: 'Replace with' })
  await panel.getByRole('textbox', { name: 'Find' }).fill('cat')
  await put.fill('dog')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await kept(stet, (now) => now === replaced)
  for (const redo of ['ControlOrMeta+Shift+z', 'Control+y']) {
    await stet.press('ControlOrMeta+z')
    await kept(stet, (now) => now === text)
    await stet.press('ControlOrMeta+z')
    await stet.press(redo)
    await kept(stet, (now) => now === replaced)
  }
  await panel.getByRole('textbox', { name: 'Find' }).fill('dog,')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await kept(stet, (now) => now === 'A dog a dog a dog. Later.')
  for (let n = 0; n < 4; n++) await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(text)
})

test('a letter that is typed in the find bar after replacing is taken back first, then what was replaced', async ({
  stet,
  page,
}) => {
  await begin(stet, 'A cat, a dog.‸')
  await stet.press('ControlOrMeta+h')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  const put = panel.getByRole('textbox', { name: 'Replace with' })
  await panel.getByRole('textbox', { name: 'Find' }).fill('cat')
  await put.fill('dog')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await kept(stet, (text) => text === 'A dog, a dog.')
  await put.click()
  await stet.press('End')
  await stet.type('s')
  await stet.press('ControlOrMeta+z')
  await expect(put).toHaveValue('dog')
  expect(await stet.keptText(FERRYMAN)).toBe('A dog, a dog.')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'A cat, a dog.')
})

test('find looks in the selection, and for no pattern that never ends', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  const [find, count] = [panel.getByRole('textbox', { name: 'Find' }), panel.getByRole('status')]
  await stet.type('ferryman')
  await expect(count).toHaveText('3 places')
  const scope = panel.getByRole('button', { name: 'In the selection' })
  await stet.press('Enter')
  await scope.click()
  await expect(count).toHaveText('1 place')
  await scope.click()
  await expect(count).toHaveText('3 places')
  await panel.getByRole('button', { name: 'Regular expression' }).click()
  await find.fill('ferry(m.n)')
  await expect(count).toHaveText('3 places')
  // it takes longer than there is time
  const endless = '(\\w+\\s?)+\\d\\d$'
  await find.fill(endless)
  await expect(count).toHaveText('Takes too long')
  // one that is typed while another is still being tried does not wait for that
  await find.fill(endless)
  await find.fill('[fF]erryman')
  await expect(count).toHaveText('3 places')
  await stet.press('Escape')
  await expect(panel).toHaveCount(0)
  await stet.press('ArrowRight')
  await stet.type(' ferryman')
  await stet.press('ControlOrMeta+f')
  await expect(count).toHaveText('4 places')
})

test('a pattern is tried for as long as it may take, however late what tries it comes', async ({
  stet,
  page,
}) => {
  await page.route('**/pattern.worker*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await stet.text.click()
  await stet.press('ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  await panel.getByRole('button', { name: 'Regular expression' }).click()
  await panel.getByRole('textbox', { name: 'Find' }).fill('ferry(m.n)')
  await expect(panel.getByRole('status')).toHaveText('3 places')
})

test('the words are counted', async ({ stet, page }) => {
  await stet.option('Low water').click()
  await expect(page.getByText('17 words')).toBeVisible()
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('two more')
  await expect(page.getByText('19 words')).toBeVisible()
})

for (const way of ['typed', 'pasted', 'pasted in two lines'] as const)
  test(`what does not fit into a title is said when it is ${way}, and undo works as ever`, async ({
    stet,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await stet.title.click()
    await stet.press('ControlOrMeta+a')
    await stet.page.keyboard.insertText('x'.repeat(150))
    await stet.press('ControlOrMeta+a')
    await stet.press('ControlOrMeta+c')
    await expect(stet.notice).toHaveText('')
    if (way === 'pasted in two lines')
      await stet.page.evaluate(() => navigator.clipboard.writeText(`${'x'.repeat(10)}\n${'x'.repeat(140)}`))
    await stet.press('End')
    if (way !== 'typed') await stet.press('ControlOrMeta+v')
    else await stet.page.keyboard.insertText('x'.repeat(150))
    await expect(stet.title).toHaveValue(way === 'pasted in two lines' ? /^x{160} x{94}$/ : 'x'.repeat(255))
    await expect(stet.notice).toHaveText('At most 255 characters fit here. The rest was not taken.')
    await stet.press('ControlOrMeta+z')
    await expect(stet.title).toHaveValue(way !== 'typed' ? 'x'.repeat(150) : /^(?!x{255})/)
    await stet.press('ControlOrMeta+a')
    await stet.type('As short as this')
    await expect(stet.title).toHaveValue('As short as this')
  })

test('two lines pasted into the title become one, and can be undone like what was typed before', async ({
  stet,
}) => {
  await stet.title.click()
  await stet.press('End')
  await stet.type(' of Avon')
  await stet.title.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ' and\r\nother tales')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(stet.title).toHaveValue('The ferryman of Avon and other tales')
  await stet.press('ControlOrMeta+z')
  await expect(stet.title).toHaveValue('The ferryman of Avon')
  await stet.press('ControlOrMeta+z')
  await expect(stet.title).toHaveValue(/^The ferryman(?! of Avon$)/)
})

test('words that are selected and then looked for are not behind the find bar, in a narrow window either', async ({
  stet,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await stet.text.click()
  await stet.press('ControlOrMeta+a')
  const lines = Array.from(
    { length: 60 },
    (_, at) => `Line ${at} and a needle far out to the side of it, at its very end.`,
  )
  await page.keyboard.insertText(lines.join('\n\n'))
  await stet.press('ControlOrMeta+Home')
  const line = stet.text.getByText('Line 6 and')
  await line.evaluate((element) => {
    const scroller = element.closest('[data-scroller]')!
    scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 10
  })
  await line.click({ position: { x: 5, y: 5 } })
  await stet.press('Home')
  await stet.press('Shift+End')
  await stet.press('ControlOrMeta+f')
  const bar = (await page.locator('.find-panel').boundingBox())!
  await expect.poll(async () => (await line.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height)
})

test('the title stands below the find bar, and a text that was scrolled stays where it is', async ({
  stet,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await stet.text.click()
  await stet.press('ControlOrMeta+a')
  await page.keyboard.insertText(Array.from({ length: 60 }, (_, at) => `Line ${at}.`).join('\n\n'))
  await stet.press('ControlOrMeta+Home')
  const topOfTitle = async () => (await stet.title.boundingBox())!.y
  const before = await topOfTitle()
  await stet.press('ControlOrMeta+f')
  const bar = (await page.locator('.find-panel').boundingBox())!
  await expect.poll(topOfTitle).toBeGreaterThanOrEqual(bar.y + bar.height)
  await stet.press('Escape')
  await expect.poll(topOfTitle).toBe(before)

  const line = stet.text.getByText('Line 14.')
  await line.scrollIntoViewIfNeeded()
  await line.click()
  const topOfLine = async () => Math.round((await line.boundingBox())!.y)
  const there = await topOfLine()
  await stet.press('ControlOrMeta+f')
  await expect(page.locator('.find-panel')).toBeVisible()
  await expect
    .poll(() => page.locator('[data-scroller]').evaluate((element) => element.getAttribute('style')))
    .toMatch(/--find-space: [1-9]/)
  expect(await topOfLine()).toBe(there)
  await stet.press('Escape')
  await expect
    .poll(() => page.locator('[data-scroller]').evaluate((element) => element.getAttribute('style')))
    .toMatch(/--find-space: 0/)
  expect(await topOfLine()).toBe(there)
})

test('words that are selected are dragged as they are, however fast the hand is', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+a')
  await page.keyboard.insertText('One two three four five.\n\nSix seven eight nine ten.')
  await stet.press('ControlOrMeta+Home')
  await stet.press('Control+Shift+ArrowRight')
  await stet.press('Control+Shift+ArrowRight')
  const place = (word: string) =>
    stet.text.evaluate((text, wanted) => {
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.textContent!.indexOf(wanted)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { left, top, height } = range.getBoundingClientRect()
        return { x: left, y: top + height / 2 }
      }
      throw new Error(`There is no ${wanted}.`)
    }, word)
  const [from, to] = [await place('two'), await place('eight')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 12)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
  await expect
    .poll(() => stet.keptText(FERRYMAN))
    .toBe(' three four five.\n\nSix seven One twoeight nine ten.')
})
