import type { Page } from '@playwright/test'
import { setReach } from './scenes'
import { expect, FERRYMAN, slowTurns, testOnImitation as test, type Stet } from './stet'

const COUNT = 500

const fillLetters = (page: Page) => fillSome(page, COUNT)

/** So many documents in the empty folder, made by main. */
async function fillSome(page: Page, some: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let n = 1; n <= count; n++)
      await window.memory.call(
        'document.create',
        { title: `Letter ${n}`, folderId: 'f-letters' },
        window.memory.library(),
      )
  }, some)
}

/** So many documents in the empty folder, all of them chosen. */
async function chooseLetters(stet: Stet, page: Page, count: number): Promise<void> {
  await fillSome(page, count)
  await stet.folder('Letters').click()
  await stet.option(`Letter ${count}`).click()
  await stet.option(`Letter ${count}`).focus()
  await stet.press('ControlOrMeta+A')
  await expect(page.getByText(`${count} chosen`)).toBeVisible()
}

const holdEditsAfter = (page: Page, first: number) => holdAfter(page, first, 'document.edit-each')

/** Calls of this command wait for `window.letGo(n)` once so many were let through. */
async function holdAfter(
  page: Page,
  first: number,
  command: 'document.edit-each' | 'document.delete' | 'document.restore',
): Promise<void> {
  await page.evaluate(
    ([limit, held]) => {
      const { memory } = window
      const call = memory.call.bind(memory)
      let allowed = limit
      const waiting: (() => void)[] = []
      const gate = () => (allowed-- > 0 ? Promise.resolve() : new Promise<void>((go) => waiting.push(go)))
      memory.call = async (name, input, library) => {
        if (name === held) await gate()
        return call(name, input, library)
      }
      Object.assign(window, {
        letGo(more: number) {
          allowed = more
          for (const go of waiting.splice(0)) {
            allowed--
            go()
          }
        },
      })
    },
    [first, command] as const,
  )
}

/** So many changes are on their way to the service. */
const sendMany = (page: Page) =>
  page.evaluate(() => {
    const { records } = window.memory
    records.outbox = {
      sent: [],
      paused: false,
      progress: { done: 120, total: 500 },
      waiting: Array.from({ length: 200 }, (_, n) => ({
        id: `t${n}`,
        what: `Tags of “Letter ${n + 121}”`,
        kind: 'tags' as const,
        why: 'Waits for its turn',
        state: 'waiting' as const,
        canDecide: false,
        canRetry: true,
        canDiscard: true,
      })),
    }
    window.memory.emit('outbox.changed', { waiting: 380 })
  })

test('a tag on 500 documents: the loop and the outbox say how far they are, and stop when they are told', async ({
  stet,
  page,
}) => {
  await fillLetters(page)
  await stet.folder('Letters').click()
  await stet.option('Letter 500').click()
  await expect(stet.option('Letter 500')).toHaveAttribute('aria-selected', 'true')
  await stet.press('ControlOrMeta+A')
  await expect(page.getByText('500 chosen')).toBeVisible()
  await holdEditsAfter(page, 1)
  await page.getByRole('button', { name: 'Tag the chosen…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option').first().click()

  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText('Tagging 100 of 500')).toBeVisible()
  // The button has the focus again; its name would lie over the fields beside it as long as this takes.
  await expect(page.getByRole('button', { name: 'Tag the chosen…' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(1))
  await expect(line.getByText('Tagging 200 of 500')).toBeVisible()
  await line.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(1_000))
  await expect(stet.notice).toContainText('Stopped after 300 of 500')
  await expect(line.getByText(/^Tagging/)).toBeHidden()
  const tagged = () =>
    page.evaluate(async () => {
      const answer = await window.memory.call('library.get', undefined, window.memory.library())
      return answer.ok ? Math.max(...answer.value.tags.map(({ documents }) => documents)) : -1
    })
  expect(await tagged()).toBeGreaterThanOrEqual(201)

  await sendMany(page)
  await setReach(page, 'offline')
  await expect(line.getByText('Offline: 120 of 500 sent')).toBeVisible()
  await setReach(page, 'online')
  await expect(line.getByText('Sending 120 of 500')).toBeVisible()
  await stet.command('Show outbox')
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByText('Sending 120 of 500')).toBeVisible()
  await expect(outbox.getByRole('progressbar', { name: 'Sent' })).toHaveJSProperty('value', 120)
  await expect(outbox.getByRole('list', { name: 'Waiting' }).getByRole('listitem')).toHaveCount(200)
  await outbox.getByRole('button', { name: 'Pause' }).click()
  await expect(outbox.getByText('Paused: 120 of 500 sent')).toBeVisible()
  await expect(line.getByText('Paused: 120 of 500 sent')).toBeVisible()
  await outbox.getByRole('button', { name: 'Resume' }).first().click()
  await expect(outbox.getByText('Sending 120 of 500')).toBeVisible()
  await outbox.getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(stet.notice).toContainText('200 changes were taken back. What is typed still goes out.')
  await expect(outbox.getByRole('progressbar')).toHaveCount(0)
  await expect(outbox.getByRole('list', { name: 'Waiting' }).getByRole('listitem')).toHaveCount(0)
})

