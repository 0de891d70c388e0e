import type { Page } from '@playwright/test'
import { begin, kept, typeElsewhere } from './editing'
import {
  expect,
  FERRYMAN,
  testOnImitation as test,
  testOnImitationInOwnContext as testInOwnContext,
  type Stet,
} from './stet'

type Choices = Awaited<ReturnType<typeof choicesOf>>[string]
const choicesOf = (stet: Stet) => stet.page.evaluate(() => window.memory.records.settings.libraryChoices)

const choose = (stet: Stet, choices: Choices) =>
  stet.page.evaluate((own) => {
    const { memory } = window
    const libraryChoices = { [memory.records.connection.id]: own ?? {} }
    return memory.call('settings.set', { libraryChoices }, memory.library())
  }, choices)

const today = (stet: Stet) =>
  stet.page.evaluate(() => {
    const now = new Date()
    const two = (number: number) => String(number).padStart(2, '0')
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  })

/** The texts of the documents of that title, with their folders. */
const named = (stet: Stet, title: string) =>
  stet.page.evaluate((name) => {
    const all = [...window.memory.records.documents.values()] as {
      title: string
      text: string
      folderId?: string
    }[]
    return all.filter((one) => one.title === name).map(({ text, folderId }) => ({ text, folderId }))
  }, title)

const make = (stet: Stet, title: string, text: string, folderId: string) =>
  stet.page.evaluate(
    async (fields) => {
      const made = await window.memory.call('document.create', fields, window.memory.library())
      return made.ok ? made.value.id : ''
    },
    { title, text, folderId },
  )

const captured = (stet: Stet) => stet.page.evaluate(() => window.memory.records.captured)
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
  await make(stet, day, 'elsewhere', 'f-essays')
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
  const dayTemplate = await make(stet, 'Day', '# {{title}}\n\n{{ask: Weather?}}\n\n- {{cursor}}', 'f-notes')
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
  await make(stet, day, 'First.\n', 'f-letters')
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

test('where there is no document of the day yet, captured words make it, with its template', async ({
  stet,
}) => {
  const day = await today(stet)
  const dayTemplate = await make(stet, 'Day', '# {{title}}{{cursor}}\n', 'f-notes')
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
  await make(stet, day, 'First.', 'f-letters')
  await choose(stet, { daysFolder: 'f-letters' })
  await stet.text.focus()
  await stet.press('ControlOrMeta+Home')
  for (const word of ['alpha ', 'beta ']) {
    const letGo = await page.evaluateHandle(() => window.memory.hold('capture.add'))
    await stet.press('ControlOrMeta+Shift+a')
    await expect(field(stet)).toBeFocused()
    await stet.type('a thought')
    await stet.press('ControlOrMeta+Enter')
    await stet.type(word)
    await letGo.evaluate((go) => go())
    await expect(sheet(stet)).toHaveCount(0)
    await expect(stet.text).toContainText(word.trim())
  }
  await expect.poll(() => stet.keptText('d-ferryman')).toMatch(/^alpha beta The tide/)

  const letGo = await page.evaluateHandle(() => window.memory.hold('capture.add'))
  await stet.press('ControlOrMeta+Shift+a')
  await expect(field(stet)).toBeFocused()
  await stet.type('one more')
  await stet.press('ControlOrMeta+Enter')
  await page.waitForTimeout(2_500)
  await stet.type(' late wo')
  // A pause keeps them before they are all there.
  await expect.poll(() => captured(stet)).toBe('one more late wo')
  await stet.type('rds')
  await letGo.evaluate((go) => go())
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
const keepElsewhere = (stet: Stet, was: string, text: string) =>
  stet.page.evaluate((words) => window.memory.call('capture.keep', words, window.memory.library()), {
    was,
    text,
  })

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

test('words of another window that come while a key is on its way are kept with it', async ({
  stet,
  page,
}) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await expect(field(stet)).toBeFocused()
  await page.evaluate(() => Object.assign(window, { goOn: window.memory.hold('capture.keep') }))
  await stet.type('mine')
  await stet.type(' too')
  await page.evaluate(() => {
    window.memory.records.captured = 'theirs'
    ;(window as unknown as { goOn: () => void }).goOn()
  })
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

/** Asks for another library, and answers with what each of the two is told of captured words from then on. */
async function switchingAway(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const { memory } = window
    const left = memory.library()
    const told: string[] = []
    const call = memory.call.bind(memory)
    memory.call = (name, input, library) => {
      if (name === 'capture.keep')
        told.push(`${library === left ? 'left' : 'next'}: ${(input as { text: string }).text}`)
      if (name === 'library.left') told.push('left it')
      return call(name, input, library)
    }
    Object.assign(window, { told })
    memory.switchLibrary()
  })
  return () => page.evaluate(() => (window as unknown as { told: string[] }).told)
}

test('[W22] a library that is left while the sheet is open keeps its words, and the next one gets none', async ({
  stet,
  page,
}) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await stet.type('half a thought')
  const told = await switchingAway(page)
  await expect(sheet(stet)).toHaveCount(0)
  await expect.poll(told).toContain('left it')
  expect(new Set((await told()).slice(0, -1))).toEqual(new Set(['left: half a thought']))
  expect((await told()).at(-1)).toBe('left it')
  expect(await captured(stet)).toBe('half a thought')
})

