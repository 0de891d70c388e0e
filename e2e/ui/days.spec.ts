import { EMBEDDED_ID } from '../../main/connections/list/connection-list'
import { begin, kept, typeElsewhere } from './editing'
import type { Host } from '../host/host'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { documentOf } from './editing'
import { fillRoom, textsElsewhere } from './scenes'
import { expect, FERRYMAN, test, testInOwnContext, type Stet } from './stet'

type Choices = Settings['libraryChoices'][string]
const choicesOf = async ({ main }: Stet) => (await main.ask('settings.get', undefined)).libraryChoices

const choose = ({ main }: Stet, choices: Choices) =>
  main.ask('settings.set', { libraryChoices: { [EMBEDDED_ID]: choices } })

const today = (stet: Stet) =>
  stet.page.evaluate(() => {
    const now = new Date()
    const two = (number: number) => String(number).padStart(2, '0')
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  })

/** The texts of the documents of that title, with their folders. */
async function named({ main, keptText }: Stet, title: string) {
  const all = { filter: { smart: 'all' }, sort: 'created', descending: false, offset: 0, limit: 500 } as const
  const { items } = await main.ask('documents.list', all)
  return Promise.all(
    items
      .filter((one) => one.title === title)
      .map(async ({ id, folderId }) => ({ text: await keptText(id), folderId })),
  )
}

const FULL = { code: 'storage-full', message: 'The disk is full.' } as const

const captured = async ({ main }: Stet) => (await main.ask('capture.read', undefined)).text
const sheet = ({ page }: Stet) => page.getByRole('dialog', { name: 'Capture' })
const field = (stet: Stet) => sheet(stet).getByRole('textbox', { name: 'Words to capture' })

test('Today asks once for its folder, makes the document of the day, and opens that one from then on', async ({
  stet,
  page,
}) => {
  const day = await today(stet)
  await stet.command('Today')
  const folders = page.getByRole('dialog', { name: 'Folder of the days' })
  await folders.getByRole('combobox').fill('Letters')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue(day)
  await expect(stet.text).toBeFocused()
  await stet.type('Rain.')
  await expect.poll(() => named(stet, day)).toEqual([{ text: 'Rain.', folderId: 'f-letters' }])
  await page.getByRole('tab', { name: 'The ferryman' }).click()
  await expect(stet.title).toHaveValue('The ferryman')
  await stet.command('Today')
  await expect(stet.title).toHaveValue(day)
  await expect(stet.text).toBeFocused()
  expect(await named(stet, day)).toHaveLength(1)
})

test('a document of that title in another folder is another one', { tag: '@first' }, async ({ stet }) => {
  const day = await today(stet)
  await documentOf(stet, day, 'elsewhere', 'f-essays')
  await choose(stet, { daysFolder: null })
  await stet.command('Today')
  await expect(stet.title).toHaveValue(day)
  await expect.poll(() => named(stet, day)).toHaveLength(2)
})

test('the day begins as its template, asks what that asks, and one undo takes the text back', async ({
  stet,
  page,
}) => {
  const day = await today(stet)
  const dayTemplate = await documentOf(
    stet,
    'Day',
    '# {{title}}\n\n{{ask: Weather?}}\n\n- {{cursor}}',
    'f-notes',
  )
  await choose(stet, { daysFolder: 'f-letters', dayTemplate, templatesFolder: 'f-notes' })
  await stet.command('Today')
  const dialog = page.getByRole('dialog', { name: day })
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await stet.press('Escape')
  expect(await named(stet, day)).toEqual([])
  await stet.command('Today')
  await dialog.getByRole('textbox', { name: 'Weather?' }).waitFor()
  await stet.type('Fog')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue(day)
  await stet.type('tea')
  await expect
    .poll(() => named(stet, day))
    .toEqual([{ text: `# ${day}\n\nFog\n\n- tea`, folderId: 'f-letters' }])
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await expect.poll(() => named(stet, day)).toEqual([{ text: '', folderId: 'f-letters' }])
})