test('rows stay under the pointer while many are tagged, and are in order again once it is elsewhere', async ({
  stet,
  page,
}) => {
  await chooseLetters(stet, page, 120)
  await holdEditsAfter(page, 1)
  await page.getByRole('button', { name: 'Tag the chosen…' }).click()
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option').first().click()
  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText('Tagging 100 of 120')).toBeVisible()

  const row = stet.documents.getByRole('option').nth(4)
  await row.hover()
  // What it says of sending may change meanwhile.
  const titleOf = (text: string | null | undefined) => /^Letter \d+/.exec(text ?? '')?.[0] ?? 'no letter'
  const pointedAt = await row.textContent()
  const box = await row.boundingBox()
  await fillSome(page, 1)
  await expect(stet.folder('Letters')).toContainText('121')
  const name = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('[role=option]')?.textContent,
    [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10] as const,
  )
  expect(titleOf(pointedAt)).toMatch(/^Letter/)
  expect(titleOf(name)).toBe(titleOf(pointedAt))
  await page.mouse.move(900, 400)
  await expect(stet.documents.getByRole('option').first()).toContainText('Letter 1')

  await row.hover()
  await fillSome(page, 2)
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(1_000))
  await expect(line.getByText(/^Tagging/)).toBeHidden()
  await expect(stet.documents.getByRole('option').first()).toHaveAttribute('aria-setsize', '123')
})

test('what is deleted goes from under the pointer while many changes are sent', async ({ stet, page }) => {
  await fillSome(page, 30)
  await stet.folder('Letters').click()
  await sendMany(page)
  await setReach(page, 'offline')
  await setReach(page, 'online')
  await expect(page.locator('[data-pane="status"]').getByText('Sending 120 of 500')).toBeVisible()
  await stet.option('Letter 28').hover()
  await stet.option('Letter 28').click()
  await stet.press('Delete')
  await expect(stet.option('Letter 28')).toHaveCount(0)
  await expect(page.locator('[data-pane="status"]').getByText('Sending 120 of 500')).toBeVisible()
  await expect(page.locator('[data-pane="list"]').locator(':focus')).toHaveCount(1)

  // By another window, while the hand is at the mouse.
  await stet.option('Letter 20').hover()
  await page.evaluate(
    async (id) => {
      await window.memory.call('document.delete', { ids: [id] }, window.memory.library())
    },
    (await stet.option('Letter 20').getAttribute('data-document')) ?? '',
  )
  await expect(stet.option('Letter 20')).toHaveCount(0)
})

test('undo of a new tag on several documents takes the tag itself back', async ({ stet, page }) => {
  await stet.folder('Chapters').click()
  await stet.documents.getByRole('option').first().click()
  await stet.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Tag the chosen…' }).click()
  const palette = page.getByRole('dialog', { name: 'Add tag' })
  await palette.getByRole('combobox').fill('to be cut')
  await stet.press('Enter')
  const made = stet.tags.getByRole('option', { name: /^to be cut/ })
  await expect(made).toHaveCount(1)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(made).toHaveCount(0)
})

