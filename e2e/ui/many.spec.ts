import type { Page } from '@playwright/test'
import { EMBEDDED_ID } from '../../main/connections/list/connection-list'
import type { Host } from '../host/host'
import { typeElsewhere } from './editing'
import { makeDocuments, textsElsewhere } from './scenes'
import { expect, FERRYMAN, slowTurns, test, type Stet } from './stet'

const COUNT = 500
const LETTERS = 'f-letters'
const PUT = 'PUT /api/v1/documents'

const ofLetters = (app: Host) => {
  const listed = { filter: { folderId: LETTERS }, sort: 'created', descending: false } as const
  return app.ask('documents.ids', { ...listed, offset: 0, limit: 1_000 })
}

/** So many documents in the empty folder, the last of which are the most recent, on this device and the service. */
async function storeSome(app: Host, count: number): Promise<void> {
  const folderId = app.sample.ids.get(LETTERS)!
  const now = app.clock.now()
  for (let n = 1; n <= count; n++) {
    const states = [{ at: now - (count - n) * 1_000, text: '', status: 'draft' }]
    app.addDocument({ title: `Letter ${n}`, folderId, states })
  }
  await app.hear()
  await expect.poll(async () => (await ofLetters(app)).length).toBe(count)
}

/** The same where nothing looks at what is sent: sending many changes would take its time. */
async function fillSome(app: Host, count: number): Promise<void> {
  await storeSome(app, count)
  await app.ask('outbox.pause', { paused: true })
}

/** So many documents in the empty folder, all of them chosen. */
async function chooseLetters(app: Host, stet: Stet, page: Page, count: number): Promise<void> {
  await fillSome(app, count)
  await stet.folder('Letters').click()
  await stet.option(`Letter ${count}`).click()
  await stet.option(`Letter ${count}`).focus()
  await stet.press('ControlOrMeta+A')
  await expect(page.getByText(`${count} chosen`)).toBeVisible()
}

/** Tags 30 documents; the service takes the changes and never answers. */
async function sendMany(app: Host): Promise<void> {
  app.faults.plan({ kind: 'silent' }, PUT, Infinity)
  const edits = (await ofLetters(app)).map((id) => ({ id, addTags: ['t-sea'] }))
  await app.ask('document.edit-each', { edits })
}

/** Lets time pass for the requests that are not answered, and answers those that follow. */
function answerAgain(app: Host): void {
  app.faults.clear()
  app.clock.pass(5 * 60_000)
}

async function setReach(app: Host, isOnline: boolean): Promise<void> {
  app.faults.offline(!isOnline)
  await app.hear()
}

const libraryOf = ({ main }: Stet) => main.ask('library.get', undefined)

