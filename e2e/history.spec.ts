import { eventually, expect, test, type App } from './app'
import type { RunningService } from './service'

const VERSIONS = 210
const TITLE = 'The long walk'
const LOST = 'The bell under the water rang twice that night.'
/** The history contains versions up to this number. */
const LAST_BELL = 120

/** A long text after a number of saves, each of which changes a paragraph; one save loses a sentence. */
function textOf(version: number): string {
  const paragraphs = Array.from({ length: 400 }, (_, place) => {
    const edits = Math.floor((version + 400 - place) / 400)
    return `Paragraph ${place} of the walk, over the hill and along the water, was written ${edits + 1} times and says what it says.`
  })
  paragraphs[200] += version <= LAST_BELL ? ` ${LOST}` : ''
  return `${paragraphs.join('\n\n')}\n`
}

async function longHistory(service: RunningService): Promise<number> {
  const { id } = await service.create({ title: TITLE, content: textOf(1) })
  for (let version = 2; version <= VERSIONS; version++) await service.write(id, { content: textOf(version) })
  return id
}

const there = (service: RunningService, id: number, isRight: (text: string) => boolean) =>
  eventually(async () => {
    const { content = '' } = (await service.document(id))?.record ?? {}
    return isRight(content) ? content : undefined
  })

const press = (app: App, key: string) => app.page.keyboard.press(key)

test('a history of two hundred versions: stepped through, read offline, words taken back, restored, published', async ({
  start,
  service,
}) => {
  const id = await longHistory(service)
  const app = await start({ service })
  const { page } = app
  const history = page.getByRole('region', { name: 'History' })
  const versions = history.getByRole('listbox', { name: 'Versions' })
  const reader = page.getByRole('region', { name: 'Version' })
  const changes = reader.getByRole('status', { name: 'Changes' })
  const hereStatus = history.getByRole('status', { name: 'Versions on this device' })

  await test.step('all of them come to this device', async () => {
    await app.openDocument(TITLE)
    await press(app, 'ControlOrMeta+Shift+H')
    await expect(versions.getByRole('option').first()).toBeVisible()
    await history.getByRole('button', { name: 'Get all versions of this document' }).click()
    await expect(hereStatus).toHaveText('All versions of this document are on this device')
  })

  await test.step('offline, the slider steps through them and F7 through what changed', async () => {
    await service.stop()
    const slider = history.getByRole('slider', { name: 'Version' })
    await slider.focus()
    for (let step = 0; step < 9; step++) await press(app, 'ArrowLeft')
    await expect(changes).toHaveText(/^\d of 9 changes since this version$/)
    // The version is compared with the current text, and the buttons refer to the change in view.
    await expect(reader.getByRole('button', { name: 'Take this back' })).toBeEnabled()
    const first = Number.parseInt((await changes.textContent()) ?? '', 10)
    await reader.getByRole('textbox', { name: 'Text of this version' }).focus()
    await press(app, 'F7')
    await expect(changes).toHaveText(`${(first % 9) + 1} of 9 changes since this version`)
    await slider.focus()
    await press(app, 'Home')
    await expect(changes).toContainText('changes since this version')
    // The old number 1 and the new number 2 are both shown.
    await expect(reader).toContainText('written 12 times')
    await press(app, 'Escape')
    await expect(reader).toHaveCount(0)
    await service.restart()
    await expect(app.connection).toHaveText('Online')
  })

  await test.step('a sentence that is gone is found by two words, and taken back', async () => {
    await history.getByRole('button', { name: 'Where did that sentence go?' }).click()
    await history.getByRole('searchbox', { name: 'Deleted words' }).fill('twice bell')
    await expect(history.getByRole('listbox', { name: 'Sentences' }).getByRole('option')).toHaveCount(1)
    await press(app, 'ArrowDown')
    await press(app, 'Enter')
    await reader.getByRole('button', { name: 'Take this back' }).click()
    const withBell = textOf(VERSIONS).replace(
      'says what it says.\n\nParagraph 201',
      `says what it says. ${LOST}\n\nParagraph 201`,
    )
    expect(await there(service, id, (text) => text.includes(LOST))).toBe(withBell)
    await press(app, 'Escape')
    await history.getByRole('button', { name: 'Where did that sentence go?' }).click()
  })

  await test.step('the first version is restored, and undone as one step', async () => {
    const before = (await service.document(id))?.record.content ?? ''
    await versions.getByRole('option').first().focus()
    await history.getByRole('slider', { name: 'Version' }).focus()
    await press(app, 'Home')
    await expect(changes).toContainText('since this version')
    await history.getByRole('button', { name: 'Restore this version' }).click()
    expect(await there(service, id, (text) => text !== before)).toBe(textOf(1))
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await there(service, id, (text) => text !== textOf(1))).toBe(before)
  })

  await test.step('published from the sheet, in one guarded write', async () => {
    await app.runCommand('Publish')
    const sheet = page.getByRole('dialog', { name: 'Publish' })
    await sheet.getByRole('button', { name: 'Publish', exact: true }).click()
    await eventually(async () =>
      (await service.document(id))?.record.status === 'published' ? true : undefined,
    )
    await expect(versions.getByRole('option', { name: /Published/ }).first()).toBeVisible()
  })
})

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** How far an hour of an earlier day is ahead of the current time, in ms; usually negative. */
function hourOf(daysAgo: number, hour: number): number {
  const now = new Date()
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  return midnight - daysAgo * DAY_MS + hour * HOUR_MS - now.getTime()
}