test('the tab of a document that is deleted with many goes before any of them, and comes back with Undo', async ({
  stet,
  page,
}) => {
  await fillSome(page, 250)
  await stet.folder('Letters').click()
  await stet.option('Letter 250').click()
  await expect(stet.title).toHaveValue('Letter 250')
  await stet.option('Letter 250').focus()
  await stet.press('ControlOrMeta+A')
  await expect(page.getByText('250 chosen')).toBeVisible()
  await holdAfter(page, 0, 'document.delete')
  await stet.press('Delete')
  await page.getByRole('button', { name: 'Delete 250 documents' }).click()
  const tab = page.getByRole('tab', { name: 'Letter 250', exact: true })
  await expect(tab).toHaveCount(0)
  await expect(stet.title).not.toHaveValue('Letter 250')
  await expect(page.locator('[data-pane="status"]').getByText('Deleting 0 of 250')).toBeVisible()
  await expect(page.getByText('This document was deleted')).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(10))
  await expect(stet.notice).toContainText('Deleted 250 documents')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(stet.documents.getByRole('option').first()).toBeVisible()
  await expect(page.getByText('250 chosen')).toBeVisible()
})

test('more than a hundred are asked about; Cancel keeps them, and the keyboard stays in the list', async ({
  stet,
  page,
}) => {
  await chooseLetters(stet, page, 150)
  await stet.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete 150 documents?' })
  // What destroys something is not what a hurried Enter presses.
  const cancel = question.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeFocused()
  await expect(cancel).toHaveAccessibleDescription(/^They are deleted on the service too/)
  await expect(question).toContainText('readers no longer find those that were published')
  await stet.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(stet.option('Letter 150')).toBeFocused()
  await expect(page.getByText('150 chosen')).toBeVisible()
  await stet.press('Delete')
  await question.getByRole('button', { name: 'Delete 150 documents' }).press('Enter')
  await expect(stet.notice).toContainText('Deleted 150 documents')
  await expect(page.locator('[data-pane="list"]').locator(':focus')).toHaveCount(1)
})

test('a press into an empty list gives it the keyboard, and Ctrl+Z there takes no word out of the text', async ({
  stet,
  page,
}) => {
  await stet.text.focus()
  await stet.press('ControlOrMeta+End')
  await stet.type(' Own words.')
  await expect.poll(() => stet.keptText('d-ferryman')).toContain('Own words.')
  await stet.folder('Letters').click()
  await stet.text.focus()
  const empty = page.getByText('This folder holds no documents of its own.')
  await empty.click()
  await expect(stet.documents).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => stet.keptText('d-ferryman')).toContain('Own words.')
  await expect(stet.text).toContainText('Own words.')
})

test('[W22] what is done to many documents goes on in its library, and is not undone in the one that came meanwhile', async ({
  stet,
  page,
}) => {
  await fillSome(page, 250)
  await stet.folder('Letters').click()
  await stet.option('Letter 250').dblclick()
  await stet.option('Letter 250').focus()
  await stet.press('ControlOrMeta+A')
  await stet.press('Delete')
  await holdAfter(page, 1, 'document.delete')
  await page.getByRole('button', { name: 'Delete 250 documents' }).click()
  await expect(page.locator('[data-pane="status"]').getByText('Deleting 100 of 250')).toBeVisible()
  await page.evaluate(() => window.memory.switchLibrary())
  await expect(stet.tree).toBeVisible()
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(10))
  await expect(stet.notice).toContainText(/^In “.+”: Deleted 250 documents/)
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await stet.documents.focus()
  await stet.press('ControlOrMeta+z')
  await expect(page.getByRole('tab', { name: 'Letter 250', exact: true })).toHaveCount(0)
  const letters = () =>
    page.evaluate(
      () =>
        [...window.memory.records.documents.values()].filter(
          ({ title, deleted }) => !deleted && title.startsWith('Letter '),
        ).length,
    )
  expect(await letters()).toBe(0)
})

