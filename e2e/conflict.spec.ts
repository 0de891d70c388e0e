import { expect, startApp, test, type App } from './app'
import { startFaultProxy, type FaultProxy } from './faults'
import { freshFolder, removeFolder } from './paths'

const BASE = 'The door was painted shut.\n\nNobody came.\n\nThe lamp was lit.\n\nThe end.'
const MINE = 'The door was nailed shut.\n\nNobody came.\n\nThe lamp was out.\n\nThe end.'
const THEIRS = 'The door was glued shut.\n\nNobody came.\n\nThe lamp was broken.\n\nThe end.'

/** Rewrites the essay without a network. */
async function writesMine(app: App, { faults }: FaultProxy): Promise<void> {
  await app.openDocument('Essay')
  faults.offline(true)
  await app.text.click()
  await app.page.keyboard.press('ControlOrMeta+a')
  await app.page.keyboard.insertText(MINE)
  await app.waitForPhase('queued')
}

/** Makes a change on the service, restores the network and saves. */
async function meetsTheirs(app: App, { faults }: FaultProxy, write: () => Promise<unknown>): Promise<void> {
  await write()
  faults.offline(false)
  await app.page.keyboard.press('ControlOrMeta+s')
}

test('words typed into the text of a conflict are in the box in which one of its places is edited at once', async ({
  service,
}) => {
  const profile = freshFolder('conflict-typed')
  const { id } = await service.create({ title: 'Essay', content: BASE })
  const proxy = await startFaultProxy(service.url)
  const app = await startApp({ profile, service: { url: proxy.url, key: service.key } })
  try {
    await writesMine(app, proxy)
    await app.page.keyboard.press('ControlOrMeta+Home')
    await meetsTheirs(app, proxy, () => service.write(id, { content: THEIRS }))
    await expect(conflictOf(app)).toBeVisible()
    let typed = ''
    for (const word of ['first ', 'second ']) {
      typed += word
      await app.page.keyboard.type(word)
      await app.page.getByRole('button', { name: 'Decide', exact: true }).click({ delay: 100 })
      await conflictOf(app).getByRole('button', { name: 'Edit', exact: true }).first().click()
      const box = app.page.getByRole('textbox', { name: 'Text for this place' })
      await expect(box).toHaveValue(new RegExp(`^${typed}`))
      await app.page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(box).toHaveCount(0)
      await app.page.getByRole('button', { name: 'Finish later', exact: true }).click()
      await expect(app.text).toBeFocused()
    }
  } finally {
    await app.close()
    await proxy.close()
    removeFolder(profile)
  }
})

test('[W15] a text merged by hand that clashes with newer words of theirs is decided anew, beside those', async ({
  service,
}) => {
  const profile = freshFolder('conflict-again')
  const { id } = await service.create({ title: 'Essay', content: BASE })
  const proxy = await startFaultProxy(service.url)
  const app = await startApp({ profile, service: { url: proxy.url, key: service.key } })
  try {
    const conflict = conflictOf(app)
    const finish = conflict.getByRole('button', { name: 'Finish and save' })
    const merged = conflict.getByRole('textbox', { name: 'Merged text' })
    await writesMine(app, proxy)
    await meetsTheirs(app, proxy, () => service.write(id, { content: THEIRS }))
    const byHand = BASE.replace('painted shut', 'wide open')
    await merged.click()
    await app.page.keyboard.press('ControlOrMeta+a')
    await app.page.keyboard.insertText(byHand)
    await service.write(id, { content: THEIRS.replace('glued', 'sewn') })
    await app.page.keyboard.press('ControlOrMeta+s')
    await expect(conflict.getByRole('alert')).toContainText('The other text was changed again.')

    await finish.click()
    await expect(conflict).toContainText('0 of 1 resolved')
    const place = conflict.getByRole('group', { name: 'Conflict 1 of 1' })
    await expect(place).toContainText('wide open')
    await expect(place).toContainText('sewn')
    await expect(finish).toBeDisabled()
    expect((await service.document(id))?.record.content).toContain('sewn')

    await place.getByRole('button', { name: 'Keep mine' }).click()
    await service.write(id, { content: THEIRS.replace('glued', 'torn') })
    await finish.click()
    await expect(app.page.getByRole('status', { name: 'Notice' })).toContainText('Not finished yet')
    await expect(place).toContainText('torn')

    await place.getByRole('button', { name: 'Keep mine' }).click()
    await finish.click()
    await expect(app.page.getByRole('status', { name: 'Notice' })).toContainText('Decided.')
    await app.waitForPhase('clean')
    expect((await service.document(id))?.record.content).toBe(byHand)
    await expect.poll(() => app.readText()).toBe(byHand)
  } finally {
    await app.close()
    await proxy.close()
    removeFolder(profile)
  }
})