test('a tag on 500 documents: the loop and the outbox say how far they are, and stop when they are told', async ({
  app,
  stet,
  page,
}) => {
  await fillSome(app, COUNT)
  await stet.folder('Letters').click()
  await stet.option('Letter 500').click()
  await expect(stet.option('Letter 500')).toHaveAttribute('aria-selected', 'true')
  await stet.press('ControlOrMeta+A')
  await expect(page.getByText('500 chosen')).toBeVisible()
  const letGo = await stet.main.hold('document.edit-each', 1)
  await page.getByRole('button', { name: 'Tag the chosen…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option').first().click()

  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText('Tagging 100 of 500')).toBeVisible()
  // The button has the focus again; its name would lie over the fields beside it as long as this takes.
  await expect(page.getByRole('button', { name: 'Tag the chosen…' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await letGo(1)
  await expect(line.getByText('Tagging 200 of 500')).toBeVisible()
  await line.getByRole('button', { name: 'Stop', exact: true }).click()
  await letGo()
  await expect(stet.notice).toContainText('Stopped after 300 of 500')
  await expect(line.getByText(/^Tagging/)).toBeHidden()
  const tagged = async () => Math.max(...(await libraryOf(stet)).tags.map(({ documents }) => documents))
  expect(await tagged()).toBeGreaterThanOrEqual(201)

  let sent = 0
  app.faults.plan({ kind: 'silent' }, ({ method }) => method === 'PUT' && ++sent > 120, Infinity)
  await app.ask('outbox.pause', { paused: false })
  await expect(line.getByText('Sending 120 of 300')).toBeVisible()
  await setReach(app, false)
  await expect(line.getByText('Offline: 120 of 300 sent')).toBeVisible()
  await setReach(app, true)
  await expect(line.getByText('Sending 120 of 300')).toBeVisible()
  await stet.command('Show outbox')
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByText('Sending 120 of 300')).toBeVisible()
  await expect(outbox.getByRole('progressbar', { name: 'Sent' })).toHaveJSProperty('value', 120)
  const waiting = outbox.getByRole('list', { name: 'Waiting' }).getByRole('listitem')
  await expect(waiting).toHaveCount(180)
  await outbox.getByRole('button', { name: 'Pause' }).click()
  await expect(outbox.getByText('Paused: 120 of 300 sent')).toBeVisible()
  await expect(line.getByText('Paused: 120 of 300 sent')).toBeVisible()
  await outbox.getByRole('button', { name: 'Resume' }).first().click()
  await expect(outbox.getByText('Sending 120 of 300')).toBeVisible()
  await outbox.getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(stet.notice).toContainText(/^17\d changes were taken back\. What is typed still goes out\./)
  // Those that were on their way are sent.
  answerAgain(app)
  await expect(outbox.getByRole('progressbar')).toHaveCount(0)
  await expect(waiting).toHaveCount(0)
})

test('rows stay under the pointer while many are tagged, and are in order again once it is elsewhere', async ({
  app,
  stet,
  page,
}) => {
  await chooseLetters(app, stet, page, 120)
  const letGo = await stet.main.hold('document.edit-each', 1)
  await page.getByRole('button', { name: 'Tag the chosen…' }).click()
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option').first().click()
  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText('Tagging 100 of 120')).toBeVisible()

  const row = stet.option('Letter 20')
  await row.hover()
  // What it says of sending may change meanwhile.
  const titleOf = (text: string | null | undefined) => /^Letter \d+/.exec(text ?? '')?.[0] ?? 'no letter'
  const pointedAt = await row.textContent()
  const box = await row.boundingBox()
  makeDocuments(app, 'Letter', 1, { folderId: LETTERS })
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
  makeDocuments(app, 'Letter', 2, { folderId: LETTERS })
  await letGo()
  await expect(line.getByText(/^Tagging/)).toBeHidden()
  await expect(stet.documents.getByRole('option').first()).toHaveAttribute('aria-setsize', '123')
})

test('what is deleted goes from under the pointer while many changes are sent', async ({
  app,
  stet,
  page,
}) => {
  await storeSome(app, 30)
  await stet.folder('Letters').click()
  await sendMany(app)
  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText('Sending 0 of 30')).toBeVisible()
  await stet.option('Letter 28').hover()
  await stet.option('Letter 28').click()
  await stet.press('Delete')
  await expect(stet.option('Letter 28')).toHaveCount(0)
  await expect(line.getByText(/^Sending 0 of \d\d$/)).toBeVisible()
  await expect(page.locator('[data-pane="list"]').locator(':focus')).toHaveCount(1)

  // By another window, while the hand is at the mouse.
  const other = stet.documents.getByRole('option').nth(4)
  await other.hover()
  const id = (await other.getAttribute('data-document')) ?? ''
  const asked = app.faults.asked.length
  await app.ask('document.delete', { ids: [id] })
  await expect(stet.documents.locator(`[data-document="${id}"]`)).toHaveCount(0)
  expect(app.faults.asked.length, 'requests that ended before').toBe(asked)
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
  app,
  stet,
  page,
}) => {
  await fillSome(app, 250)
  await stet.folder('Letters').click()
  await stet.option('Letter 250').click()
  await expect(stet.title).toHaveValue('Letter 250')
  await stet.option('Letter 250').focus()
  await stet.press('ControlOrMeta+A')
  await expect(page.getByText('250 chosen')).toBeVisible()
  const letGo = await stet.main.hold('document.delete', 0)
  await stet.press('Delete')
  await page.getByRole('button', { name: 'Delete 250 documents' }).click()
  const tab = page.getByRole('tab', { name: 'Letter 250', exact: true })
  await expect(tab).toHaveCount(0)
  await expect(stet.title).not.toHaveValue('Letter 250')
  await expect(page.locator('[data-pane="status"]').getByText('Deleting 0 of 250')).toBeVisible()
  await expect(page.getByText('This document was deleted')).toHaveCount(0)
  await letGo()
  await expect(stet.notice).toContainText('Deleted 250 documents')
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(stet.documents.getByRole('option').first()).toBeVisible()
  await expect(page.getByText('250 chosen')).toBeVisible()
})