test('[W22] a change of many documents that failed after its library was left names that library', async ({
  stet,
  page,
}) => {
  await fillSome(page, 30)
  await stet.folder('Letters').click()
  await stet.option('Letter 30').focus()
  await stet.press('ControlOrMeta+A')
  await holdAfter(page, 0, 'document.delete')
  await stet.press('Delete')
  await expect(page.locator('[data-pane="status"]').getByText('Deleting 0 of 30')).toBeVisible()
  await page.evaluate(() => window.memory.switchLibrary())
  await expect(stet.tree).toBeVisible()
  await page.evaluate(() => {
    window.memory.refuse('document.delete', { code: 'storage-full', message: 'The disk is full.' })
    ;(window as unknown as { letGo(more: number): void }).letGo(10)
  })
  await expect(stet.notice).toContainText(/^In “.+”: 30 of 30 stayed as they were: The disk is full\./)
})

test('“Cancel the rest” pressed again and again takes all back once, and types nothing', async ({
  stet,
  page,
}) => {
  await sendMany(page)
  await setReach(page, 'online')
  await stet.option('Letter').first().click()
  const before = await stet.text.textContent()
  const cancel = page.locator('[data-pane="status"]').getByRole('button', { name: 'Cancel the rest' })
  await cancel.focus()
  await stet.press('Space')
  await stet.press('Space')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('200 changes were taken back. What is typed still goes out.')
  await expect(cancel).toHaveCount(0)
  expect(await stet.text.textContent()).toBe(before)
})

for (const opens of ['the mouse', 'Enter'])
  for (const answer of ['Cancel', 'Delete 150 documents'])
    test(`Enter pressed twice on “${answer}” asks nothing again where ${opens} has asked`, async ({
      stet,
      page,
    }) => {
      await chooseLetters(stet, page, 150)
      const remove = page.getByRole('button', { name: 'Delete the chosen' })
      if (opens === 'Enter') await remove.press('Enter')
      else await remove.click()
      const question = page.getByRole('dialog', { name: 'Delete 150 documents?' })
      await question.getByRole('button', { name: answer, exact: true }).focus()
      await slowTurns(page)
      const { keyboard } = page
      const press = () => [keyboard.down('Enter'), keyboard.up('Enter')]
      await Promise.all([...press(), ...press()])
      if (answer === 'Cancel') await expect(page.getByText('150 chosen')).toBeVisible()
      else await expect(stet.notice).toContainText('Deleted 150 documents')
      await expect(question).toHaveCount(0)
    })

test('who writes while many are brought back goes on writing there, and their tabs come without a word', async ({
  stet,
  page,
}) => {
  await fillSome(page, 250)
  await stet.folder('Letters').click()
  await stet.option('Letter 250').dblclick()
  await expect(stet.title).toHaveValue('Letter 250')
  await stet.option('Letter 250').focus()
  await stet.press('ControlOrMeta+A')
  await stet.press('Delete')
  await page.getByRole('button', { name: 'Delete 250 documents' }).click()
  await expect(stet.notice).toContainText('Deleted 250 documents')
  await holdAfter(page, 1, 'document.restore')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-pane="status"]').getByText('Bringing back 100 of 250')).toBeVisible()
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' half a')
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(10))
  const tab = page.getByRole('tab', { name: 'Letter 250', exact: true })
  await expect(tab).toHaveAttribute('aria-selected', 'false')
  await stet.type(' word')
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.text).toBeFocused()
  await expect.poll(() => stet.keptText('d-low')).toMatch(/ half a word$/)
})

test('words typed where the last text was just deleted press no button and are offered', async ({
  stet,
  page,
}) => {
  const count = () => page.evaluate(() => window.memory.records.documents.size)
  const before = await count()
  await stet.press('ControlOrMeta+w')
  await expect(page.getByRole('tab')).toHaveCount(1)
  const title = await stet.title.inputValue()
  await stet.text.click()
  await stet.press('ControlOrMeta+Shift+p')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('Delete document')
  await stet.press('Enter')
  await page.keyboard.type('more words here', { delay: 0 })
  const offered = stet.notice.filter({ hasText: 'Words that were typed meanwhile have no place yet' })
  await expect(stet.notice).toContainText(`Deleted “${title}”`)
  await expect(offered.getByRole('button', { name: 'Copy them' })).toBeVisible()
  // What a slow machine types after a pause is offered by itself.
  await expect(async () => {
    if ((await offered.count()) > 0) await offered.getByRole('button', { name: 'Dismiss' }).click()
    await expect(stet.notice).toBeEmpty({ timeout: 1_000 })
  }).toPass()
  expect(await count()).toBe(before)
})

