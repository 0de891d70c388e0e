import type { Locator, Page } from '@playwright/test'
import type { CommandInput, CommandName, CommandOutput, EventName, EventPayload } from '../../shared/ipc/ipc'
import { failed, type Problem } from '../../shared/problem'
import type { Host, HostParts } from '../host/host'
import { startHost } from './app'
import { test as base } from './page'
import { WINDOW } from './site'

export { expect } from '@playwright/test'

/** The window in the words of the UI, with the real main. */
export interface Stet {
  readonly page: Page
  readonly tree: Locator
  readonly documents: Locator
  readonly tags: Locator
  readonly title: Locator
  readonly text: Locator
  readonly saveStatus: Locator
  readonly connection: Locator
  readonly notice: Locator
  option(title: string): Locator
  folder(name: string): Locator
  press(keys: string): Promise<void>
  type(words: string): Promise<void>
  command(name: string): Promise<void>
  /** The text stored in main. */
  keptText(id: string): Promise<string | undefined>
  readonly main: MainOfTest
}

/** Control over main, independent of the window. */
export interface MainOfTest {
  /** Runs a command on the library on screen, as another window does; throws if it is refused. */
  ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  /** Advances main's clock. */
  pass(ms: number): Promise<void>
  /** Sends an event to the window, as main does. */
  tell<N extends EventName>(name: N, payload: EventPayload<N>): Promise<void>
  /** Holds back commands with this name until the returned function is called. */
  hold(name: CommandName, allowed?: number): Promise<(more?: number) => Promise<void>>
  /** Refuses commands with this name from now on; `undefined` ends this. */
  refuse(name: CommandName, problem: Problem | undefined): Promise<void>
}

export const FERRYMAN = 'd-ferryman'

export function stetOn(page: Page, { keptText, main }: Pick<Stet, 'keptText' | 'main'>): Stet {
  const documents = page.getByRole('listbox', { name: 'Documents', exact: true })
  const tree = page.getByRole('tree', { name: 'Library', exact: true })
  return {
    page,
    documents,
    tree,
    tags: page.getByRole('listbox', { name: 'Tags', exact: true }),
    title: page.getByRole('textbox', { name: 'Title', exact: true }),
    text: page.getByRole('textbox', { name: 'Document text', exact: true }),
    saveStatus: page.getByRole('status', { name: 'Save status' }),
    connection: page.getByRole('status', { name: 'Connection' }),
    notice: page.getByRole('status', { name: 'Notice', exact: true }),
    option: (title) => documents.getByRole('option', { name: new RegExp(`^${title}`) }),
    folder: (name) => tree.getByRole('treeitem', { name, exact: true }),
    press: (keys) => page.keyboard.press(keys),
    type: (words) => page.keyboard.type(words),
    async command(name) {
      await page.keyboard.press('ControlOrMeta+Shift+P')
      const palette = page.getByRole('dialog', { name: 'Commands' })
      await palette.getByRole('combobox').fill(name)
      await palette
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click()
    },
    keptText,
    main,
  }
}

/** Simulates a busy machine: all timers of the page are later. */
export const slowTurns = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout } = window
    const later = (run: () => void, delayMs = 0) => setTimeout(run, Math.max(delayMs, 150))
    Object.assign(window, { setTimeout: later })
  })

/** The real main, with the sample library and its service. */
export const mainOf = (app: Host): Pick<Stet, 'keptText' | 'main'> => ({
  keptText: async (id) => app.workspaces.active().documents.read(id)?.text,
  main: {
    ask: app.ask,
    pass: async (ms) => app.clock.pass(ms),
    tell: app.tell,
    async hold(name, allowed) {
      const letGo = app.hold(name, allowed)
      return async (more) => letGo(more)
    },
    refuse: async (name, problem) => app.answerWith(name, problem && failed(problem)),
  },
})

/** Collects the errors of the page, and fails if there are any at the end of `run`. */
async function withoutErrors(page: Page, run: () => Promise<void>): Promise<void> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // The frame of the reading view forbids all scripts, including those of the test runner.
    const isForbidden = message.text().startsWith("Blocked script execution in 'about:blank'")
    if (message.type() === 'error' && !isForbidden) errors.push(message.text())
  })
  await run()
  base.expect(errors, 'errors in the page').toEqual([])
}

/** Opens the page, waits for its text, and runs the test. */
const useWindow = (page: Page, address: string, stet: Stet, use: (stet: Stet) => Promise<void>) =>
  withoutErrors(page, async () => {
    await page.goto(address)
    await stet.text.waitFor()
    await use(stet)
  })

/** The options of main that a test can set with `test.use`. */
type Chosen = Omit<HostParts, 'windows'>

/** A test with a window showing “The ferryman” in the folder “Chapters”, and its main. */
export const test = base.extend<{ readonly chosen: Chosen; readonly app: Host; readonly stet: Stet }>({
  chosen: [{}, { option: true }],
  app: async ({ page, site, chosen }, use) => {
    const app = await startHost(page, chosen)
    site.joined = app.accept
    await use(app)
    await page.goto('about:blank')
    await app.close()
    base.expect(app.errors, 'errors in main').toEqual([])
  },
  stet: ({ page, app }, use) => useWindow(page, WINDOW, stetOn(page, mainOf(app)), use),
})

/** The same for a test that adds scripts to its page or sets its clock. */
export const testInOwnContext = test.extend({ ownContext: true })

interface Scene {
  readonly stet: Stet
  readonly page: Page
}

/**
 * Runs the cases of one test one after another in one page, because loading a page takes as long as a case. Each case
 * sets its own text (`begin`) and closes what it opens; the failing step has the name of the case.
 */
export const inOnePage =
  (cases: Readonly<Record<string, (scene: Scene) => Promise<void>>>) =>
  async ({ stet, page }: Scene): Promise<void> => {
    for (const [name, run] of Object.entries(cases))
      await base.step(name, async () => {
        await run({ stet, page })
        await base
          .expect(page.locator('dialog[open], [role="menu"]'), 'what a case leaves open')
          .toHaveCount(0)
      })
  }
