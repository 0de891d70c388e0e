import { expect, type Page } from '@playwright/test'
import { PALETTE_COMMANDS } from '../../shared/commands'
import { eventually, type App } from '../app'
import type { RunningService } from '../service'
import { CHANGES, TEXT, TITLE, USUAL_WORD, type CommandId } from './text'

/** A running app in which commands are chosen from the palette one after another. */
export interface Walk {
  readonly app: App
  readonly page: Page
  readonly service: RunningService
  /** The errors of the page: uncaught exceptions and lines of `console.error`. */
  readonly complaints: string[]
  /** Reads the text of the active document from main. */
  readText(): Promise<string>
  /** Selects a word by a double click. */
  select(word: string): Promise<void>
  /** Puts the cursor into a word by a click. */
  click(word: string): Promise<void>
  /** Opens a document by its title. */
  goTo(title: string): Promise<void>
  /** Chooses a command from the palette; returns the reason if the command is disabled. */
  choose(name: string): Promise<string | undefined>
}

export type Step = (walk: Walk) => Promise<unknown>

export interface Case {
  /** Sets the cursor; by default the usual word is selected. */
  readonly at?: Step
  /** Makes the command possible. */
  readonly before?: Step
  /** Replaces choosing the command from the palette. */
  readonly run?: Step
  /** Restores the state of the window. */
  readonly after?: Step
}

/** Starts recording errors, and answers all system dialogs as if cancelled. */
export async function beginWalk(app: App, service: RunningService): Promise<Walk> {
  const { page, electron } = app
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page error: ${error.stack ?? error.message}`))
  page.on('console', (line) => line.type() === 'error' && complaints.push(`console: ${line.text()}`))
  await electron.evaluate(({ app: main, dialog, shell }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    shell.openExternal = () => Promise.resolve()
    main.showAboutPanel = () => undefined
  })
  return {
    app,
    page,
    service,
    complaints,
    readText: await readerOf(page),
    select: (word) => press(page, word, 2),
    click: (word) => press(page, word, 1),
    goTo: (title) => goTo(app, title),
    choose: (name) => choose(page, name),
  }
}

/**
 * Runs one command as a writer does, in the given text, and checks the requirements of every command.
 *
 * @param whyDisabled the reason in the palette if the command is disabled here
 */
export async function walkCommand(
  walk: Walk,
  id: CommandId,
  { at, before, after, run }: Case,
  whyDisabled: string | undefined,
): Promise<void> {
  const { page } = walk
  const { name } = PALETTE_COMMANDS[id]
  await freshen(walk)
  await (at === undefined ? walk.select(USUAL_WORD) : at(walk))
  await before?.(walk)
  const saidBefore = await notice(page)
  const disabled = await (run === undefined ? walk.choose(name) : run(walk))
  expect(disabled, `why “${name}” is disabled`).toBe(whyDisabled)
  if (disabled !== undefined) return page.keyboard.press('Escape')
  if (CHANGES.has(id)) {
    await expect.poll(walk.readText, { message: `“${name}” changes the text` }).not.toBe(TEXT)
    await page.keyboard.press('ControlOrMeta+Z')
  }
  await expectWhole(walk, name)
  const said = await notice(page)
  if (said !== saidBefore) expect(said, `“${name}” is done`).not.toMatch(NOT_DONE)
  if (after !== undefined) {
    await after(walk)
    await expectWhole(walk, name)
  }
  await expect.poll(walk.readText, { message: `the words after “${name}”` }).toBe(TEXT)
}

const NOT_DONE = /cannot be done|not available|is not in|No words are selected/

const notice = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('[role="status"][aria-label="Notice"]')?.textContent ?? '')

/** Checks that an element has the focus, no part of the window is broken, and no error occurred. */
async function expectWhole({ page, complaints }: Walk, name: string): Promise<void> {
  const look = () =>
    page.evaluate(() => ({
      isWhite: (document.getElementById('app')?.textContent.trim() ?? '') === '',
      isBroken: document.querySelector('[role="alert"] button')?.textContent.includes('Reload') === true,
      hasKeyboard: document.activeElement !== document.body,
    }))
  const whole = { isWhite: false, isBroken: false, hasKeyboard: true }
  await expect.poll(look, { message: `the window after “${name}”` }).toEqual(whole)
  expect(complaints, `complaints after “${name}”`).toEqual([])
}

/** Closes overlays and shows the document of the walk. */
async function freshen({ app, page, goTo: open }: Walk): Promise<void> {
  await eventually(async () => {
    if ((await page.locator('dialog[open], [role="menu"]').count()) === 0) return true
    await page.keyboard.press('Escape')
    return undefined
  })
  const isInFront =
    (await app.text.count()) === 1 && (await app.title.inputValue()) === TITLE && (await app.text.isVisible())
  if (!isInFront) await open(TITLE)
}

async function goTo({ page, title, text }: App, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+P')
  await expect(page.getByRole('dialog', { name: 'Go to document' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(name)
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue(name)
  await expect(text).toBeVisible()
}

async function choose(page: Page, name: string): Promise<string | undefined> {
  await page.keyboard.press('ControlOrMeta+Shift+P')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(name)
  const found = await eventually(() =>
    page.evaluate((wanted) => {
      const options = [...document.querySelectorAll('dialog[open] [role="option"]')]
      const option = options.find((one) => one.querySelector('[title]')?.getAttribute('title') === wanted)
      if (option === undefined) return undefined
      const isChosen = option.getAttribute('aria-selected') === 'true'
      const disabled =
        option.getAttribute('aria-disabled') === 'true' ? option.lastElementChild?.textContent : undefined
      return isChosen || disabled !== undefined ? { disabled } : undefined
    }, name),
  )
  if (found.disabled === undefined) await page.keyboard.press('Enter')
  return found.disabled
}

/** Returns a function that reads the text of the walk's document from main. */
async function readerOf(page: Page): Promise<() => Promise<string>> {
  const there = await page.evaluate(async (title) => {
    const { app } = window as unknown as InPage
    const { value: now } = await app.call('window.bootstrap')
    const { library } = (now as { readonly onScreen: { readonly library: string } }).onScreen
    const { value: found } = await app.call('documents.find', { query: title, limit: 1 }, library)
    return { library, id: (found as readonly { readonly id: string }[])[0]?.id }
  }, TITLE)
  return () =>
    page.evaluate(async ({ library, id }) => {
      const { app } = window as unknown as InPage
      const { value: document } = await app.call('document.open', { id }, library)
      return (document as { readonly text: string }).text
    }, there)
}

/** A page of the app with the bridge of its window. */
interface InPage {
  readonly app: {
    call(name: string, input?: unknown, library?: string): Promise<{ readonly value: unknown }>
  }
}

async function press(page: Page, word: string, clickCount: number): Promise<void> {
  const place = await eventually(() =>
    page.evaluate((wanted) => {
      const content = document.querySelector('.cm-content[aria-label="Document text"]')
      if (content === null) return undefined
      const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode
        const at = node.textContent?.indexOf(wanted) ?? -1
        if (at < 0) continue
        node.parentElement?.scrollIntoView({ block: 'nearest' })
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + wanted.length)
        const { x, y, width, height } = range.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      }
      return undefined
    }, word),
  )
  await page.mouse.click(place.x, place.y, { clickCount })
}