test('a template that is gone, or a folder that is, stops nobody', async ({ stet, page }) => {
  const day = await today(stet)
  await choose(stet, { daysFolder: 'f-gone', dayTemplate: 'd-gone' })
  await stet.command('Today')
  const folders = page.getByRole('dialog', { name: 'Folder of the days' })
  await expect(folders).toContainText('was deleted. Choose another one.')
  await folders.getByRole('option', { name: 'In no folder' }).click()
  await expect(stet.title).toHaveValue(day)
  await expect(stet.notice).toContainText('begins without its template')
  expect(await named(stet, day)).toEqual([{ text: '', folderId: null }])
})

test('captured words go to the end of the day as one change, without showing it', async ({ stet }) => {
  const day = await today(stet)
  await documentOf(stet, day, 'First.\n', 'f-letters')
  await choose(stet, { daysFolder: 'f-letters' })
  await stet.text.focus()
  await stet.press('ControlOrMeta+Shift+a')
  await expect(field(stet)).toBeFocused()
  await stet.type('Ask the ferryman')
  await stet.press('Enter')
  await stet.type('about honey')
  await stet.press('ControlOrMeta+Enter')
  await expect(stet.notice).toContainText(`Added to “${day}”`)
  await expect(sheet(stet)).toHaveCount(0)
  await expect(stet.title).toHaveValue('The ferryman')
  await expect(stet.text).toBeFocused()
  expect(await named(stet, day)).toEqual([
    { text: 'First.\n\nAsk the ferryman\nabout honey\n', folderId: 'f-letters' },
  ])
  expect(await captured(stet)).toBe('')
  await stet.notice.getByRole('button', { name: 'Open' }).click()
  await expect(stet.title).toHaveValue(day)
})

test('words with line breaks that are typed before the sheet is there are captured as typed', async ({
  stet,
}) => {
  await stet.text.focus()
  const release = await stet.main.hold('capture.read')
  await stet.press('ControlOrMeta+Shift+a')
  await stet.type('Ask the ferryman')
  await stet.press('Enter')
  await stet.type('about honey')
  await release()
  await expect(field(stet)).toHaveValue('Ask the ferryman\nabout honey')
})

test('where there is no document of the day yet, captured words make it, with its template', async ({
  stet,
}) => {
  const day = await today(stet)
  const dayTemplate = await documentOf(stet, 'Day', '# {{title}}{{cursor}}\n', 'f-notes')
  await choose(stet, { daysFolder: null, dayTemplate })
  await stet.command('Capture…')
  await stet.type('one')
  await sheet(stet).getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => named(stet, day)).toEqual([{ text: `# ${day}\n\none\n`, folderId: null }])
})