test('a conflict by keyboard alone: put off, over a kill of the app, while theirs moves on', async ({
  service,
}) => {
  const profile = freshFolder('conflict')
  const { id } = await service.create({ title: 'Essay', content: BASE })
  const proxy = await startFaultProxy(service.url)
  const open = () => startApp({ profile, service: { url: proxy.url, key: service.key } })
  let app = await open()
  try {
    await writesMine(app, proxy)
    await meetsTheirs(app, proxy, () => service.write(id, { content: THEIRS }))
    await app.waitForPhase('conflicted')

    await test.step('from the text to the first clash without the mouse', async () => {
      await reachClash(app, 'Conflict 1 of 2')
      await app.page.keyboard.press('b')
      await expect(conflictOf(app).getByRole('group', { name: 'Conflict 1 of 2' })).toContainText('painted')
      await app.page.keyboard.press('b')
      await app.page.keyboard.press('1')
      await expect(conflictOf(app)).toContainText('1 of 2 resolved')
      expect((await service.document(id))?.record.content).toBe(THEIRS)
    })

    await test.step('killed in the middle of it: what was decided stays decided', async () => {
      await app.kill()
      app = await open()
      await openConflicted(app)
      await expect(conflictOf(app)).toContainText('1 of 2 resolved')
      await expect(conflictOf(app).getByRole('group', { name: 'Conflict 1 of 2' })).toContainText(
        'resolved: mine',
      )
    })

    await test.step('put off: the text goes on being written, and a restart does not bring it up again', async () => {
      await conflictOf(app).getByRole('button', { name: 'Finish later' }).press('Enter')
      await expect(conflictOf(app)).toHaveCount(0)
      await app.type(' Written meanwhile.')
      await app.page.waitForTimeout(700)
      await app.kill()
      app = await open()
      await openConflicted(app)
      await expect(app.saveStatus).toHaveText('Needs your decision')
      await expect(app.text).toContainText('Written meanwhile.')
      await expect(conflictOf(app)).toHaveCount(0)
      await app.page.getByRole('button', { name: 'Decide', exact: true }).press('Enter')
      await expect(conflictOf(app)).toContainText('1 of 2 resolved')
    })

    await test.step('theirs moves on during the review: the decision stands, the new words come in', async () => {
      const moved = THEIRS.replace('Nobody came.', 'Nobody came. Not even the dog.')
      await service.write(id, { content: moved })
      await reachClash(app, 'Conflict 2 of 2')
      await app.page.keyboard.press('2')
      await expect(conflictOf(app).getByRole('button', { name: 'Finish and save' })).toBeFocused()
      await app.page.keyboard.press('Enter')
      await app.waitForPhase('clean')
      const all =
        'The door was nailed shut.\n\nNobody came. Not even the dog.\n\nThe lamp was broken.\n\nThe end. Written meanwhile.'
      expect((await service.document(id))?.record.content).toBe(all)
      await expect.poll(() => app.readText()).toBe(all)
    })

    await test.step('Ctrl+Z takes the decision back, and nothing that nobody disputed', async () => {
      await app.page.keyboard.press('ControlOrMeta+z')
      await expect
        .poll(() => app.readText())
        .toBe(
          'The door was nailed shut.\n\nNobody came. Not even the dog.\n\nThe lamp was out.\n\nThe end. Written meanwhile.',
        )
    })
  } finally {
    await app.close().catch(() => undefined)
    await proxy.close()
    removeFolder(profile)
  }
})

/** In a conflict, the title is part of the decision, so the document is opened from the list. */
async function openConflicted(app: App): Promise<void> {
  await app.documents.getByRole('option', { name: /^Essay/ }).click()
  await expect(app.saveStatus).toHaveText('Needs your decision')
}

const conflictOf = (app: App) => app.page.getByRole('region', { name: 'Conflict' })

/** Goes to an open clash by keyboard alone: F7 goes to the next one. */
async function reachClash(app: App, name: string): Promise<void> {
  const first = conflictOf(app).getByRole('group', { name }).getByRole('button', { name: 'Keep mine' })
  await expect(first).toBeVisible()
  for (let presses = 0; presses < 3; presses++) {
    if (await first.evaluate((button) => button === document.activeElement)) return
    await app.page.keyboard.press('F7')
  }
  await expect(first).toBeFocused()
}