test('three sittings on three days, by keyboard alone: stepped through, a sentence of the first taken back, published', async ({
  start,
  service,
}) => {
  await service.stop()
  await service.restart(hourOf(4, 8))
  const { id } = await service.create({ title: 'Three days', content: 'It begins.\n' })
  let profile: string | undefined
  const sitting = async (aheadMs: number, write: (app: App, save: () => Promise<void>) => Promise<void>) => {
    await service.stop()
    await service.restart(aheadMs)
    const app = await start({ service, clockAheadMs: aheadMs, ...(profile !== undefined && { profile }) })
    profile = app.profile
    if (profile === undefined || (await app.title.inputValue()) !== 'Three days')
      await app.openDocument('Three days')
    let saved = (await service.versions(id)).length
    await write(app, async () => {
      await press(app, 'ControlOrMeta+s')
      await eventually(async () => ((await service.versions(id)).length > saved ? true : undefined))
      saved = (await service.versions(id)).length
      await app.waitForPhase('clean')
    })
    return app
  }

  const morning = await sitting(hourOf(4, 9), async (app, save) => {
    await app.text.focus()
    await press(app, 'ControlOrMeta+End')
    for (const line of ['The ferry was late.', 'A gull walked the rail.', 'Nobody spoke of the bell.']) {
      await app.page.keyboard.type(`\n${line}\n`)
      await save()
    }
  })
  await morning.close()
  const evening = await sitting(hourOf(2, 18), async (app, save) => {
    await app.text.focus()
    // The line with the gull is deleted, and two more lines are added.
    await press(app, 'ControlOrMeta+Home')
    for (let line = 0; line < 4; line++) await press(app, 'ArrowDown')
    await press(app, 'Shift+End')
    await press(app, 'Delete')
    await save()
    await press(app, 'ControlOrMeta+End')
    for (const line of ['The lamps were lit.', 'Then it rang.']) {
      await app.page.keyboard.type(`\n${line}\n`)
      await save()
    }
  })
  expect((await service.document(id))?.record.content).not.toContain('gull')
  await evening.close()

  const app = await sitting(0, async () => {})
  const { page } = app
  const history = page.getByRole('region', { name: 'History' })
  const versions = history.getByRole('listbox', { name: 'Versions' })
  const reader = page.getByRole('region', { name: 'Version' })

  await test.step('days and sittings, each burst of saves in one row', async () => {
    await press(app, 'ControlOrMeta+Shift+H')
    const morningSaves = versions.getByRole('option', { name: /Morning sitting, \d saves/ })
    const eveningSaves = versions.getByRole('option', { name: /Evening sitting, \d saves/ })
    await expect(eveningSaves).toHaveCount(1)
    await expect(morningSaves).toHaveCount(1)
    await expect(versions.getByRole('group')).toHaveCount(2)
  })

  await test.step('the slider steps to the morning, and the gull is taken back', async () => {
    const slider = history.getByRole('slider', { name: 'Version' })
    const text = reader.getByRole('textbox', { name: 'Text of this version' })
    await slider.focus()
    const takeBack = reader.getByRole('button', { name: 'Take this back' })
    let step = Number(await slider.inputValue())
    do {
      await press(app, 'ArrowLeft')
      await expect(slider).toHaveValue(String(--step))
      // The previous version stays visible, without buttons, until this one has been loaded.
      await expect(takeBack).toBeEnabled()
    } while (!(await text.innerText()).includes('gull'))
    await expect(text).toContainText('A gull walked the rail.')
    await expect(reader.getByRole('status', { name: 'Changes' })).toHaveText(
      '1 of 2 changes since this version',
    )
    await takeBack.focus()
    await press(app, 'Enter')
    const content = await there(service, id, (now) => now.includes('gull'))
    expect(content).toContain('Then it rang.')
    await press(app, 'Escape')
  })

  await test.step('published, and told so in the list', async () => {
    await app.runCommand('Publish')
    await page
      .getByRole('dialog', { name: 'Publish' })
      .getByRole('button', { name: 'Publish', exact: true })
      .focus()
    await press(app, 'Enter')
    await eventually(async () =>
      (await service.document(id))?.record.status === 'published' ? true : undefined,
    )
    await expect(versions.getByRole('option', { name: /Published/ }).first()).toBeVisible()
  })
})