test('at its first use words are captured before it is asked where they go', async ({ stet, page }) => {
  const day = await today(stet)
  await stet.command('Capture…')
  await stet.type('one')
  await stet.press('ControlOrMeta+Enter')
  const folders = page.getByRole('dialog', { name: 'Folder of the days' })
  await folders.getByRole('option', { name: 'In no folder' }).click()
  await expect.poll(() => named(stet, day)).toEqual([{ text: 'one', folderId: null }])
  await expect(sheet(stet)).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('words captured while the first ones wait for their folder are captured with them, and a new folder takes both', async ({
  stet,
  page,
}) => {
  const day = await today(stet)
  await expect(stet.text).toBeVisible()
  await stet.text.focus()
  await stet.press('ControlOrMeta+Shift+a')
  await stet.type('cap one')
  await stet.press('ControlOrMeta+Enter')
  await stet.press('ControlOrMeta+Shift+a')
  await stet.type('cap two')
  await stet.press('ControlOrMeta+Enter')
  const folders = page.getByRole('dialog', { name: 'Folder of the days' })
  await expect(folders.getByRole('combobox')).toHaveValue('')
  await expect.poll(() => captured(stet)).toBe('cap one\n\ncap two')
  await stet.type('Diary')
  await stet.press('Enter')
  await expect(stet.notice).toContainText(`Added to “${day}”`)
  expect((await named(stet, day)).map(({ text }) => text)).toEqual(['cap one\n\ncap two'])
  await expect(folders).toHaveCount(0)
  await expect(stet.folder('Diary')).toBeVisible()
  await expect(stet.folder('cap two')).toHaveCount(0)
})

test('who goes on typing while words are added goes on in the text; where that takes long, in the sheet', async ({
  stet,
  page,
}) => {
  const day = await today(stet)
  await documentOf(stet, day, 'First.', 'f-letters')
  await choose(stet, { daysFolder: 'f-letters' })
  await stet.text.focus()
  await stet.press('ControlOrMeta+Home')
  for (const word of ['alpha ', 'beta ']) {
    const letGo = await stet.main.hold('capture.add')
    await stet.press('ControlOrMeta+Shift+a')
    await expect(field(stet)).toBeFocused()
    await stet.type('a thought')
    await stet.press('ControlOrMeta+Enter')
    await stet.type(word)
    await letGo()
    await expect(sheet(stet)).toHaveCount(0)
    await expect(stet.text).toContainText(word.trim())
  }
  await expect.poll(() => stet.keptText('d-ferryman')).toMatch(/^alpha beta The tide/)

  const letGo = await stet.main.hold('capture.add')
  await stet.press('ControlOrMeta+Shift+a')
  await expect(field(stet)).toBeFocused()
  await stet.type('one more')
  await stet.press('ControlOrMeta+Enter')
  await page.waitForTimeout(2_500)
  await stet.type(' late wo')
  // A pause keeps them before they are all there.
  await expect.poll(() => captured(stet)).toBe('one more late wo')
  await stet.type('rds')
  await letGo()
  await expect(field(stet)).toHaveValue('late words')
  await expect.poll(() => captured(stet)).toBe('late words')
  expect((await named(stet, day))[0]?.text).toContain('one more')
  expect((await named(stet, day))[0]?.text).not.toContain('late')
})

test('Escape keeps what was typed for the next time, and so does a page that ends', async ({
  stet,
  page,
}) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await stet.type('half a thought')
  await stet.press('Escape')
  await expect(sheet(stet)).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  await expect.poll(() => captured(stet)).toBe('half a thought')
  await stet.command('Capture…')
  await expect(field(stet)).toHaveValue('half a thought')
  await stet.type(' and more')
  // Nothing was pressed or left: a pause is enough.
  await expect.poll(() => captured(stet)).toBe('half a thought and more')
  await page.mouse.click(5, 5)
  await expect(sheet(stet)).toHaveCount(0)
})

/** As the sheet of another window keeps its words. */
const keepElsewhere = (stet: Stet, was: string, text: string) => stet.main.ask('capture.keep', { was, text })

test('sheets of two windows keep the words of both, and the cursor stays where it is', async ({ stet }) => {
  await choose(stet, { daysFolder: null })
  await keepElsewhere(stet, '', 'Ask him')
  await stet.command('Capture…')
  await expect(field(stet)).toHaveValue('Ask him')
  await stet.press('ControlOrMeta+Home')
  await stet.type('First: ')
  await expect.poll(() => captured(stet)).toBe('First: Ask him')
  await keepElsewhere(stet, 'Ask him', 'Ask him about honey')
  await expect(field(stet)).toHaveValue('First: Ask him about honey')
  await stet.type('today, ')
  await expect(field(stet)).toHaveValue('First: today, Ask him about honey')
  await expect.poll(() => captured(stet)).toBe('First: today, Ask him about honey')
  // The other window puts what it shows into a document.
  await keepElsewhere(stet, 'First: today, Ask him about honey', '')
  await expect(field(stet)).toHaveValue('')
  await stet.type('more')
  await stet.press('Escape')
  await expect.poll(() => captured(stet)).toBe('more')
})

test('words of another window that come while a key is on its way are kept with it', async ({ stet }) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await expect(field(stet)).toBeFocused()
  const goOn = await stet.main.hold('capture.keep')
  await stet.type('mine')
  await stet.type(' too')
  await keepElsewhere(stet, '', 'theirs')
  await goOn()
  await expect(field(stet)).toHaveValue('theirs\n\nmine too')
  await expect.poll(() => captured(stet)).toBe('theirs\n\nmine too')
  await stet.press('Escape')
})