for (const where of ['in another tab', 'on the other side'] as const)
  test(`words typed where a text was just deleted are written into none ${where}`, async ({ stet, page }) => {
    await stet.option('Low water').click(where === 'in another tab' ? {} : { modifiers: ['Alt'] })
    const text = stet.text.last()
    await text.click()
    const [low, other] = [await stet.keptText('d-low'), await stet.keptText(FERRYMAN)]
    await stet.press('ControlOrMeta+Shift+p')
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('Delete document')
    await stet.press('Enter')
    await page.keyboard.type('at once ', { delay: 0 })
    await expect(stet.title).toHaveCount(1)
    await expect(stet.title).toHaveValue('The ferryman')
    await page.keyboard.type('and later')
    await expect(stet.notice).toContainText('Words that were typed meanwhile have no place yet')
    expect(await stet.keptText(FERRYMAN)).toBe(other)
    await stet.notice.getByRole('button', { name: 'Dismiss' }).first().click()
    await stet.press('ControlOrMeta+z')
    await expect(stet.option('Low water')).toBeVisible()
    expect(await stet.keptText('d-low')).toBe(low)
    expect(await stet.keptText(FERRYMAN)).toBe(other)
  })

test('12 of 15 are deleted: said with the reason, and Undo brings back those 12', async ({ stet, page }) => {
  await stet.folder('Letters').click()
  await fillSome(page, 15)
  await page.evaluate(() => {
    const { records } = window.memory
    for (const [id, { title }] of records.documents)
      if (/^Letter [147]$/.test(title)) records.withoutText.add(id)
    records.connection = { ...records.connection, state: 'offline' }
    window.memory.emit('connection.changed', records.connection)
  })
  await stet.option('Letter 15').click()
  await stet.press('ControlOrMeta+A')
  await expect(page.getByText('15 chosen')).toBeVisible()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('3 of 15 stayed as they were: This text is not on this device')
  await expect(stet.documents.getByRole('option')).toHaveText([/^Letter 7/, /^Letter 4/, /^Letter 1/])
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('12 chosen')).toBeVisible()
  await expect(page.locator('[data-pane="list"] h2 + span')).toHaveText('15')
})

for (const action of ['Moving', 'Tagging', 'Deleting'] as const)
  test(`Ctrl+Z in the list stops what many go through, and takes back what is done: ${action}`, async ({
    stet,
    page,
  }) => {
    await fillLetters(page)
    await stet.folder('Letters').click()
    await stet.option('Letter 500').click()
    await expect(stet.option('Letter 500')).toHaveAttribute('aria-selected', 'true')
    const letters = () =>
      page.evaluate(async () => {
        const answer = await window.memory.call('library.get', undefined, window.memory.library())
        return answer.ok ? answer.value.folders.find(({ id }) => id === 'f-letters')?.documents : -1
      })
    const tagged = () =>
      page.evaluate(() => {
        const all = [...window.memory.records.documents.values()]
        return all.filter(({ title, tagIds }) => /^Letter \d/.test(title) && tagIds.length > 0).length
      })
    // An action that has ended is not what is undone.
    await stet.command('Add tag…')
    await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option', { name: 'winter' }).click()
    await expect(stet.notice).toContainText('Put “winter” on 1 document')
    await stet.option('Letter 500').focus()
    const [before, tagsBefore] = [await letters(), await tagged()]
    expect(tagsBefore).toBe(1)
    await stet.press('ControlOrMeta+A')
    await expect(page.getByText('500 chosen')).toBeVisible()
    await holdAfter(page, 1, action === 'Deleting' ? 'document.delete' : 'document.edit-each')
    if (action === 'Deleting') {
      await stet.press('Delete')
      await page.getByRole('button', { name: 'Delete 500 documents' }).click()
    } else {
      const command = action === 'Moving' ? 'Move the chosen to…' : 'Tag the chosen…'
      await page.getByRole('button', { name: command }).click()
      await page.getByRole('dialog').getByRole('option').first().click()
    }
    const line = page.locator('[data-pane="status"]')
    await expect(line.getByText(`${action} 100 of 500`)).toBeVisible()
    await expect(page.locator('[data-pane="list"]').locator(':focus')).toHaveCount(1)
    // What Ctrl+Z takes back now is not what was said before.
    await expect(stet.notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await stet.press('ControlOrMeta+z')
    await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(1_000))
    await expect(stet.notice).toContainText('Stopped after 200 of 500. What was done was taken back.')
    await expect.poll(letters).toBe(before)
    await expect.poll(tagged).toBe(tagsBefore)
    await expect(line.getByText(/ of 500$/)).toBeHidden()
  })

