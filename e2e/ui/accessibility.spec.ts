import type { Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { EMBEDDED_ID } from '../../main/connections/list/connection-list'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { ok } from '../../shared/problem'
import { begin, documentOf, openByName, typeElsewhere } from './editing'
import { askAboutDeletion, fillOutbox, putIntoConflict, writeLog, type Scene } from './scenes'
import { expect, FERRYMAN, test, type Stet } from './stet'
import { expectNoViolations } from './violations'
import { AT_200_PERCENT, outOfReach } from './zoom'

interface Window extends Scene {
  readonly page: Page
}
type Screens = Readonly<Record<string, (window: Window) => Promise<unknown>>>

/** Every screen that the window has, by the way a writer gets there; the dialogs that one Escape ends are below. */
const SCREENS: Screens = {
  writing: ({ stet }) => stet.text.click(),
  'a text with everything in it': ({ stet }) => openByName(stet, 'Welcome'),
  'an empty folder': ({ stet }) => stet.folder('Letters').click(),
  'a list in parts': async ({ stet, page }) => {
    await page.getByRole('button', { name: 'Sort and group' }).click()
    await page.getByRole('menuitemradio', { name: 'Month' }).click()
    // The button's tooltip goes with the focus.
    await stet.documents.getByRole('group').first().getByRole('option').first().click()
  },
  'two sides': async ({ stet, page }) => {
    await stet.option('Low water').click({ modifiers: ['Alt'] })
    await page.getByRole('region', { name: 'Right side' }).waitFor()
  },
  history: async ({ stet, page }) => {
    await stet.press('ControlOrMeta+Shift+H')
    await page.getByRole('listbox', { name: 'Versions' }).getByRole('option').last().click()
    await page.getByRole('button', { name: 'Take this back' }).waitFor()
  },
  search: async ({ stet, page }) => {
    await stet.press('ControlOrMeta+Shift+F')
    await page.getByRole('searchbox', { name: 'Search' }).fill('the')
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
  },
  'recent searches': async ({ stet, page }) => {
    await stet.press('ControlOrMeta+Shift+F')
    await page.getByRole('searchbox', { name: 'Search' }).fill('honey')
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.getByRole('region', { name: 'Recent searches' }).getByRole('listitem').waitFor()
  },
  'saved searches': async ({ stet, page }) => {
    await stet.press('ControlOrMeta+Shift+F')
    await page.getByRole('searchbox', { name: 'Search' }).fill('honey')
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
    await page.getByRole('button', { name: 'Save this search' }).click()
    await stet.press('Enter')
    await page.getByRole('listbox', { name: 'Saved searches' }).getByRole('option').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('bees')
    await page.getByRole('button', { name: 'Save as new' }).click()
    await page.getByRole('textbox', { name: 'Name of the search' }).waitFor()
  },
  outline: ({ page }) => page.getByRole('button', { name: 'Outline' }).click(),
  links: async ({ stet, page }) => {
    await stet.text.click()
    await stet.press('ControlOrMeta+End')
    await stet.type('\nSee [[Low water]].')
    await expect.poll(() => stet.keptText(FERRYMAN)).toContain('[[Low water]]')
    await typeElsewhere(stet, 0, 'We met at low water. ', 'd-letters')
    await stet.option('Low water').click()
    await stet.command('Show links to this document')
    await page.getByRole('listbox', { name: 'Linked from' }).getByRole('option').first().waitFor()
    const mentions = page.getByRole('list', { name: 'Unlinked mentions' })
    await mentions.getByRole('listitem').first().hover()
  },
  files: async ({ stet, page }) => {
    await stet.command('Show files')
    await page.getByRole('option', { name: /^harbour-map/ }).click()
    await page.getByRole('group', { name: 'About harbour-map.png' }).waitFor()
  },
  'move this library': async ({ app, stet, page }) => {
    const id = await app.addLibrary('Notes', app.openService())
    await app.ask('connection.rename', { id, name: 'notes.example.org' })
    await stet.command('Move this library to a service…')
    await page.getByRole('button', { name: 'See what would move' }).click()
    await page.getByText('will be published').waitFor()
  },
  'what was moved here': async ({ app, stet, page }) => {
    const id = await app.addLibrary('Press', app.openService())
    await app.ask('move.start', { to: id })
    await app.ask('connection.activate', { id })
    await stet.command('Undo a library move…')
    await page.getByRole('button', { name: 'Keep all' }).waitFor()
  },
  'a newer version': async ({ app, page }) => {
    await app.tell('update.changed', {
      kind: 'available',
      bySystem: false,
      version: '0.2.0',
      notes: 'Quotes stay where they were.\nThe outline keeps up with long texts.',
    })
    await page.getByRole('button', { name: 'Update…' }).click()
    await page.getByRole('dialog', { name: 'Stet 0.2.0' }).waitFor()
  },
  find: async ({ stet, page }) => {
    await stet.text.click()
    await stet.press('ControlOrMeta+f')
    await page.getByRole('search', { name: 'Find in the document' }).waitFor()
  },
  'the questions of a template': async ({ app, stet, page }) => {
    await app.ask('settings.set', { libraryChoices: { [EMBEDDED_ID]: { templatesFolder: 'f-notes' } } })
    await documentOf(stet, 'Meeting', '{{ask: Who is there?}}', 'f-notes')
    await stet.command('New from template…')
    await page.getByRole('option', { name: 'Meeting' }).click()
    await page.getByRole('dialog', { name: 'New from “Meeting”' }).waitFor()
  },
  capture: async ({ stet, page }) => {
    await stet.command('Today')
    await page.getByRole('option', { name: 'In no folder' }).click()
    await expect(stet.title).toHaveValue(/^\d{4}-/)
    await stet.command('Capture…')
    await page.getByRole('dialog', { name: 'Capture' }).waitFor()
  },
  'settings: shortcuts': async ({ stet, page }) => {
    await stet.press('ControlOrMeta+,')
    await page.getByRole('tab', { name: 'Shortcuts' }).click()
    await page.getByRole('button', { name: /^Keys for Save now/ }).click()
  },
  'settings: found': async ({ stet, page }) => {
    await stet.press('ControlOrMeta+,')
    await page.getByRole('searchbox', { name: 'Search in settings' }).fill('theme')
  },
  'recovered texts': async ({ app, page }) => {
    await app.ask('history.keep', { id: FERRYMAN, why: 'restore' })
    await page.getByRole('button', { name: 'Recovered texts' }).click()
    await page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option').first().click()
    await page.getByRole('button', { name: 'Restore as a new draft' }).waitFor()
  },
  conflict: async ({ app, stet, page }) => {
    await putIntoConflict({ app, stet })
    await stet.option('A house with nine doors').click()
    await page.getByRole('region', { name: 'Conflict' }).getByRole('group').first().waitFor()
  },
  'a deletion in question': async ({ app, stet, page }) => {
    await askAboutDeletion({ app, stet })
    await stet.option('The customs officer').click()
    await page.getByRole('button', { name: 'Keep it' }).waitFor()
  },
  'deleted, with Undo': async ({ stet }) => {
    await stet.option('Letters, unsent').click()
    await stet.press('Delete')
    await stet.notice.getByRole('button', { name: 'Undo' }).waitFor()
  },
}

/** The same in the library of a service. */
const SCREENS_OF_A_SERVICE: Screens = {
  outbox: async (window) => {
    await fillOutbox(window)
    await window.stet.press('ControlOrMeta+Shift+O')
    await window.page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first().waitFor()
  },
  'a key that is refused, and the connection removed': async ({ app, stet, page }) => {
    await typeElsewhere(stet, 'end', 'More.')
    app.faults.plan({ kind: 'status', status: 401 }, '', Infinity)
    await app.hear()
    await page.getByRole('alert').getByRole('button', { name: 'Change key…' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    const remove = page.getByRole('dialog', { name: /^Remove/ })
    await remove.getByRole('button', { name: 'Export all of this…' }).waitFor()
  },
}

/** The same with search by meaning. */
const SCREENS_WITH_SEARCH: Screens = {
  'related passages': async ({ stet, page }) => {
    await stet.text.getByText('There had been a customs house once.').click()
    await stet.command('Show related passages')
    const passage = page.getByRole('list', { name: 'Related passages' }).getByRole('listitem').first()
    await passage.waitFor()
    await passage.getByRole('button').first().focus()
  },
  'the connection menu with its meters': async ({ app, page }) => {
    const allowances = { rateLimit: { count: 600, seconds: 600 }, searchQuota: { count: 100, seconds: 600 } }
    const limited = app.service.withSettings(allowances)
    app.vary(() => limited)
    await app.hear()
    await app.ask('search.meaning', { query: 'honey', filter: { smart: 'all' }, limit: 5 })
    await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
    await page.getByText(/^5\d\d of 600$/).waitFor()
    await page.getByText('99 of 100').waitFor()
  },
}

/** The same without a keychain. */
const SCREENS_WITHOUT_KEYCHAIN: Screens = {
  'settings: connection, tested': async ({ app, stet, page }) => {
    const { address, key } = app.openService()
    await stet.command('Connect to a service…')
    await page.getByRole('textbox', { name: 'Service address' }).fill(address)
    await page.getByRole('textbox', { name: 'API key' }).fill(key)
    await page.getByRole('radio', { name: /with a passphrase/ }).click()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('table').first().waitFor()
  },
}

const SERVICE = {
  kind: 'service',
  address: 'https://notes.example.com/api/v1',
  unsent: 2,
  recovered: 0,
} as const
const FROM_ANOTHER_COMPUTER = {
  plan: 1,
  computer: 'ann-laptop',
  writtenAt: '2026-11-26T09:00:00.000Z',
  libraries: [
    { name: 'My library', kind: 'embedded', address: '', documents: 214, unsent: 0, recovered: 3 },
    { ...SERVICE, name: 'Magazine', documents: 1_204, sameService: 'Magazine' },
    { ...SERVICE, name: 'Old notes', documents: 8, cameBefore: 'Old notes' },
  ],
  settings: 6,
  words: 31,
} as const

/** Those that stand over the same window, which is as it was when Escape has ended them. */
const DIALOGS: Readonly<Record<string, Screens>> = {
  'of the library': {
    'sync log': async ({ app, stet, page }) => {
      await writeLog({ app, stet })
      await stet.command('Show sync log')
      await page.getByRole('dialog', { name: 'Sync log' }).getByRole('listitem').first().waitFor()
    },
    import: async ({ app, stet, page }) => {
      const notes = path.join(app.folder, 'Notes')
      fs.mkdirSync(notes)
      for (const name of ['Low tide.md', 'High tide.md', 'old.doc'])
        fs.writeFileSync(path.join(notes, name), 'Boats.')
      app.dialogs.chooseSource = async () => notes
      await stet.command('Import…')
      await page.getByRole('button', { name: 'Choose folder…' }).click()
      await page.getByText('1 file is not taken').click()
    },
    export: async ({ stet, page }) => {
      await begin(stet, 'Seen by all.\n\n<!-- mine alone -->\n\n‸')
      await stet.command('Export…')
      await page.getByRole('combobox', { name: 'Format' }).selectOption('Plain text')
      await page.getByText('1 thing will not come along').click()
    },
    'everything to another computer': async ({ stet, page }) => {
      await stet.command('Move everything to another computer…')
      await page.getByRole('button', { name: 'Write the file…' }).waitFor()
    },
    'what comes from another computer': async ({ app, stet, page }) => {
      app.answerWith('transfer.plan', ok(FROM_ANOTHER_COMPUTER))
      await stet.command('Bring in from another computer…')
      await page.getByRole('button', { name: 'Choose the file…' }).click()
      await page.getByText('It came in before').waitFor()
    },
    'templates folder': async ({ stet, page }) => {
      await stet.command('New from template…')
      await page.getByRole('dialog', { name: 'Templates folder' }).waitFor()
    },
    'folder of the days': async ({ stet, page }) => {
      await stet.command('Today')
      await page.getByRole('dialog', { name: 'Folder of the days' }).waitFor()
    },
  },
  'of a document': {
    commands: async ({ stet, page }) => {
      await stet.press('ControlOrMeta+Shift+P')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    },
    'go to document': async ({ stet, page }) => {
      await stet.press('ControlOrMeta+p')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
    },
    'move to': ({ stet }) => stet.command('Move to…'),
    'add tag': ({ stet }) => stet.command('Add tag…'),
    publish: ({ stet }) => stet.command('Publish…'),
    shortcuts: ({ stet }) => stet.command('Help and keyboard shortcuts'),
  },
  'of the settings': {
    settings: ({ stet }) => stet.press('ControlOrMeta+,'),
    'settings: connection': async ({ stet, page }) => {
      await stet.command('Connect to a service…')
      await page.getByRole('textbox', { name: 'Service address' }).waitFor()
    },
  },
}

/** What else than the colours of a screen a smaller window can break. */
const OF_A_SMALL_WINDOW = ['color-contrast', 'scrollable-region-focusable']

async function setTheme({ main, page }: Stet, theme: Settings['theme']): Promise<void> {
  await main.tell('settings.changed', { ...(await main.ask('settings.get', undefined)), theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

// All rules once for each screen: the elements, their roles and their names are the same in each theme and at each zoom,
// but for the drawers, which have a test of their own below.
async function expectAccessible(stet: Stet): Promise<void> {
  const { page } = stet
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, ['color-contrast'])
  for (const theme of ['contrast-light', 'contrast-dark'] as const) {
    await setTheme(stet, theme)
    // Seven to one.
    await expectNoViolations(page, ['color-contrast-enhanced'])
  }
  await setTheme(stet, 'sepia')
  await page.setViewportSize(AT_200_PERCENT)
  await expect.poll(() => outOfReach(page)).toEqual([])
  await expectNoViolations(page, OF_A_SMALL_WINDOW)
}

for (const [where, chosen, screens] of [
  ['in the library of this computer', {}, SCREENS],
  ['in the library of a service', { library: 'service' }, SCREENS_OF_A_SERVICE],
  ['with search by meaning', { withSearch: true }, SCREENS_WITH_SEARCH],
  ['without a keychain', { hasKeychain: false }, SCREENS_WITHOUT_KEYCHAIN],
] as const)
  test.describe(where, () => {
    test.use({ chosen })

    for (const [name, reach] of Object.entries(screens))
      test(`axe finds nothing in any theme, and 200 % zoom cuts nothing off: ${name}`, async ({
        app,
        stet,
        page,
      }) => {
        await reach({ app, stet, page })
        await expectAccessible(stet)
      })
  })

for (const [whose, dialogs] of Object.entries(DIALOGS))
  test(`axe finds nothing in any theme, and 200 % zoom cuts nothing off: dialogs ${whose}`, async ({
    app,
    stet,
    page,
    viewport,
  }) => {
    const open = page.locator('dialog[open]')
    for (const [name, reach] of Object.entries(dialogs))
      await test.step(name, async () => {
        await reach({ app, stet, page })
        await expect(open).not.toHaveCount(0)
        await expectAccessible(stet)
        await page.setViewportSize(viewport!)
        await page.emulateMedia({ colorScheme: null })
        await stet.main.tell('settings.changed', await stet.main.ask('settings.get', undefined))
        await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'sepia')
        await stet.press('Escape')
        await expect(open).toHaveCount(0)
      })
  })

test('at 200 % zoom sidebar and list are drawers, and nothing in them is cut off', async ({ stet, page }) => {
  await page.setViewportSize(AT_200_PERCENT)
  await expect(stet.documents).toHaveCount(0)
  await page.getByRole('button', { name: 'Sidebar' }).click()
  await expect(stet.tree).toBeVisible()
  await setTheme(stet, 'sepia')
  expect(await outOfReach(page)).toEqual([])
  await expectNoViolations(page)
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'Connect to a service…' }).waitFor()
  expect(await outOfReach(page)).toEqual([])
  await stet.press('Escape')
  await stet.folder('Chapters').click()
  await expect(stet.documents).toBeVisible()
  expect(await outOfReach(page)).toEqual([])
  await expectNoViolations(page)
})

test('at 200 % of the smallest window the settings show every page and the search, without a bar below', async ({
  stet,
  page,
}) => {
  await page.setViewportSize({ width: 450, height: 300 })
  await stet.command('Settings')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  for (const name of ['Appearance and writing', 'Connection', 'This device', 'Shortcuts'])
    await expect(dialog.getByRole('tab', { name })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
  const wide = await dialog.evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
      .map((one) => one.className),
  )
  expect(wide).toEqual([])
})
