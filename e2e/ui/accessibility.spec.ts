import type { Page } from '@playwright/test'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { expect, FERRYMAN, test as testOnMain, testOnImitation as test, type Stet } from './stet'
import { askAboutDeletion, fillLog, putIntoConflict, showOutbox, type Scene } from './scenes'
import { expectNoViolations } from './violations'
import { AT_200_PERCENT, outOfReach } from './zoom'

type Screens = Readonly<Record<string, (stet: Stet, page: Page) => Promise<unknown>>>

/** Every screen that the window has, by the way a writer gets there; the dialogs that one Escape ends are below. */
const SCREENS: Screens = {
  writing: (stet) => stet.text.click(),
  'a text with everything in it': async (stet, page) => {
    await page.getByRole('button', { name: 'Recent', exact: true }).click()
    await stet.option('Welcome').click()
    await expect(stet.title).toHaveValue('Welcome')
  },
  'an empty folder': (stet) => stet.folder('Letters').click(),
  'a list in parts': async (stet, page) => {
    await page.getByRole('button', { name: 'Sort and group' }).click()
    await page.getByRole('menuitemradio', { name: 'Month' }).click()
    // The button's tooltip goes with the focus.
    await stet.documents.getByRole('group').first().getByRole('option').first().click()
  },
  'two sides': async (stet, page) => {
    await stet.option('Low water').click({ modifiers: ['Alt'] })
    await page.getByRole('region', { name: 'Right side' }).waitFor()
  },
  outbox: (_stet, page) => showOutbox(page),
  history: async (stet, page) => {
    await stet.press('ControlOrMeta+Shift+H')
    await page.getByRole('listbox', { name: 'Versions' }).getByRole('option').last().click()
    await page.getByRole('button', { name: 'Take this back' }).waitFor()
  },
  search: async (stet, page) => {
    await stet.press('ControlOrMeta+Shift+F')
    await page.getByRole('searchbox', { name: 'Search' }).fill('the')
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
  },
  'recent searches': async (stet, page) => {
    await stet.press('ControlOrMeta+Shift+F')
    await page.getByRole('searchbox', { name: 'Search' }).fill('honey')
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.getByRole('region', { name: 'Recent searches' }).getByRole('listitem').waitFor()
  },
  'saved searches': async (stet, page) => {
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
  outline: (_stet, page) => page.getByRole('button', { name: 'Outline' }).click(),
  links: async (stet, page) => {
    await stet.text.click()
    await stet.press('ControlOrMeta+End')
    await stet.type('\nSee [[Low water]].')
    await expect.poll(() => stet.keptText(FERRYMAN)).toContain('[[Low water]]')
    await page.evaluate(() =>
      window.memory.writeElsewhere('d-letters', [{ from: 0, to: 0, insert: 'We met at low water. ' }]),
    )
    await stet.option('Low water').click()
    await stet.command('Show links to this document')
    await page.getByRole('listbox', { name: 'Linked from' }).getByRole('option').first().waitFor()
    const mentions = page.getByRole('list', { name: 'Unlinked mentions' })
    await mentions.getByRole('listitem').first().hover()
  },
  'related passages': async (stet, page) => {
    await stet.text.getByText('There had been a customs house once.').click()
    await stet.command('Show related passages')
    const passage = page.getByRole('list', { name: 'Related passages' }).getByRole('listitem').first()
    await passage.waitFor()
    await passage.getByRole('button').first().focus()
  },
  files: async (stet, page) => {
    await stet.command('Show files')
    await page.getByRole('option', { name: /^harbour-map/ }).click()
    await page.getByRole('group', { name: 'About harbour-map.png' }).waitFor()
  },
  'move this library': async (stet, page) => {
    await page.evaluate(() => {
      const { records } = window.memory
      const notes = {
        ...records.connection,
        id: 'c-notes',
        name: 'notes.example.org',
        kind: 'service' as const,
      }
      records.otherConnections = [notes]
      window.memory.emit('connection.changed', records.connection)
    })
    await stet.command('Move this library to a service…')
    await page.getByRole('button', { name: 'See what would move' }).click()
    await page.getByText('will be published').waitFor()
  },
  'what was moved here': async (stet, page) => {
    await page.evaluate(() => {
      const { records } = window.memory
      records.connection = { ...records.connection, movedFrom: 'My library' }
      window.memory.emit('connection.changed', records.connection)
    })
    await stet.command('Undo a library move…')
    await page.getByRole('button', { name: 'Keep all' }).waitFor()
  },
  'a newer version': async (_stet, page) => {
    await page.evaluate(() =>
      window.memory.emit('update.changed', {
        kind: 'available',
        bySystem: false,
        version: '0.2.0',
        notes: 'Quotes stay where they were.\nThe outline keeps up with long texts.',
      }),
    )
    await page.getByRole('button', { name: 'Update…' }).click()
    await page.getByRole('dialog', { name: 'Stet 0.2.0' }).waitFor()
  },
  find: async (stet, page) => {
    await stet.text.click()
    await stet.press('ControlOrMeta+f')
    await page.getByRole('search', { name: 'Find in the document' }).waitFor()
  },
  'the questions of a template': async (stet, page) => {
    await page.evaluate(() => {
      const { call, library, records } = window.memory
      const libraryChoices = { [records.connection.id]: { templatesFolder: 'f-notes' } }
      void call('settings.set', { libraryChoices }, library())
      const text = '{{ask: Who is there?}}'
      void call('document.create', { title: 'Meeting', text, folderId: 'f-notes' }, library())
    })
    await stet.command('New from template…')
    await page.getByRole('option', { name: 'Meeting' }).click()
    await page.getByRole('dialog', { name: 'New from “Meeting”' }).waitFor()
  },
  capture: async (stet, page) => {
    await stet.command('Today')
    await page.getByRole('option', { name: 'In no folder' }).click()
    await expect(stet.title).toHaveValue(/^\d{4}-/)
    await stet.command('Capture…')
    await page.getByRole('dialog', { name: 'Capture' }).waitFor()
  },
  'settings: connection, tested, without a keychain': async (stet, page) => {
    await page.evaluate(() => {
      window.memory.records.keychain = false
      window.memory.emit('connection.changed', window.memory.records.connection)
    })
    await stet.command('Connect to a service…')
    await page.getByRole('textbox', { name: 'Service address' }).fill('https://notes.example.org')
    await page.getByRole('textbox', { name: 'API key' }).fill('mk_key')
    await page.getByRole('radio', { name: /with a passphrase/ }).click()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('table').first().waitFor()
  },
  'settings: shortcuts': async (stet, page) => {
    await stet.press('ControlOrMeta+,')
    await page.getByRole('tab', { name: 'Shortcuts' }).click()
    await page.getByRole('button', { name: /^Keys for Save now/ }).click()
  },
  'settings: found': async (stet, page) => {
    await stet.press('ControlOrMeta+,')
    await page.getByRole('searchbox', { name: 'Search in settings' }).fill('theme')
  },
  'a key that is refused, and the connection removed': async (_stet, page) => {
    await page.evaluate(() => {
      const { records } = window.memory
      records.connection = { ...records.connection, kind: 'service', state: 'unauthorized' }
      window.memory.emit('connection.changed', records.connection)
    })
    await page.getByRole('alert').getByRole('button', { name: 'Change key…' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    const remove = page.getByRole('dialog', { name: /^Remove/ })
    await remove.getByRole('button', { name: 'Export all of this…' }).waitFor()
  },
  'the connection menu with its meters': async (_stet, page) => {
    await page.evaluate(() => {
      const { records } = window.memory
      records.connection = {
        ...records.connection,
        rate: { limit: 600, remaining: 412 },
        searchQuota: { limit: 100, remaining: 9 },
      }
      window.memory.emit('connection.changed', records.connection)
    })
    await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
    await page.getByText('412 of 600').waitFor()
  },
  'recovered texts': async (_stet, page) => {
    await page.getByRole('button', { name: 'Recovered texts' }).click()
    await page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option').first().click()
    await page.getByRole('button', { name: 'Restore as a new draft' }).waitFor()
  },
  'deleted, with Undo': async (stet) => {
    await stet.option('Letters, unsent').click()
    await stet.press('Delete')
    await stet.notice.getByRole('button', { name: 'Undo' }).waitFor()
  },
}

/** Those that stand over the same window, which is as it was when Escape has ended them. */
const DIALOGS: Readonly<Record<string, Screens>> = {
  'of the library': {
    'sync log': async (stet, page) => {
      await fillLog(page)
      await stet.command('Show sync log')
      await page.getByRole('dialog', { name: 'Sync log' }).getByRole('listitem').first().waitFor()
    },
    import: async (stet, page) => {
      await stet.command('Import…')
      await page.getByRole('button', { name: 'Choose folder…' }).click()
      await page.getByText('1 file is not taken').click()
    },
    export: async (stet, page) => {
      await stet.command('Export…')
      await page.getByRole('combobox', { name: 'Format' }).selectOption('Plain text')
      await page.getByText('1 thing will not come along').click()
    },
    'everything to another computer': async (stet, page) => {
      await stet.command('Move everything to another computer…')
      await page.getByRole('button', { name: 'Write the file…' }).waitFor()
    },
    'what comes from another computer': async (stet, page) => {
      await stet.command('Bring in from another computer…')
      await page.getByRole('button', { name: 'Choose the file…' }).click()
      await page.getByText('It came in before').waitFor()
    },
    'templates folder': async (stet, page) => {
      await stet.command('New from template…')
      await page.getByRole('dialog', { name: 'Templates folder' }).waitFor()
    },
    'folder of the days': async (stet, page) => {
      await stet.command('Today')
      await page.getByRole('dialog', { name: 'Folder of the days' }).waitFor()
    },
  },
  'of a document': {
    commands: async (stet, page) => {
      await stet.press('ControlOrMeta+Shift+P')
      await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    },
    'go to document': async (stet, page) => {
      await stet.press('ControlOrMeta+p')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
    },
    'move to': (stet) => stet.command('Move to…'),
    'add tag': (stet) => stet.command('Add tag…'),
    publish: (stet) => stet.command('Publish…'),
    shortcuts: (stet) => stet.command('Help and keyboard shortcuts'),
  },
  'of the settings': {
    settings: (stet) => stet.press('ControlOrMeta+,'),
    'settings: connection': async (stet, page) => {
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

for (const [name, reach] of Object.entries(SCREENS))
  test(`axe finds nothing in any theme, and 200 % zoom cuts nothing off: ${name}`, async ({ stet, page }) => {
    await reach(stet, page)
    await expectAccessible(stet)
  })

/** The same on the real main. */
const SCREENS_ON_MAIN: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  conflict: async ({ app, stet }) => {
    await putIntoConflict({ app, stet })
    await stet.option('A house with nine doors').click()
    await stet.page.getByRole('region', { name: 'Conflict' }).getByRole('group').first().waitFor()
  },
  'a deletion in question': async ({ app, stet }) => {
    await askAboutDeletion({ app, stet })
    await stet.option('The customs officer').click()
    await stet.page.getByRole('button', { name: 'Keep it' }).waitFor()
  },
}

for (const [name, reach] of Object.entries(SCREENS_ON_MAIN))
  testOnMain(
    `axe finds nothing in any theme, and 200 % zoom cuts nothing off: ${name}`,
    async ({ app, stet }) => {
      await reach({ app, stet })
      await expectAccessible(stet)
    },
  )

for (const [whose, dialogs] of Object.entries(DIALOGS))
  test(`axe finds nothing in any theme, and 200 % zoom cuts nothing off: dialogs ${whose}`, async ({
    stet,
    page,
    viewport,
  }) => {
    const open = page.locator('dialog[open]')
    for (const [name, reach] of Object.entries(dialogs))
      await test.step(name, async () => {
        await reach(stet, page)
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