test('Ctrl+Z before a delete from the text is done takes it back, and nothing of the next text', async ({
  stet,
  page,
}) => {
  await stet.option('Low water').click()
  await stet.text.press('ControlOrMeta+End')
  await stet.type(' Kept words.')
  await expect.poll(() => stet.keptText('d-low')).toContain('Kept words.')
  await stet.option('The ferryman').click()
  await stet.text.click()
  await holdAfter(page, 0, 'document.delete')
  await stet.command('Delete document')
  await expect(stet.title).toHaveValue('Low water')
  await stet.press('ControlOrMeta+z')
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(10))
  await expect(stet.notice).toContainText('Deleted “The ferryman”. What was done was taken back.')
  await expect(stet.option('The ferryman')).toBeVisible()
  expect(await stet.keptText('d-low')).toContain('Kept words.')
})

test('a merge of tags that is stopped keeps the tag, and Undo takes back what was done', async ({
  stet,
  page,
}) => {
  await fillLetters(page)
  const tagsOf = () =>
    page.evaluate(async () => {
      const answer = await window.memory.call('library.get', undefined, window.memory.library())
      return answer.ok ? answer.value.tags.map(({ name, documents }) => `${name} ${documents}`) : []
    })
  await page.evaluate(async () => {
    const { memory } = window
    const made = await memory.call('tag.create', { name: 'letters' }, memory.library())
    if (!made.ok) throw new Error(made.problem.message)
    const library = await memory.call('library.get', undefined, memory.library())
    const winter = library.ok && library.value.tags.find(({ name }) => name === 'winter')?.id
    const letters = [...memory.records.documents].filter(([, { title }]) => /^Letter \d/.test(title))
    for (const [n, [id]] of letters.entries()) {
      const tagIds = n % 2 === 0 || !winter ? [made.value.id] : [made.value.id, winter]
      await memory.call('document.edit-fields', { id, tagIds }, memory.library())
    }
  })
  const before = await tagsOf()
  await holdEditsAfter(page, 1)
  await stet.tags.getByRole('option', { name: 'letters' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await page.getByRole('dialog', { name: 'Merge tag into' }).getByRole('option', { name: 'winter' }).click()
  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText('Tagging 100 of 500')).toBeVisible()
  await line.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(10_000))
  await expect(stet.notice).toContainText('Stopped after 200 of 500')
  expect(await tagsOf()).not.toEqual(before)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(tagsOf).toEqual(before)
})

test('a command given from the text is about the text, from the list about what is chosen', async ({
  stet,
  page,
}) => {
  await stet.option('Low water').click({ modifiers: ['ControlOrMeta'] })
  await stet.option('What the salt kept').click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByText('3 chosen')).toBeVisible()
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await stet.command('Move to…')
  await expect(dialog('Move to')).toContainText('3 documents')
  await stet.type('ess')
  await expect(dialog('Move to')).toContainText('3 documents')
  await stet.press('Escape')
  await stet.press('ControlOrMeta+Shift+P')
  await stet.type('delete doc')
  await expect(dialog('Commands').getByRole('option').first()).toContainText('3 documents')
  await stet.press('Escape')

  await stet.text.click()
  await expect(page.getByText('3 chosen')).toBeVisible()
  await stet.command('Add tag…')
  await expect(dialog('Add tag')).toContainText('“The ferryman”')
  await stet.press('Escape')
  await stet.command('Move to…')
  await expect(dialog('Move to')).toContainText('“The ferryman”')
  await stet.type('ess')
  await expect(dialog('Move to')).toContainText('“The ferryman”')
  await expect(dialog('Move to').getByRole('combobox')).toHaveAccessibleDescription('“The ferryman”')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('Moved to “Essays”')
  await stet.command('Delete document')
  await expect(stet.notice).toContainText('Deleted “The ferryman”')
  await expect(stet.option('Low water')).toBeVisible()

  await stet.option('Low water').focus()
  await stet.command('Add tag…')
  await expect(dialog('Add tag')).not.toContainText('“The ferryman”')
})