testInOwnContext('captured words are kept while typing goes on without a pause', async ({ stet, page }) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await expect(field(stet)).toBeFocused()
  // No pause comes about by itself, however slow the machine is.
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 600_000)
  for (const key of 'one thought without a pause') {
    await page.keyboard.type(key)
    await page.clock.runFor(60)
  }
  expect(await captured(stet)).toMatch(/^one thought with/)
})

/** Goes to another library; answers with what each of the two is told of captured words, from the beginning. */
async function switchAway(app: Host): Promise<() => readonly string[]> {
  const left = app.workspaces.active().epoch
  const id = await app.addLibrary('Press', app.openService())
  await app.ask('connection.activate', { id })
  return () =>
    app.given.flatMap(({ name, input, library }) => {
      if (name === 'library.left') return ['left it']
      if (name !== 'capture.keep') return []
      return [`${library === left ? 'left' : 'next'}: ${(input as { readonly text: string }).text}`]
    })
}

/** Words that are kept while they come, and all of them before the library is left. */
async function expectKeptBeforeLeft(app: Host, stet: Stet, told: () => readonly string[]): Promise<void> {
  await expect.poll(told).toContain('left it')
  const tellings = told().slice(0, -1)
  expect(tellings.at(-1)).toBe('left: half a thought')
  expect(tellings.filter((words) => !'left: half a thought'.startsWith(words))).toEqual([])
  expect(told().at(-1)).toBe('left it')
  await expect(sheet(stet)).toHaveCount(0)
  expect(await captured(stet)).toBe('')
  await app.ask('connection.activate', { id: EMBEDDED_ID })
  expect(await captured(stet)).toBe('half a thought')
}

test('[W22] a library that is left while the sheet is open keeps its words, and the next one gets none', async ({
  app,
  stet,
}) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await stet.type('half a thought')
  await expectKeptBeforeLeft(app, stet, await switchAway(app))
})

test('[W22] words that are held for a sheet of a library are typed into it before that library is left', async ({
  app,
  stet,
}) => {
  await choose(stet, { daysFolder: null })
  const goOn = await stet.main.hold('capture.read')
  await stet.command('Capture…')
  await stet.type('half a thought')
  const told = await switchAway(app)
  await goOn()
  await expectKeptBeforeLeft(app, stet, told)
})

