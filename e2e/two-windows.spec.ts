import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { eventually, expect, test, type App } from './app'

test('two windows on one document share one text, under one menu', async ({ start, service }) => {
  const created = await service.create({ title: 'Shared', content: 'First line.\n\nLast line.' })
  const app = await start({ service })
  await tryMenu(app)
  await app.openDocument('Shared')
  const opened = app.electron.waitForEvent('window')
  await app.runCommand('New window')
  const second = await opened
  await second
    .getByRole('listbox', { name: 'Documents' })
    .getByRole('option', { name: /^Shared/ })
    .click()
  const secondText = second.getByRole('textbox', { name: 'Document text' })
  await expect(secondText).toContainText('Last line.')

  await app.text.click()
  await app.page.keyboard.press('ControlOrMeta+Home')
  await secondText.click()
  await second.keyboard.press('ControlOrMeta+End')
  // Both windows type in turn, a few keys each, so that each is repeatedly behind the other.
  for (const step of [0, 1, 2, 3, 4]) {
    await app.page.keyboard.type(`a${step} `)
    await second.keyboard.type(` b${step}`)
  }
  const expected = 'a0 a1 a2 a3 a4 First line.\n\nLast line. b0 b1 b2 b3 b4'
  await expect.poll(() => app.readText()).toBe(expected)
  await expect
    .poll(async () => (await secondText.locator('.cm-line').allTextContents()).join('\n'))
    .toBe(expected)
  await app.waitForPhase('clean')
  expect((await service.document(created.id))?.record.content).toBe(expected)
})

/** Checks that the system's menu shows the configured keys and acts on the active window. */
async function tryMenu(app: App): Promise<void> {
  const accelerator = (id: string) =>
    app.electron.evaluate(({ Menu }, item) => {
      const found = Menu.getApplicationMenu()?.getMenuItemById(item)
      return found?.accelerator === undefined ? undefined : String(found.accelerator)
    }, id)
  expect(await accelerator('outbox')).toBe('CmdOrCtrl+Shift+O')
  expect(await accelerator('shortcuts')).toBe('CmdOrCtrl+/')
  await app.runCommand('Settings')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Shortcuts' }).click()
  await settings.getByRole('button', { name: /^Keys for Show outbox/ }).click()
  await app.page.keyboard.press('ControlOrMeta+Alt+O')
  await expect.poll(() => accelerator('outbox')).toBe('CmdOrCtrl+Alt+O')
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('Escape')
  await app.electron.evaluate(({ BrowserWindow, Menu }) => {
    BrowserWindow.getAllWindows()[0]?.focus()
    Menu.getApplicationMenu()?.getMenuItemById('outbox')?.click()
  })
  await expect(app.page.getByRole('region', { name: 'Outbox' })).toBeVisible()
  const isFullScreen = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen())
  for (const is of [true, false]) {
    await app.runCommand('Toggle full screen')
    await expect.poll(isFullScreen).toBe(is)
  }
}

test('two windows come back as they were left: bounds, documents, a split writing area', async ({
  start,
}) => {
  const app = await start()
  await app.newDocument('On winter light')
  await app.waitForPhase('clean')
  await app.openDocument('Let it stand')
  const opened = app.electron.waitForEvent('window')
  await app.runCommand('New window')
  const second = await opened
  await second
    .getByRole('listbox', { name: 'Documents' })
    .getByRole('option', { name: /^On winter light/ })
    .click()
  await expect(second.getByRole('textbox', { name: 'Title' })).toHaveValue('On winter light')
  await second.keyboard.press('ControlOrMeta+Shift+d')
  await expect(second.getByRole('textbox', { name: 'Document text' })).toHaveCount(2)
  const places = [
    { x: 20, y: 30, width: 1100, height: 600 },
    { x: 60, y: 90, width: 1000, height: 640 },
  ]
  await app.electron.evaluate(({ BrowserWindow }, bounds) => {
    const byId = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    byId.forEach((window, index) => window.setBounds(bounds[index] ?? {}))
  }, places)
  await app.close()

  const again = await start({ profile: app.profile })
  const both = await eventually(() => {
    const windows = again.electron.windows()
    return windows.length === 2 ? windows : undefined
  })
  await expect(again.title).toHaveValue('Let it stand')
  const other = both.find((page) => page !== again.page)
  await expect(other!.getByRole('textbox', { name: 'Title' }).first()).toHaveValue('On winter light')
  await expect(other!.getByRole('textbox', { name: 'Document text' })).toHaveCount(2)
  await expect(again.page.getByRole('textbox', { name: 'Document text' })).toHaveCount(1)
  expect(await boundsOf(again)).toEqual(places)
})