test('what was said before an action is not said again after it', async ({ stet, page }) => {
  await stet.notice.evaluate((notice) => {
    const said: string[] = []
    Object.assign(window, { said })
    const note = () => {
      const text = notice.querySelector('span')?.textContent ?? ''
      if (said.at(-1) !== text) said.push(text)
    }
    new MutationObserver(note).observe(notice, { childList: true, subtree: true, characterData: true })
  })
  await stet.option('A house with nine doors').focus()
  await stet.press('Delete')
  await expect(stet.notice).toContainText('Deleted “A house with nine doors”')
  await page.evaluate(() =>
    window.memory.emit('notice.raised', { id: 'n1', tone: 'info', text: 'Something happened elsewhere.' }),
  )
  await stet.text.click()
  await stet.command('Move to…')
  await stet.type('ess')
  await stet.press('Enter')
  await expect(stet.notice).toContainText('Moved to “Essays”')
  await stet.notice.getByRole('button', { name: 'Undo' }).focus()
  await stet.press('Escape')
  await stet.notice.filter({ hasText: 'Something happened elsewhere.' }).hover()
  await stet.text.hover()
  await expect(stet.notice).toBeEmpty()
  expect(await page.evaluate(() => (window as unknown as { said: readonly string[] }).said)).toEqual([
    'Deleted “A house with nine doors”',
    'Moved to “Essays”',
    'Something happened elsewhere.',
    '',
  ])
})

