import { hostilePartsFor } from '../hostile-texts'
import { documentOf, forget, idsOf, kept, openByName, paste, typeElsewhere } from './editing'
import { expectNoHang } from './longest-task'
import { storedDocumentOf, theirsComes, type Scene } from './scenes'
import { expect, test, type Stet } from './stet'

test.use({ isMeasured: true })

/** What the writer types at the end of the text is kept, and nothing else of it has changed. */
async function typeAtEnd(stet: Stet, id: string, before: string): Promise<void> {
  await stet.text.focus()
  await stet.press('ControlOrMeta+End')
  await stet.type(' Typed.')
  await kept(stet, (text) => text === `${before} Typed.`, id)
}

/** Half of a surrogate pair has no UTF-8: the clipboard, the editor and the service replace it by a visible character. */
const inUtf8 = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

type Way = (scene: Scene, title: string, text: string) => Promise<void>

const WAYS: Readonly<Record<string, Way>> = {
  '[H3] no text breaks a window that opens it and types in it': async ({ stet }, title, text) => {
    const id = await documentOf(stet, title, text)
    await openByName(stet, title)
    await typeAtEnd(stet, id, text)
    await expect(stet.page.locator('[data-pane="status"]')).toContainText(/[\d,]+ words?/)
  },
  '[H3] no text breaks a window that takes it from the clipboard': async ({ stet }, title, text) => {
    const id = await documentOf(stet, title, '')
    await openByName(stet, title)
    await stet.text.focus()
    await paste(stet, text)
    await typeAtEnd(stet, id, inUtf8(text))
  },
  '[H3] no text breaks a window that shows it in a conflict': async ({ app, stet }, title, hostile) => {
    const text = inUtf8(hostile)
    const mine = `${text}\n\nMine.`
    const id = await storedDocumentOf({ app, stet }, title, `${text}\n\nBase.`)
    await typeElsewhere(stet, 'all', mine, id)
    await theirsComes({ app, stet }, id, `${text}\n\nTheirs.`)
    await openByName(stet, title)
    const conflict = stet.page.getByRole('region', { name: 'Conflict' })
    await conflict.getByRole('button', { name: 'Keep mine' }).first().click()
    const finish = conflict.getByRole('button', { name: 'Finish and save' })
    if (await finish.isVisible()) await finish.click()
    await expect(conflict).toHaveCount(0)
    await typeAtEnd(stet, id, mine)
  },
  '[H3] no text breaks a window that shows it in the history and takes it back': async (
    { app, stet },
    title,
    hostile,
  ) => {
    const { page } = stet
    const text = inUtf8(hostile)
    const now = app.clock.now()
    app.addDocument({
      title,
      states: [
        { at: now - 36_000_000, text: `${text} Then.`, status: 'draft' },
        { at: now, text: `${text} Now.`, status: 'draft' },
      ],
    })
    await app.hear()
    const [id = ''] = await idsOf(stet, title)
    await openByName(stet, title)
    await stet.press('ControlOrMeta+Shift+H')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('listbox', { name: 'Versions' }).getByRole('option').last().click()
    const reader = page.getByRole('region', { name: 'Version' })
    await expect(reader.getByRole('status', { name: 'Changes' })).toContainText(/change/)
    await history.getByRole('button', { name: 'Restore this version' }).click()
    await expect.poll(async () => (await stet.keptText(id)) === `${text} Then.`).toBe(true)
    await expect(reader).toHaveCount(0)
    await typeAtEnd(stet, id, `${text} Then.`)
    await stet.press('ControlOrMeta+Shift+H')
  },
  '[H3] no text breaks a window that shows it in the publish sheet': async ({ stet }, title, text) => {
    const id = await documentOf(stet, title, text)
    await openByName(stet, title)
    await stet.command('Publish…')
    const sheet = stet.page.getByRole('dialog', { name: 'Publish' })
    await expect(sheet.getByRole('list', { name: 'Checks' }).getByRole('listitem').first()).toBeVisible()
    await stet.press('Escape')
    await expect(sheet).toHaveCount(0)
    await typeAtEnd(stet, id, text)
  },
}

// The fixture fails a test on each error in the page: what draws the text may run out of stack and go on without it.
for (const [place, [way, go]] of Object.entries(WAYS).entries())
  for (const [part, texts] of hostilePartsFor(place).entries())
    test(part === 0 ? way : `${way}: part ${part + 1}`, async ({ app, stet, page, browser }) => {
      test.setTimeout(0)
      await page.getByRole('button', { name: 'Outline', exact: true }).click()
      for (const [index, { name, text }] of texts.entries())
        await test.step(name, async () => {
          const title = `Hostile ${index}`
          await expectNoHang(browser, name, () => go({ app, stet }, title, text))
          await expect(page.getByRole('alert')).toHaveCount(0)
          await forget(stet, title)
        })
    })

/** As many elements as a text may have on screen; one of prose has hundreds. */
const ELEMENTS_MAX = 10_000

test('[H3] of a long line only what is on screen is drawn, from the first drawing on', async ({
  stet,
  page,
}) => {
  // Each piece that is drawn of a line is put into it once.
  await page.evaluate(() => {
    const { insertBefore } = Node.prototype
    Object.assign(window, { longest: 0 })
    Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null) {
      const inserted = insertBefore.call(this, node, before) as T
      if (this instanceof HTMLElement && this.classList.contains('cm-line'))
        Object.assign(window, {
          longest: Math.max((window as unknown as { longest: number }).longest, this.textContent.length),
        })
      return inserted
    }
  })
  for (const [index, text] of ['word '.repeat(200_000), ' '.repeat(400_000)].entries()) {
    await documentOf(stet, `Long ${index}`, text)
    await openByName(stet, `Long ${index}`)
    await stet.text.focus()
    await stet.press('End')
  }
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest)
  expect(longest).toBeGreaterThan(1_000)
  expect(longest).toBeLessThan(50_000)
})

test('[H3] a line of signs within signs, or of control characters, has a bounded number of elements', async ({
  stet,
  page,
}) => {
  for (const [what, part] of [
    ['emphasis within emphasis', '*_'],
    ['links within links', '[a]('],
    ['control characters', '\u0001'],
    ['letters and control characters', '\u0001a'],
  ] as const)
    await test.step(what, async () => {
      await documentOf(stet, `Dense ${what}`, part.repeat(19_990 / part.length))
      await openByName(stet, `Dense ${what}`)
      await stet.text.focus()
      await stet.press('End')
      await stet.type('x')
      const [id = ''] = await idsOf(stet, `Dense ${what}`)
      await kept(stet, (text) => text.includes('x'), id)
      expect(await page.locator('.cm-content *').count()).toBeLessThan(ELEMENTS_MAX)
    })
})