test('Capture in two windows of one library keeps the words of both, and puts them into a document once', async ({
  start,
}) => {
  const app = await start()
  const opened = app.electron.waitForEvent('window')
  await app.runCommand('New window')
  const second = await opened
  await second.getByRole('listbox', { name: 'Documents' }).waitFor()
  const words = (page: typeof second) => page.getByRole('textbox', { name: 'Words to capture' })
  for (const page of [app.page, second]) {
    await page.keyboard.press('ControlOrMeta+Shift+A')
    await expect(words(page)).toBeFocused()
  }
  await app.page.keyboard.type('Ask about the honey')
  await expect(words(second)).toHaveValue('Ask about the honey')
  await second.keyboard.type('Rain. ')
  await expect(words(app.page)).toHaveValue('Rain. Ask about the honey')
  await app.page.keyboard.type(' today')
  await expect(words(second)).toHaveValue('Rain. Ask about the honey today')
  // Both windows type at the same time, without waiting for the other's words.
  await Promise.all([app.page.keyboard.type(' or so'), second.keyboard.type('Fog. ')])
  for (const page of [app.page, second])
    await expect(words(page)).toHaveValue('Rain. Fog. Ask about the honey today or so')
  await app.page.keyboard.press('ControlOrMeta+Enter')
  await app.page.getByRole('option', { name: 'In no folder' }).click()
  await expect(words(app.page)).toHaveCount(0)
  await expect(words(second)).toHaveValue('')
  await app.runCommand('Today')
  await expect.poll(() => app.readText()).toBe('Rain. Fog. Ask about the honey today or so')
})

/** The bounds of each window, the oldest window first. */
const boundsOf = (app: App) =>
  app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .sort((one, other) => one.id - other.id)
      .map((window) => window.getNormalBounds()),
  )

/** The tabs of each window, the oldest window first. */
const tabsOf = (app: App) =>
  Promise.all(app.electron.windows().map((page) => page.getByRole('tab').allTextContents()))

async function openInTab(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(title)
  await expect(page.getByRole('option', { selected: true }).last()).toContainText(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
}

test('two windows of a killed app come back with their own tabs and bounds, at the second restart as well', async ({
  start,
}) => {
  const app = await start()
  for (const title of ['On winter light', 'The last boat', 'Salt']) {
    await app.newDocument(title)
    await app.waitForPhase('clean')
  }
  const opened = app.electron.waitForEvent('window')
  await app.runCommand('New window')
  const second = await opened
  await second.getByRole('listbox', { name: 'Documents' }).waitFor()
  const [first, next] = await boundsOf(app)
  expect(next).toEqual({ ...first, x: first!.x + 30, y: first!.y + 30 })
  await second.keyboard.press('ControlOrMeta+w')
  await openInTab(second, 'The last boat')
  const bounds = { x: 60, y: 90, width: 1000, height: 640 }
  await app.electron.evaluate(({ BrowserWindow }, place) => {
    const [newest] = BrowserWindow.getAllWindows().sort((one, other) => other.id - one.id)
    newest?.setBounds(place)
  }, bounds)
  const left = await tabsOf(app)
  expect(left[0]).not.toEqual(left[1])
  await eventually(() => recorded(app).includes('"width":1000') || undefined)
  await app.kill()

  const again = await start({ profile: app.profile })
  await expect.poll(() => tabsOf(again)).toEqual(left)
  expect((await boundsOf(again))[1]).toEqual(bounds)
  await openInTab(again.electron.windows()[1]!, 'Let it stand')
  const changed = await tabsOf(again)
  expect(changed[0]).toEqual(left[0])
  expect(changed[1]).not.toEqual(left[1])
  await again.close()

  const third = await start({ profile: app.profile })
  await expect.poll(() => tabsOf(third)).toEqual(changed)
})

/** The record of the windows, for the next start. */
function recorded(app: App): string {
  const file = path.join(app.profile, 'window.json')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}