test('words that cannot be kept hold the sheet open, and can be copied where it goes all the same', async ({
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await stet.main.refuse('capture.keep', FULL)
  await stet.type('half a thought')
  await expect(stet.notice).toContainText('The disk is full.')
  await stet.press('Escape')
  await expect(sheet(stet).getByRole('status', { name: 'Capture result' })).toContainText('could not be kept')
  await expect(field(stet)).toHaveValue('half a thought')
  await stet.main.refuse('capture.keep', undefined)
  await stet.press('Escape')
  await expect(sheet(stet)).toHaveCount(0)
  expect(await captured(stet)).toBe('half a thought')
  // Before a pause nobody knows that they cannot be kept.
  await stet.command('Capture…')
  await stet.press('ControlOrMeta+End')
  await stet.main.refuse('capture.keep', FULL)
  // At once: a machine that is slow with five keys makes a pause of them.
  await page.keyboard.insertText(' more')
  await stet.press('Escape')
  await page.getByRole('button', { name: 'Copy them' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('more')
})

testInOwnContext(
  '[W23] captured words that main did not take as their sheet closed stay on offer, and are kept as the window is left',
  async ({ stet, page }) => {
    await page.clock.install()
    await choose(stet, { daysFolder: null })
    await stet.command('Capture…')
    await stet.type('half a thought')
    await expect.poll(() => captured(stet)).toBe('half a thought')
    await stet.main.refuse('capture.keep', FULL)
    await page.keyboard.insertText(' more')
    await stet.press('Escape')
    await expect(sheet(stet)).toHaveCount(0)
    await expect(stet.notice).toHaveText('The disk is full.')
    for (let time = 0; time < 5; time++) {
      await stet.press('Shift')
      await page.clock.runFor(20_000)
    }
    await expect(stet.notice.getByRole('button', { name: 'Copy them' })).toBeVisible()
    await stet.main.refuse('capture.keep', undefined)
    await stet.main.tell('flush.requested', { reason: 'leave', round: 1 })
    await expect.poll(() => captured(stet)).toBe('half a thought\n\nmore')
  },
)

test('[W23] a window is not left while captured words are in its sheet alone', async ({
  app,
  stet,
  page,
}) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await stet.main.refuse('capture.keep', FULL)
  await stet.type('half a thought')
  const before = app.given.length
  await app.tell('flush.requested', { reason: 'leave', round: 1 })
  const told = () =>
    app.given
      .slice(before)
      .flatMap(({ name }) => (name === 'flush.done' || name === 'capture.keep' ? [name] : []))
  // It is tried again and again.
  await expect.poll(() => told().length).toBeGreaterThan(2)
  expect(told()).not.toContain('flush.done')
  await stet.main.refuse('capture.keep', undefined)
  await expect.poll(told).toContain('flush.done')
  expect(await captured(stet)).toBe('half a thought')
  await app.tell('leaving.cancelled', {})
  // While it is left it takes no keys.
  await page.evaluate(() => void (window.focusLost = []))
  await expect(field(stet)).toBeFocused()
})

test('[W23] a window is not left while words are held for a sheet that still opens', async ({
  app,
  stet,
}) => {
  await choose(stet, { daysFolder: null })
  const goOn = await stet.main.hold('capture.read')
  await stet.command('Capture…')
  await stet.type('half a thought')
  for (let time = 0; time < 2; time++) await app.tell('flush.requested', { reason: 'leave', round: 1 })
  const told = () => app.given.flatMap(({ name }) => (name === 'flush.done' ? [name] : []))
  expect(told()).toEqual([])
  await goOn()
  await expect.poll(told).toEqual(['flush.done'])
  expect(await captured(stet)).toBe('half a thought')
  await app.tell('leaving.cancelled', {})
  await expect(field(stet)).toBeFocused()
})

test('words are in the sheet until the document has them, and then once; Undo takes them out of it', async ({
  stet,
}) => {
  await choose(stet, { daysFolder: null, captureInto: FERRYMAN })
  await begin(stet, 'Mine.‸')
  await stet.command('Capture…')
  await stet.type('captured')
  await expect.poll(() => captured(stet)).toBe('captured')
  await stet.main.refuse('capture.add', FULL)
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet(stet).getByRole('status', { name: 'Capture result' })).toContainText('The disk is full.')
  expect(await captured(stet)).toBe('captured')
  await stet.main.refuse('capture.add', undefined)
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet(stet)).toHaveCount(0)
  await kept(stet, (text) => text === 'Mine.\n\ncaptured')
  expect(await captured(stet)).toBe('')
  await expect(stet.text).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'Mine.')
})

test('keys that follow the command at once are in the sheet and in no other text', async ({ stet }) => {
  await choose(stet, { daysFolder: null })
  const before = await stet.keptText(FERRYMAN)
  const goOn = await stet.main.hold('capture.read')
  await stet.text.focus()
  await stet.press('ControlOrMeta+Shift+a')
  await stet.type('quick')
  await goOn()
  await expect(field(stet)).toHaveValue('quick')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
  await stet.press('Escape')
})

test('words go to a chosen document, which is open, and one undo takes them back there', async ({ stet }) => {
  await choose(stet, { daysFolder: null })
  await begin(stet, 'Inbox‸')
  await stet.command('Capture into this document')
  await stet.command('Capture…')
  await expect(sheet(stet)).toContainText('Goes to the end of “The ferryman”')
  await stet.type('one')
  await stet.press('ControlOrMeta+Enter')
  await kept(stet, (text) => text === 'Inbox\n\none')
  await stet.type('!')
  await kept(stet, (text) => text === 'Inbox!\n\none')
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'Inbox')
  await stet.command('Capture into this document')
  await expect.poll(async () => Object.values(await choicesOf(stet))).toEqual([{ daysFolder: null }])
})

