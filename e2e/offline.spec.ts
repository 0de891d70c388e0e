import fs from 'node:fs'
import path from 'node:path'
import type { Bridge } from '../shared/ipc/ipc'
import type { LibraryEpoch } from '../shared/terms'
import { expect, test as base, type App } from './app'
import { startFaultProxy, type FaultProxy } from './faults'
import { freshFolder } from './paths'

/** `faultProxy`: a proxy in front of the service; other devices can still reach the service while the app cannot. */
const test = base.extend<{ readonly faultProxy: FaultProxy }>({
  faultProxy: async ({ service }, use) => {
    const faultProxy = await startFaultProxy(service.url)
    await use(faultProxy)
    await faultProxy.close()
  },
})

test('offline edits, renames and new documents wait, and go out when the service is back', async ({
  start,
  service,
}) => {
  const { id } = await service.create({ title: 'Essay', content: 'One.' })
  const app = await start({ service })
  await app.openDocument('Essay')
  await service.stop()
  await app.type(' Two.')
  await app.page.keyboard.press('ControlOrMeta+s')
  await expect(app.saveStatus).toHaveText('On this device')
  await expect(app.connection).toHaveText('Offline')
  await app.title.fill('An essay')
  await app.title.press('Enter')
  await app.newDocument('On the train')
  await app.type('Between two stations.')
  await service.restart()
  await expect(app.connection).toHaveText('Online')
  await app.waitForPhase('clean')
  await expect
    .poll(async () =>
      (await service.documents()).map(({ title, content }) => `${title}: ${content}`).toSorted(),
    )
    .toEqual(['An essay: One. Two.', 'On the train: Between two stations.'])
  expect((await service.document(id))?.record.title).toBe('An essay')
})

test('a change elsewhere in another paragraph is merged and announced, and can be undone', async ({
  start,
  service,
  faultProxy,
}) => {
  const { id } = await service.create({ title: 'Essay', content: 'First.\n\nSecond.\n\nThird.' })
  const app = await start({ service: { url: faultProxy.url, key: service.key } })
  await app.openDocument('Essay')
  faultProxy.faults.offline(true)
  await app.type(' Mine.')
  await expect(app.saveStatus).toHaveText(/On this device|Edited/)
  await service.write(id, { content: 'First. Theirs.\n\nSecond.\n\nThird.' })
  faultProxy.faults.offline(false)
  await app.page.keyboard.press('ControlOrMeta+s')
  await app.waitForPhase('clean')
  await expect.poll(() => app.readText()).toBe('First. Theirs.\n\nSecond.\n\nThird. Mine.')
  expect((await service.document(id))?.record.content).toBe('First. Theirs.\n\nSecond.\n\nThird. Mine.')
  await expect(app.page.getByText(/Merged 1 change from elsewhere/)).toBeVisible()
})

test('the same sentence changed on both sides asks; both texts stand side by side and either can be kept', async ({
  start,
  service,
  faultProxy,
}) => {
  const { id } = await service.create({ title: 'Essay', content: 'The door was painted shut.' })
  const app = await start({ service: { url: faultProxy.url, key: service.key } })
  await app.openDocument('Essay')
  faultProxy.faults.offline(true)
  await app.text.click()
  await app.page.keyboard.press('ControlOrMeta+a')
  await app.page.keyboard.type('The door was nailed shut.')
  await expect(app.saveStatus).toHaveText(/On this device|Edited/)
  await service.write(id, { content: 'The door was glued shut.' })
  faultProxy.faults.offline(false)
  await app.page.keyboard.press('ControlOrMeta+s')
  await expect(app.saveStatus).toHaveText('Needs your decision')
  const conflict = app.page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toContainText('nailed')
  await expect(conflict).toContainText('glued')
  expect((await service.document(id))?.record.content).toBe('The door was glued shut.')
  await conflict.getByRole('button', { name: 'Keep mine' }).first().click()
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await app.waitForPhase('clean')
  expect((await service.document(id))?.record.content).toBe('The door was nailed shut.')
  expect((await service.versions(id)).some(({ content }) => content === 'The door was glued shut.')).toBe(
    true,
  )
})

test('deleted and undone: the document is there once', { tag: '@first' }, async ({ start, service }) => {
  await service.create({ title: 'Essay', content: 'One.' })
  const app = await start({ service })
  await app.openDocument('Essay')
  await app.documents.getByRole('option', { name: /^Essay/ }).focus()
  await app.page.keyboard.press('Delete')
  await expect(app.documents.getByRole('option', { name: /^Essay/ })).toHaveCount(0)
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await expect(app.documents.getByRole('option', { name: /^Essay/ })).toHaveCount(1)
  await app.page.waitForTimeout(3_000)
  expect((await service.documents()).map(({ content }) => content)).toEqual(['One.'])
})