test('more than a hundred are asked about; Cancel keeps them, and the keyboard stays in the list', async ({
  app,
  stet,
  page,
}) => {
  await chooseLetters(app, stet, page, 150)
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
  app,
  stet,
  page,
}) => {
  await fillSome(app, 250)
  await stet.folder('Letters').click()
  await stet.option('Letter 250').dblclick()
  await stet.option('Letter 250').focus()
  await stet.press('ControlOrMeta+A')
  await stet.press('Delete')
  const letGo = await stet.main.hold('document.delete', 1)
  await page.getByRole('button', { name: 'Delete 250 documents' }).click()
  await expect(page.locator('[data-pane="status"]').getByText('Deleting 100 of 250')).toBeVisible()
  await app.ask('connection.activate', { id: await app.addLibrary('Press', app.openService(1)) })
  await expect(stet.option('Page 1')).toBeVisible()
  await letGo()
  await expect(stet.notice).toContainText(/^In “.+”: Deleted 250 documents/)
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await stet.documents.focus()
  await stet.press('ControlOrMeta+z')
  await expect(page.getByRole('tab', { name: 'Letter 250', exact: true })).toHaveCount(0)
  await app.ask('connection.activate', { id: EMBEDDED_ID })
  expect(await ofLetters(app)).toEqual([])
})

test('[W22] a change of many documents that failed after its library was left names that library', async ({
  app,
  stet,
  page,
}) => {
  await fillSome(app, 30)
  await stet.folder('Letters').click()
  await stet.option('Letter 30').focus()
  await stet.press('ControlOrMeta+A')
  const letGo = await stet.main.hold('document.delete', 0)
  await stet.press('Delete')
  await expect(page.locator('[data-pane="status"]').getByText('Deleting 0 of 30')).toBeVisible()
  await app.ask('connection.activate', { id: await app.addLibrary('Press', app.openService(1)) })
  await expect(stet.option('Page 1')).toBeVisible()
  await stet.main.refuse('document.delete', { code: 'storage-full', message: 'The disk is full.' })
  await letGo()
  await expect(stet.notice).toContainText(/^In “.+”: 30 of 30 stayed as they were: The disk is full\./)
})

test('“Cancel the rest” pressed again and again takes all back once, and types nothing', async ({
  app,
  stet,
  page,
}) => {
  await storeSome(app, 30)
  await sendMany(app)
  await stet.option('Letter').first().click()
  const before = await stet.text.textContent()
  const cancel = page.locator('[data-pane="status"]').getByRole('button', { name: 'Cancel the rest' })
  await cancel.focus()
  await stet.press('Space')
  await stet.press('Space')
  await stet.press('Enter')
  await expect(stet.notice).toContainText(/^2\d changes were taken back\. What is typed still goes out\./)
  await expect(cancel).toHaveCount(0)
  expect(await stet.text.textContent()).toBe(before)
})