test('[W22] words that are held for a sheet of a library are typed into it before that library is left', async ({
  stet,
  page,
}) => {
  await choose(stet, { daysFolder: null })
  await page.evaluate(() => Object.assign(window, { goOn: window.memory.hold('capture.read') }))
  await stet.command('Capture…')
  await stet.type('half a thought')
  const told = await switchingAway(page)
  await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn())
  await expect.poll(told).toContain('left it')
  const tellings = (await told()).slice(0, -1)
  expect(tellings.at(-1)).toBe('left: half a thought')
  // They are kept while they come, if they come slowly.
  expect(tellings.filter((words) => !'left: half a thought'.startsWith(words))).toEqual([])
  await expect(sheet(stet)).toHaveCount(0)
  expect(await captured(stet)).toBe('half a thought')
})

test('words that cannot be kept hold the sheet open, and can be copied where it goes all the same', async ({
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await page.evaluate(() =>
    window.memory.refuse('capture.keep', { code: 'storage-full', message: 'The disk is full.' }),
  )
  await stet.type('half a thought')
  await expect(stet.notice).toContainText('The disk is full.')
  await stet.press('Escape')
  await expect(sheet(stet).getByRole('status', { name: 'Capture result' })).toContainText('could not be kept')
  await expect(field(stet)).toHaveValue('half a thought')
  await page.evaluate(() => window.memory.refuse('capture.keep', undefined))
  await stet.press('Escape')
  await expect(sheet(stet)).toHaveCount(0)
  expect(await captured(stet)).toBe('half a thought')
  // Before a pause nobody knows that they cannot be kept.
  await stet.command('Capture…')
  await stet.press('ControlOrMeta+End')
  await page.evaluate(() =>
    window.memory.refuse('capture.keep', { code: 'storage-full', message: 'The disk is full.' }),
  )
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
    await page.evaluate(() =>
      window.memory.refuse('capture.keep', { code: 'storage-full', message: 'The disk is full.' }),
    )
    await page.keyboard.insertText(' more')
    await stet.press('Escape')
    await expect(sheet(stet)).toHaveCount(0)
    await expect(stet.notice).toHaveText('The disk is full.')
    for (let time = 0; time < 5; time++) {
      await stet.press('Shift')
      await page.clock.runFor(20_000)
    }
    await expect(stet.notice.getByRole('button', { name: 'Copy them' })).toBeVisible()
    await page.evaluate(() => {
      window.memory.refuse('capture.keep', undefined)
      window.memory.emit('flush.requested', { reason: 'leave', round: 1 })
    })
    await expect.poll(() => captured(stet)).toBe('half a thought\n\nmore')
  },
)

test('[W23] a window is not left while captured words are in its sheet alone', async ({ stet, page }) => {
  await choose(stet, { daysFolder: null })
  await stet.command('Capture…')
  await page.evaluate(() =>
    window.memory.refuse('capture.keep', { code: 'storage-full', message: 'The disk is full.' }),
  )
  await stet.type('half a thought')
  await page.evaluate(() => {
    const { memory } = window
    const call = memory.call.bind(memory)
    const told: string[] = []
    memory.call = (name, input, library) => {
      if (name === 'flush.done' || name === 'capture.keep') told.push(name)
      return call(name, input, library)
    }
    Object.assign(window, { told })
    memory.emit('flush.requested', { reason: 'leave', round: 1 })
  })
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
  // It is tried again and again.
  await expect.poll(async () => (await told()).length).toBeGreaterThan(2)
  expect(await told()).not.toContain('flush.done')
  await page.evaluate(() => window.memory.refuse('capture.keep', undefined))
  await expect.poll(told).toContain('flush.done')
  expect(await captured(stet)).toBe('half a thought')
  await page.evaluate(() => {
    window.memory.emit('leaving.cancelled', {})
    // While it is left it takes no keys.
    window.focusLost = []
  })
  await expect(field(stet)).toBeFocused()
})

test('[W23] a window is not left while words are held for a sheet that still opens', async ({
  stet,
  page,
}) => {
  await choose(stet, { daysFolder: null })
  await page.evaluate(() => {
    const { memory } = window
    const told: string[] = []
    const call = memory.call.bind(memory)
    memory.call = (name, input, library) => {
      if (name === 'flush.done') told.push(name)
      return call(name, input, library)
    }
    Object.assign(window, { told, goOn: memory.hold('capture.read') })
  })
  await stet.command('Capture…')
  await stet.type('half a thought')
  await page.evaluate(() => {
    window.memory.emit('flush.requested', { reason: 'leave', round: 1 })
    window.memory.emit('flush.requested', { reason: 'leave', round: 1 })
  })
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
  expect(await told()).toEqual([])
  await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn())
  await expect.poll(told).toEqual(['flush.done'])
  expect(await captured(stet)).toBe('half a thought')
  await page.evaluate(() => window.memory.emit('leaving.cancelled', {}))
  await expect(field(stet)).toBeFocused()
})