test('a long ride offline: edits, a rename, a move, tags, new documents and a delete, then all of it at once', async ({
  start,
  service,
  faultProxy,
}) => {
  const made: { id: number; title: string }[] = []
  for (let index = 0; index < 6; index++)
    made.push(await service.create({ title: `Chapter ${index}`, content: `Opening ${index}.` }))
  const folder = await service.request('POST', '/folders', { name: 'Drafts' })
  const drafts = ((await folder.json()) as { data: { id: number } }).data.id
  const app = await start({ service: { url: faultProxy.url, key: service.key } })
  await expect(app.documents.getByRole('option', { name: /^Chapter/ })).toHaveCount(6)
  faultProxy.faults.offline(true)

  const expected = new Map<string, string>()
  for (let round = 0; round < 4; round++)
    for (const { title } of made.slice(0, 4)) {
      await app.openDocument(title)
      await app.type(` ${title.at(-1)}w${round}.`)
      expected.set(title, `${expected.get(title) ?? `Opening ${title.at(-1)}.`} ${title.at(-1)}w${round}.`)
    }
  await app.openDocument('Chapter 0')
  await app.title.fill('Prologue')
  await app.title.press('Enter')
  await app.openDocument('Chapter 1')
  await app.runCommand('Move to…')
  await app.page.keyboard.type('Drafts')
  await app.page.keyboard.press('Enter')
  await app.openDocument('Chapter 2')
  await app.runCommand('Add tag…')
  await app.page.keyboard.type('late')
  await app.page.keyboard.press('Enter')
  await app.documents.getByRole('option', { name: /^Chapter 5/ }).focus()
  await app.page.keyboard.press('Delete')
  await app.newDocument('Found on the way')
  await app.type('A glove.')
  await expect(app.saveStatus).toHaveText('On this device')
  await expect(app.connection).toHaveText('Offline')

  // Meanwhile, other devices edit the same chapters.
  await service.write(made[3]!.id, { content: 'Opening 3, theirs.\n\nA new end.' })
  await service.write(made[4]!.id, { content: 'Opening 4, theirs.' })
  faultProxy.faults.offline(false)
  // Unlike “Try now”, the command is also there if the app has found the service by itself.
  await app.runCommand('Check for changes')

  const onService = async () =>
    Object.fromEntries((await service.documents()).map(({ title, content }) => [title, content]))
  await expect.poll(onService).toEqual({
    Prologue: expected.get('Chapter 0'),
    'Chapter 1': expected.get('Chapter 1'),
    'Chapter 2': expected.get('Chapter 2'),
    // Both sides changed its only sentence, so the app asks and overwrites nothing.
    'Chapter 3': 'Opening 3, theirs.\n\nA new end.',
    'Chapter 4': 'Opening 4, theirs.',
    'Found on the way': 'A glove.',
  })
  const placed = async () => {
    const [moved, tagged] = await Promise.all([service.document(made[1]!.id), service.document(made[2]!.id)])
    return [moved?.record.folder_id, tagged?.record.tags?.map(({ name }) => name)]
  }
  await expect.poll(placed).toEqual([drafts, ['late']])
  await app.documents.getByRole('option', { name: /^Chapter 3/ }).click()
  await app.waitForPhase('conflicted')
  const conflict = app.page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toContainText('3w0. 3w1. 3w2. 3w3.')
  await conflict.getByRole('button', { name: 'Keep both' }).first().click()
  await conflict.getByRole('button', { name: 'Finish and save' }).click()
  await app.waitForPhase('clean')
  const kept = (await service.document(made[3]!.id))?.record.content
  for (const word of ['theirs.', 'A new end.', '3w0.', '3w1.', '3w2.', '3w3.'])
    expect(kept?.split(word).length, word).toBe(2)

  // The earlier saves have proved that the service guards writes, so the deletion did not ask (C6).
  await expect(app.documents.getByRole('option', { name: /^Chapter 5/ })).toHaveCount(0)
  expect(await service.document(made[5]!.id)).toBeUndefined()
})

test('where there is room for one long text the other is let go of, comes when it is asked for, and stays where there is room', async ({
  start,
  service,
}) => {
  const long = (name: string) => `This is the ${name} one.\n\n${'A line of a long text.\n\n'.repeat(30_000)}`
  await service.create({ title: 'Older', content: long('older') })
  await service.create({ title: 'Newer', content: long('newer') })
  const profile = freshFolder('profile')
  fs.writeFileSync(path.join(profile, 'settings.json'), JSON.stringify({ textsMegabytes: 1 }))
  const app = await start({ profile, service })
  await expect(app.documents.getByRole('option', { name: /^Older/ })).toContainText('This is the older one.')
  await app.openDocument('Newer')
  await expect(app.text).toContainText('This is the newer one.')

  await service.stop()
  await app.documents.getByRole('option', { name: /^Older/ }).click()
  await expect(app.page.getByRole('alert')).toContainText('This text is not on this device')
  await service.restart()
  await app.page.getByRole('button', { name: 'Try again' }).click()
  await expect(app.text).toContainText('This is the older one.')

  await app.runCommand('Settings')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'This device' }).click()
  await settings.getByRole('combobox', { name: 'Storage for texts' }).selectOption('500 MB')
  await app.page.keyboard.press('Escape')
  await bothAreHere(app)
  await service.stop()
  await app.openDocument('Newer')
  await expect(app.text).toContainText('This is the newer one.')
  await app.openDocument('Older')
  await expect(app.text).toContainText('This is the older one.')
})

/** Waits until main reports to the window that no texts are missing on this device. */
const bothAreHere = ({ page }: App) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { app } = window as unknown as { readonly app: Bridge }
        const now = await app.call('window.bootstrap', undefined)
        return app.call(
          'library.get',
          undefined,
          now.ok ? (now.value.onScreen.library as LibraryEpoch) : undefined,
        )
      }),
    )
    .toMatchObject({ ok: true, value: { withoutText: 0 } })