for (const opens of ['the mouse', 'Enter'])
  for (const answer of ['Cancel', 'Delete 150 documents'])
    test(`Enter pressed twice on “${answer}” asks nothing again where ${opens} has asked`, async ({
      app,
      stet,
      page,
    }) => {
      await chooseLetters(app, stet, page, 150)
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
  app,
  stet,
  page,
}) => {
  await fillSome(app, 250)
  await stet.folder('Letters').click()
  await stet.option('Letter 250').dblclick()
  await expect(stet.title).toHaveValue('Letter 250')
  await stet.option('Letter 250').focus()
  await stet.press('ControlOrMeta+A')
  await stet.press('Delete')
  await page.getByRole('button', { name: 'Delete 250 documents' }).click()
  await expect(stet.notice).toContainText('Deleted 250 documents')
  const letGo = await stet.main.hold('document.restore', 1)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-pane="status"]').getByText('Bringing back 100 of 250')).toBeVisible()
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' half a')
  await letGo()
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
  const count = async () => (await libraryOf(stet)).counts.all ?? 0
  const before = await count()
  await stet.press('ControlOrMeta+w')
  await expect(page.getByRole('tab')).toHaveCount(1)
  const title = 'Low water'
  await expect(stet.title).toHaveValue(title)
  await stet.text.click()
  await stet.press('ControlOrMeta+Shift+p')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('Delete document')
  await stet.press('Enter')
  await page.keyboard.type('more words here', { delay: 0 })
  const offered = stet.notice.filter({ hasText: 'The words that you typed are in no text yet' })
  await expect(stet.notice).toContainText(`Deleted “${title}”`)
  await expect(offered.getByRole('button', { name: 'Copy them' })).toBeVisible()
  // What a slow machine types after a pause is offered by itself.
  await expect(async () => {
    if ((await offered.count()) > 0) await offered.getByRole('button', { name: 'Dismiss' }).click()
    await expect(stet.notice).toBeEmpty({ timeout: 1_000 })
  }).toPass()
  expect(await count()).toBe(before - 1)
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
    await expect(stet.notice).toContainText('The words that you typed are in no text yet')
    expect(await stet.keptText(FERRYMAN)).toBe(other)
    await stet.notice.getByRole('button', { name: 'Dismiss' }).first().click()
    await stet.press('ControlOrMeta+z')
    await expect(stet.option('Low water')).toBeVisible()
    expect(await stet.keptText('d-low')).toBe(low)
    expect(await stet.keptText(FERRYMAN)).toBe(other)
  })

test('12 of 15 are deleted: said with the reason, and Undo brings back those 12', async ({
  app,
  stet,
  page,
}) => {
  await stet.folder('Letters').click()
  app.addDocument({
    title: 'Long',
    states: [{ at: app.clock.now(), text: 'word '.repeat(199_980), status: 'draft' }],
  })
  await fillSome(app, 15)
  const ids = await ofLetters(app)
  const letters = await app.ask('documents.summaries', { ids })
  const kept = letters.filter(({ title }) => !/^Letter [147]$/.test(title))
  // Texts with words that are not sent are kept on this device.
  for (const { id } of kept) await typeElsewhere(stet, 0, 'Dear M.,', id)
  for (const { id } of kept) await app.ask('document.close', { id })
  await app.ask('settings.set', { textsMegabytes: 1 })
  app.clock.pass(60_000)
  await expect.poll(() => textsElsewhere({ app, stet })).toContain('Letter 1')
  await setReach(app, false)
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
    app,
    stet,
    page,
  }) => {
    await fillSome(app, COUNT)
    await stet.folder('Letters').click()
    await stet.option('Letter 500').click()
    await expect(stet.option('Letter 500')).toHaveAttribute('aria-selected', 'true')
    const letters = async () => (await ofLetters(app)).length
    const tagged = async () => {
      const all = await app.ask('documents.summaries', { ids: await ofLetters(app) })
      return all.filter(({ tagIds }) => tagIds.length > 0).length
    }
    // An action that has ended is not what is undone.
    await stet.command('Add tag…')
    await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option', { name: 'winter' }).click()
    await expect(stet.notice).toContainText('Put “winter” on 1 document')
    await stet.option('Letter 500').focus()
    const [before, tagsBefore] = [await letters(), await tagged()]
    expect(tagsBefore).toBe(1)
    await stet.press('ControlOrMeta+A')
    await expect(page.getByText('500 chosen')).toBeVisible()
    const letGo = await stet.main.hold(action === 'Deleting' ? 'document.delete' : 'document.edit-each', 1)
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
    await letGo()
    await expect(stet.notice).toContainText('Stopped after 200 of 500. What was done was taken back.')
    await expect.poll(letters).toBe(before)
    await expect.poll(tagged).toBe(tagsBefore)
    await expect(line.getByText(/ of 500$/)).toBeHidden()
  })