test('long work that was broken off leads to where it goes on', { tag: '@first' }, async ({ stet, page }) => {
  for (const [kind, name] of [
    ['import', 'Import'],
    ['move-library', 'Move this library to a service'],
    ['restore', 'Restore from backups'],
  ] as const) {
    await page.evaluate(
      (goesOn) =>
        window.memory.emit('notice.raised', {
          id: goesOn,
          tone: 'attention',
          text: 'It was broken off.',
          action: { label: 'Go on…', kind: goesOn },
        }),
      kind,
    )
    // What the writer does meanwhile is said, and then this again.
    await stet.command('Delete document')
    await stet.notice.getByRole('button', { name: 'Undo' }).click()
    await expect(stet.notice.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    await stet.notice.getByRole('button', { name: 'Go on…' }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await stet.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('documents that go elsewhere one after another are one notice, which names their number', async ({
  stet,
  page,
}) => {
  const gone = (count: number, from = 0) =>
    page.evaluate(
      ([many, first]) => {
        for (let number = first + 1; number <= first + many; number++)
          window.memory.emit('notice.raised', {
            id: `gone-${number}`,
            kind: 'deleted-elsewhere',
            tone: 'info',
            text: `“Entry ${number}” was deleted elsewhere. Its text is kept under Recovered texts.`,
            action: { label: 'Show recovered texts', kind: 'show-recovered' },
          })
      },
      [count, from] as const,
    )
  await gone(1)
  await expect(stet.notice).toContainText('“Entry 1” was deleted elsewhere.')
  await gone(7, 1)
  const together = '8 documents were deleted elsewhere. Their texts are kept under Recovered texts.'
  await expect(stet.notice).toContainText(together)
  await stet.notice.getByRole('button', { name: 'Show recovered texts' }).click()
  await expect(stet.notice).toBeEmpty()
  await gone(2, 8)
  await expect(stet.notice).toContainText('2 documents were deleted elsewhere.')
  await expect(stet.notice.getByRole('button')).toHaveCount(0)
})

test('documents that need a decision one after another are one notice, which leads to all of them', async ({
  stet,
  page,
}) => {
  await page.evaluate(() => {
    for (const title of ['Tides', 'Harbour', 'Lamps'])
      window.memory.emit('notice.raised', {
        id: `asks-${title}`,
        kind: 'decision',
        tone: 'attention',
        text: `“${title}” was changed here and elsewhere, and needs your decision.`,
        action: { label: 'Review', kind: 'review' },
      })
  })
  await expect(stet.notice).toContainText('3 documents need your decision.')
  await stet.notice.getByRole('button', { name: 'Show outbox' }).click()
  await expect(page.getByRole('region', { name: 'Outbox' })).toBeVisible()
})

test('a tag that a document gets while two tags become one stays, and nothing keeps the one that goes', async ({
  stet,
  page,
}) => {
  await page.evaluate(async () => {
    const { memory } = window
    const ask = async (name: 'tag.create' | 'document.create', input: object) =>
      ((await memory.call(name, input, memory.library())) as { value: { id: string } }).value.id
    const [old, into, other] = [
      await ask('tag.create', { name: 'old' }),
      await ask('tag.create', { name: 'into' }),
      await ask('tag.create', { name: 'other' }),
    ]
    const ids: string[] = []
    for (let n = 0; n < 250; n++)
      ids.push(await ask('document.create', { title: `Note ${n}`, folderId: 'f-letters', tagIds: [old] }))
    Object.assign(window, { story: { ids, old, into, other } })
  })
  const story = () =>
    page.evaluate(() => {
      const { ids, old, into, other } = (
        window as unknown as { story: Record<'old' | 'into' | 'other', string> & { ids: string[] } }
      ).story
      const of = (id: string | undefined) => [
        ...(window.memory.records.documents.get(id ?? '')?.tagIds ?? []),
      ]
      const all = [...window.memory.records.documents.values()]
      return {
        first: of(ids[0]).length,
        hasOther: ids.filter((id) => of(id).includes(other)).length,
        withInto: all.filter(({ tagIds }) => tagIds.includes(into)).length,
        withOld: all.filter(({ tagIds }) => tagIds.includes(old)).length,
      }
    })
  await holdEditsAfter(page, 1)
  await stet.tags.getByRole('option', { name: /^old/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await page.getByRole('dialog', { name: 'Merge tag into' }).getByRole('option', { name: 'into' }).click()
  await expect(page.locator('[data-pane="status"]').getByText('Tagging 100 of 250')).toBeVisible()
  // Another window, or another device, meanwhile: one more tag on some, and the one that goes on a new document.
  await page.evaluate(async () => {
    const { memory } = window
    const { ids, old, other } = (
      window as unknown as { story: { ids: string[]; old: string; other: string } }
    ).story
    for (const id of ids) {
      const document = memory.records.documents.get(id)!
      document.tagIds = [...document.tagIds, other]
    }
    await memory.call('document.create', { title: 'Late', folderId: null, tagIds: [old] }, memory.library())
  })
  await page.evaluate(() => (window as unknown as { letGo(more: number): void }).letGo(1_000))
  await expect(stet.notice).toContainText('“old” is now “into” on 251 documents')
  expect(await story()).toMatchObject({ hasOther: 250, withInto: 251, withOld: 0 })
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(story).toMatchObject({ hasOther: 250, withInto: 0 })
})

test('Undo of a move leaves where it is what was moved on meanwhile', async ({ stet, page }) => {
  await chooseLetters(stet, page, 3)
  await page.getByRole('button', { name: 'Move the chosen to…' }).click()
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('option', { name: 'Chapters' }).click()
  await expect(stet.notice).toContainText('Moved 3 documents to “Chapters”')
  const folders = () =>
    page.evaluate(() =>
      [...window.memory.records.documents.values()].flatMap(({ title, folderId }) =>
        title.startsWith('Letter ') ? [folderId] : [],
      ),
    )
  await page.evaluate(() => {
    const moved = [...window.memory.records.documents.values()].find(({ title }) => title === 'Letter 2')!
    moved.folderId = 'f-notes'
  })
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(folders).toEqual(['f-letters', 'f-notes', 'f-letters'])
})