test('what cannot be written is said and kept: a text that is elsewhere, and a document that is read only', async ({
  app,
  stet,
}) => {
  const away = await documentOf(stet, 'Away', 'never read', 'f-letters')
  await choose(stet, { daysFolder: null, captureInto: away })
  await app.ask('document.save', { id: away, reason: 'key' })
  await fillRoom({ app, stet })
  expect(await textsElsewhere({ app, stet })).toContain('Away')
  app.faults.offline(true)
  await stet.command('Capture…')
  await stet.type('on the train')
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet(stet).getByRole('status', { name: 'Capture result' })).toContainText(
    'This text is not on this device',
  )
  await expect(field(stet)).toHaveValue('on the train')
  await stet.press('Escape')
  app.faults.offline(false)
  await app.hear()
  await stet.command('Capture…')
  await expect(field(stet)).toHaveValue('on the train')
  await stet.press('ControlOrMeta+Enter')
  await expect
    .poll(() => named(stet, 'Away'))
    .toEqual([{ text: 'never read\n\non the train', folderId: 'f-letters' }])
})

test('offline, the day is made and captured into', async ({ app, stet }) => {
  const day = await today(stet)
  await choose(stet, { daysFolder: 'f-letters' })
  app.faults.offline(true)
  await app.hear()
  await stet.command('Today')
  await expect(stet.title).toHaveValue(day)
  await stet.type('a')
  await stet.command('Capture…')
  await stet.type('b')
  await stet.press('ControlOrMeta+Enter')
  await expect.poll(() => named(stet, day)).toEqual([{ text: 'a\n\nb', folderId: 'f-letters' }])
})

test('a deleted document that words went to is said, and they go to the day', async ({ stet }) => {
  const day = await today(stet)
  const inbox = await documentOf(stet, 'Inbox', '', 'f-letters')
  await choose(stet, { daysFolder: null, captureInto: inbox })
  await stet.main.ask('document.delete', { ids: [inbox] })
  await stet.command('Capture…')
  await expect(sheet(stet)).toContainText('was deleted')
  await stet.type('still here')
  await stet.press('ControlOrMeta+Enter')
  await expect.poll(() => named(stet, day)).toEqual([{ text: 'still here', folderId: null }])
})

test('words that others write meanwhile stay', async ({ stet }) => {
  await choose(stet, { daysFolder: null, captureInto: FERRYMAN })
  await begin(stet, 'Mine.‸')
  await stet.command('Capture…')
  await stet.type('captured')
  await typeElsewhere(stet, 5, ' Theirs.')
  await stet.press('ControlOrMeta+Enter')
  await kept(stet, (text) => text === 'Mine. Theirs.\n\ncaptured')
})

test('a day that was joined with one of another device gives way to that one, where the writer goes on at the end', async ({
  app,
  stet,
  page,
}) => {
  const day = await today(stet)
  await choose(stet, { daysFolder: null })
  // Neither device has a network, and each makes the day.
  app.faults.offline(true)
  await stet.command('Today')
  await expect(stet.title).toHaveValue(day)
  await stet.type('mine')
  await expect.poll(() => named(stet, day)).toEqual([{ text: 'mine', folderId: null }])
  await app.other.call('documents.create', { body: { title: day, content: 'theirs' } })
  // A second later, as the service counts.
  app.clock.pass(1_000)
  const goOn = await stet.main.hold('day.join')
  app.faults.offline(false)
  await app.hear()
  await expect.poll(() => app.given.map(({ name }) => name)).toContain('day.join')
  await stet.type(' and on')
  await goOn()
  await expect(stet.notice).toContainText('Both texts are in one document now.')
  await expect(stet.text).toBeFocused()
  await expect.poll(() => named(stet, day)).toEqual([{ text: 'theirs\n\nmine and on', folderId: null }])
  await expect(page.getByRole('tab', { name: day })).toHaveCount(1)
})