test('words are in the sheet until the document has them, and then once; Undo takes them out of it', async ({
  stet,
  page,
}) => {
  await choose(stet, { daysFolder: null, captureInto: FERRYMAN })
  await begin(stet, 'Mine.‸')
  await stet.command('Capture…')
  await stet.type('captured')
  await expect.poll(() => captured(stet)).toBe('captured')
  await page.evaluate(() =>
    window.memory.refuse('capture.add', { code: 'storage-full', message: 'The disk is full.' }),
  )
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet(stet).getByRole('status', { name: 'Capture result' })).toContainText('The disk is full.')
  expect(await captured(stet)).toBe('captured')
  await page.evaluate(() => window.memory.refuse('capture.add', undefined))
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet(stet)).toHaveCount(0)
  await kept(stet, (text) => text === 'Mine.\n\ncaptured')
  expect(await captured(stet)).toBe('')
  await expect(stet.text).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'Mine.')
})

test('keys that follow the command at once are in the sheet and in no other text', async ({ stet, page }) => {
  await choose(stet, { daysFolder: null })
  const before = await stet.keptText(FERRYMAN)
  await page.evaluate(() => Object.assign(window, { goOn: window.memory.hold('capture.read') }))
  await stet.text.focus()
  await stet.press('ControlOrMeta+Shift+a')
  await stet.type('quick')
  await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn())
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
  stet,
  page,
}) => {
  const away = await make(stet, 'Away', 'never read', 'f-letters')
  await choose(stet, { daysFolder: null, captureInto: away })
  const connect = (state: 'online' | 'offline') =>
    page.evaluate(
      ([id, next]) => {
        const { memory } = window
        if (next === 'offline') memory.records.withoutText.add(id)
        memory.records.connection = { ...memory.records.connection, state: next }
        memory.emit('connection.changed', memory.records.connection)
      },
      [away, state] as const,
    )
  await connect('offline')
  await stet.command('Capture…')
  await stet.type('on the train')
  await stet.press('ControlOrMeta+Enter')
  await expect(sheet(stet).getByRole('status', { name: 'Capture result' })).toContainText(
    'This text is not on this device',
  )
  await expect(field(stet)).toHaveValue('on the train')
  await stet.press('Escape')
  await connect('online')
  await stet.command('Capture…')
  await expect(field(stet)).toHaveValue('on the train')
  await stet.press('ControlOrMeta+Enter')
  await expect
    .poll(() => named(stet, 'Away'))
    .toEqual([{ text: 'never read\n\non the train', folderId: 'f-letters' }])
})

test('offline, the day is made and captured into', async ({ stet, page }) => {
  const day = await today(stet)
  await choose(stet, { daysFolder: 'f-letters' })
  await page.evaluate(() => {
    const { memory } = window
    memory.records.connection = { ...memory.records.connection, state: 'offline' }
    memory.emit('connection.changed', memory.records.connection)
  })
  await stet.command('Today')
  await expect(stet.title).toHaveValue(day)
  await stet.type('a')
  await stet.command('Capture…')
  await stet.type('b')
  await stet.press('ControlOrMeta+Enter')
  await expect.poll(() => named(stet, day)).toEqual([{ text: 'a\n\nb', folderId: 'f-letters' }])
})

test('a deleted document that words went to is said, and they go to the day', async ({ stet, page }) => {
  const day = await today(stet)
  const inbox = await make(stet, 'Inbox', '', 'f-letters')
  await choose(stet, { daysFolder: null, captureInto: inbox })
  await page.evaluate(
    (id) => window.memory.call('document.delete', { ids: [id] }, window.memory.library()),
    inbox,
  )
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
  stet,
  page,
}) => {
  const day = await today(stet)
  await choose(stet, { daysFolder: null })
  await stet.command('Today')
  await expect(stet.title).toHaveValue(day)
  await stet.type('mine')
  const into = await make(stet, day, 'theirs\n\nmine', 'f-letters')
  const mine = await page.evaluate(
    (name) => [...window.memory.records.documents].find(([, one]) => one.title === name)?.[0] ?? '',
    day,
  )
  // Main is asked to join it, and answers with what became of it.
  await page.evaluate(() => Object.assign(window, { goOn: window.memory.hold('day.join') }))
  await page.evaluate((id) => window.memory.emit('day.made-twice', { id }), mine)
  await stet.type(' and on')
  await page.evaluate(
    async ([id, other, title]) => {
      const { memory } = window
      memory.emit('day.joined', { id, into: other, title })
      ;(window as unknown as { goOn: () => void }).goOn()
      await memory.call('document.delete', { ids: [id] }, memory.library())
    },
    [mine, into, day] as const,
  )
  await expect(stet.notice).toContainText('Both texts are in one document now.')
  await expect(stet.text).toBeFocused()
  await expect
    .poll(() => page.evaluate((id) => window.memory.records.documents.get(id)?.text, into))
    .toBe('theirs\n\nmine and on')
  await expect(page.getByRole('tab', { name: day })).toHaveCount(1)
})