test('Ctrl+Z before a delete from the text is done takes it back, and nothing of the next text', async ({
  stet,
}) => {
  await stet.option('Low water').click()
  await stet.text.press('ControlOrMeta+End')
  await stet.type(' Kept words.')
  await expect.poll(() => stet.keptText('d-low')).toContain('Kept words.')
  await stet.option('The ferryman').click()
  await stet.text.click()
  const letGo = await stet.main.hold('document.delete', 0)
  await stet.command('Delete document')
  await expect(stet.title).toHaveValue('Low water')
  await stet.press('ControlOrMeta+z')
  await letGo()
  await expect(stet.notice).toContainText('Deleted “The ferryman”. What was done was taken back.')
  await expect(stet.option('The ferryman')).toBeVisible()
  expect(await stet.keptText('d-low')).toContain('Kept words.')
})

test('a merge of tags that is stopped keeps the tag, and Undo takes back what was done', async ({
  app,
  stet,
  page,
}) => {
  await app.ask('outbox.pause', { paused: true })
  const tagsOf = async () =>
    (await libraryOf(stet)).tags.map(({ name, documents }) => `${name} ${documents}`).sort()
  const { id: letters } = await app.ask('tag.create', { name: 'letters' })
  for (const tagIds of [[letters], [letters, 't-winter']])
    makeDocuments(app, 'Letter', COUNT / 2, { folderId: LETTERS, tagIds })
  const before = await tagsOf()
  const letGo = await stet.main.hold('document.edit-each', 1)
  await stet.tags.getByRole('option', { name: 'letters' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await page.getByRole('dialog', { name: 'Merge tag into' }).getByRole('option', { name: 'winter' }).click()
  const line = page.locator('[data-pane="status"]')
  await expect(line.getByText('Tagging 100 of 500')).toBeVisible()
  await line.getByRole('button', { name: 'Stop', exact: true }).click()
  await letGo()
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

test('what was said before an action is not said again after it', async ({ app, stet, page }) => {
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
  await app.tell('notice.raised', { id: 'n1', tone: 'info', text: 'Something happened elsewhere.' })
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

test(
  'long work that was broken off leads to where it goes on',
  { tag: '@first' },
  async ({ app, stet, page }) => {
    for (const [kind, name] of [
      ['import', 'Import'],
      ['export', 'Export'],
      ['move-library', 'Move this library to a service'],
      ['restore', 'Restore from backups'],
    ] as const) {
      await app.tell('notice.raised', {
        id: kind,
        tone: 'attention',
        text: 'It was broken off.',
        action: { label: 'Go on…', kind },
      })
      if (kind === 'import') {
        // What the writer does meanwhile is said, and then this again.
        await stet.command('Delete document')
        await stet.notice.getByRole('button', { name: 'Undo' }).click()
        await expect(stet.notice.getByRole('button', { name: 'Dismiss' })).toBeVisible()
      }
      await stet.notice.getByRole('button', { name: 'Go on…' }).click()
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await stet.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  },
)

test('documents that go elsewhere one after another are one notice, which names their number', async ({
  app,
  stet,
}) => {
  const gone = async (count: number, from = 0) => {
    for (let number = from + 1; number <= from + count; number++)
      await app.tell('notice.raised', {
        id: `gone-${number}`,
        kind: 'deleted-elsewhere',
        tone: 'info',
        text: `“Entry ${number}” was deleted elsewhere. Its text is kept under Recovered texts.`,
        action: { label: 'Show recovered texts', kind: 'show-recovered' },
      })
  }
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
  app,
  stet,
  page,
}) => {
  for (const title of ['Tides', 'Harbour', 'Lamps'])
    await app.tell('notice.raised', {
      id: `asks-${title}`,
      kind: 'decision',
      tone: 'attention',
      text: `“${title}” was changed here and elsewhere, and needs your decision.`,
      action: { label: 'Review', kind: 'review' },
    })
  await expect(stet.notice).toContainText('3 documents need your decision.')
  await stet.notice.getByRole('button', { name: 'Show outbox' }).click()
  await expect(page.getByRole('region', { name: 'Outbox' })).toBeVisible()
})

test('a tag that a document gets while two tags become one stays, and nothing keeps the one that goes', async ({
  app,
  stet,
  page,
}) => {
  await app.ask('outbox.pause', { paused: true })
  const tag = async (name: string) => (await app.ask('tag.create', { name })).id
  const [old, into, other] = [await tag('old'), await tag('into'), await tag('other')]
  makeDocuments(app, 'Note', 250, { folderId: LETTERS, tagIds: [old] })
  const ids = await ofLetters(app)
  const story = async () => {
    const summaries = await app.ask('documents.summaries', { ids })
    const { tags } = await libraryOf(stet)
    const withTag = (id: string) => tags.find((one) => one.id === id)?.documents ?? 0
    return {
      hasOther: summaries.filter(({ tagIds }) => tagIds.includes(other)).length,
      withInto: withTag(into),
      withOld: withTag(old),
    }
  }
  const letGo = await stet.main.hold('document.edit-each', 1)
  await stet.tags.getByRole('option', { name: /^old/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await page.getByRole('dialog', { name: 'Merge tag into' }).getByRole('option', { name: 'into' }).click()
  await expect(page.locator('[data-pane="status"]').getByText('Tagging 100 of 250')).toBeVisible()
  // Another window, or another device, meanwhile: one more tag on some, and the one that goes on a new document.
  for (let at = 0; at < ids.length; at += 100)
    await app.ask('document.edit-each', {
      edits: ids.slice(at, at + 100).map((id) => ({ id, addTags: [other] })),
    })
  makeDocuments(app, 'Late', 1, { tagIds: [old] })
  await letGo()
  await expect(stet.notice).toContainText('“old” is now “into” on 251 documents')
  expect(await story()).toMatchObject({ hasOther: 250, withInto: 251, withOld: 0 })
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(story).toMatchObject({ hasOther: 250, withInto: 0 })
})

test('Undo of a move leaves where it is what was moved on meanwhile', async ({ app, stet, page }) => {
  await chooseLetters(app, stet, page, 3)
  const ids = await ofLetters(app)
  await page.getByRole('button', { name: 'Move the chosen to…' }).click()
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('option', { name: 'Chapters' }).click()
  await expect(stet.notice).toContainText('Moved 3 documents to “Chapters”')
  const folders = async () => {
    const moved = await app.ask('documents.summaries', { ids })
    return [...moved].sort((a, b) => a.title.localeCompare(b.title)).map(({ folderId }) => folderId)
  }
  const second = (await app.ask('documents.summaries', { ids })).find(({ title }) => title === 'Letter 2')
  await app.ask('document.edit-fields', { id: second!.id, folderId: 'f-notes' })
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(folders).toEqual(['f-letters', 'f-notes', 'f-letters'])
})
