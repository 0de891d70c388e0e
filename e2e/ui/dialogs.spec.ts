import fs from 'node:fs'
import path from 'node:path'
import { ok, problem } from '../../shared/problem'
import { begin } from './editing'
import { expect, test } from './stet'

/** What has the focus when a dialog comes: its first field, else what it is there for. */
const FIRST = [
  ['Goals…', 'Goals', 'spinbutton', 'Words a day'],
  ['Settings', 'Settings', 'searchbox', 'Search in settings'],
  ['Import…', 'Import', 'button', 'Choose folder…'],
  ['Publish…', 'Publish', 'button', 'Publish'],
  ['Export…', 'Export', 'combobox', 'What'],
  [
    'Move everything to another computer…',
    'Move everything to another computer',
    'button',
    'Write the file…',
  ],
  ['Bring in from another computer…', 'Bring in from another computer', 'button', 'Choose the file…'],
  ['Restore from backups…', 'Restore from backups', 'combobox', 'As of'],
  ['Show sync log', 'Sync log', 'searchbox', 'Search the log'],
] as const

test('each dialog comes with the focus on what it is there for, and gives it back to the text', async ({
  app,
  stet,
  page,
}) => {
  await app.ask('backups.run', undefined)
  for (const [command, name, role, first] of FIRST)
    await test.step(`${name}: ${first}`, async () => {
      await stet.text.click()
      await stet.command(command)
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog.getByRole(role, { name: first, exact: true })).toBeFocused()
      await stet.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(stet.text).toBeFocused()
    })
})

test('Enter that is held down brings the next step and does not go through it', async ({ stet, page }) => {
  await stet.option('The ferryman').click()
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('button', { name: 'Export' }).focus()
  await page.keyboard.down('Enter')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
  // The system sends it again and again.
  await page.keyboard.down('Enter')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
})

test('in the settings every box is as large as the others, and the last field of a page is whole when Tab comes to it', async ({
  stet,
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await stet.command('Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const boxes = settings.getByRole('tabpanel').getByRole('checkbox')
  const shapes = () =>
    boxes.evaluateAll((all) => [
      ...new Set(
        all.map((box) => {
          const { width, right } = box.getBoundingClientRect()
          const words = box.nextElementSibling?.getBoundingClientRect().left ?? 0
          return `${width} ${Math.round(words - right)}`
        }),
      ),
    ])
  await settings.getByRole('tab', { name: 'Typing' }).click()
  await expect(settings.getByRole('checkbox', { name: /^Widths of images/ })).toBeVisible()
  expect(await shapes()).toEqual(['16 10'])
  const snippets = settings.getByRole('textbox', { name: 'Snippets' })
  await settings.getByRole('checkbox', { name: /^Widths of images/ }).focus()
  await stet.press('Tab')
  await expect(snippets).toBeFocused()
  const lowest = async (element: typeof snippets) => {
    const { y = 0, height = 0 } = (await element.boundingBox()) ?? {}
    return y + height
  }
  const edge = await lowest(settings.getByRole('tabpanel'))
  await expect.poll(() => lowest(snippets)).toBeLessThan(edge)
  await settings.getByRole('tab', { name: 'This device' }).click()
  await expect(settings.getByRole('checkbox', { name: /^Back up every hour/ })).toBeVisible()
  expect(await shapes()).toEqual(['16 10'])
})

test('without a backup there is nothing to cancel: the dialog says so and is closed', async ({
  stet,
  page,
}) => {
  await stet.command('Restore from backups…')
  const dialog = page.getByRole('dialog', { name: 'Restore from backups' })
  await expect(dialog).toContainText('There is no backup of this library yet.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(dialog.locator('[data-dialog-foot]').getByRole('button', { name: 'Close' })).toBeFocused()
  await stet.press('Enter')
  await expect(dialog).toHaveCount(0)
})

test('several things that an export leaves behind are said to be several', async ({ stet, page }) => {
  await begin(stet, '![One](https://example.org/1.png)\n\n![Two](https://example.org/2.png)\n\n‸')
  await stet.option('The ferryman').click()
  await stet.command('Export…')
  await expect(
    page.getByText('2 things will not come along as they stand in the text', { exact: true }),
  ).toBeVisible()
})

test('a command key under a dialog does nothing and says why, and so do the words after it', async ({
  app,
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const count = () => app.workspaces.active().catalog.library().counts.all
  const before = count()
  await stet.command('Publish…')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Publish' })).toBeFocused()
  await stet.press('ControlOrMeta+n')
  await expect(stet.notice).toContainText('“New document” is not available: “Publish” is open.')
  await stet.type('new worsd')
  await stet.press('Backspace')
  await stet.press('Backspace')
  await stet.type('ds')
  await expect(stet.notice).toContainText(
    'The words that you typed while “Publish” was open are in no text yet',
  )
  await page.getByRole('button', { name: 'Copy them' }).press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('new words')
  expect(count()).toBe(before)
})

test('what is said about a dialog goes with it', async ({ stet, page }) => {
  await stet.command('Publish…')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Publish' })).toBeFocused()
  await stet.press('ControlOrMeta+n')
  await expect(stet.notice).toContainText('“New document” is not available: “Publish” is open.')
  await stet.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Left alone it would go later by itself.
  expect(await stet.notice.textContent()).toBe('')
})

test('a transfer is counted in megabytes from the first on', async ({ app, stet, page }) => {
  const answer = app.hold('transfer.pack')
  await stet.command('Move everything to another computer…')
  await page.getByRole('button', { name: 'Write the file…' }).click()
  const status = page.getByRole('dialog').getByRole('status')
  await expect(status).toHaveText('Writing the file')
  await app.tell('porting.progressed', { kind: 'transfer', done: 0, total: 18 })
  await expect(status).toHaveText('Writing the file 0 of 18 MB')
  answer()
})

test('the size of a written transfer is said as that of a file', async ({ app, stet, page }) => {
  app.answerWith('transfer.pack', ok({ file: 'everything.zip', bytes: 23_400, libraries: 1, missing: 0 }))
  await stet.command('Move everything to another computer…')
  await page.getByRole('button', { name: 'Write the file…' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
    '1 library is in everything.zip (23 kB).',
  )
})

test('an import that brings no documents offers no choices for them', async ({ app, stet, page }) => {
  const notes = path.join(app.folder, 'Notes')
  fs.mkdirSync(notes)
  app.dialogs.chooseSource = async () => notes
  for (const count of [1, 0]) {
    fs.rmSync(path.join(notes, 'Tide.md'), { force: true })
    if (count > 0) fs.writeFileSync(path.join(notes, 'Tide.md'), 'Boats.')
    await stet.command('Import…')
    await page.getByRole('button', { name: 'Choose folder…' }).click()
    const button = page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true })
    await expect(button).toBeEnabled({ enabled: count > 0 })
    await expect(page.getByRole('checkbox', { name: /^Keep the dates/ })).toHaveCount(count)
    await stet.press('Escape')
  }
})

/** What Enter would press in each of these dialogs, and the command that this gives. */
const PRESSED = [
  ['Publish…', 'Publish', 'Publish', 'document.edit-fields'],
  ['Import…', 'Import', 'Choose folder…', 'import.plan'],
  ['Export…', 'Export', 'Export', 'document.export'],
  [
    'Move everything to another computer…',
    'Move everything to another computer',
    'Write the file…',
    'transfer.pack',
  ],
  ['Restore from backups…', 'Restore from backups', 'See what would change', 'restore.plan'],
] as const

for (const [command, name, button, asked] of PRESSED)
  test(`words and Enter, typed in the dialog “${name}”, press nothing; Enter alone does`, async ({
    app,
    stet,
    page,
  }) => {
    await app.ask('backups.run', undefined)
    const called = () => app.given.map(({ name: given }) => given)
    await stet.text.click()
    await stet.press('ControlOrMeta+Shift+P')
    const commands = page.getByRole('dialog', { name: 'Commands' })
    await commands.getByRole('combobox').fill(command)
    await expect(commands.getByRole('option').first()).toContainText(command)
    // Some of it is typed before the dialog is there.
    await stet.press('Enter')
    await stet.type('the words')
    await stet.press('Enter')
    const pressed = page.getByRole('dialog', { name }).getByRole('button', { name: button, exact: true })
    await pressed.focus()
    expect(called()).not.toContain(asked)
    // What is offered before a dialog comes is said when it is gone.
    await stet.type('more words')
    await stet.press('Enter')
    const said = `The words that you typed while “${name}” was open are in no text yet`
    await expect(stet.notice).toContainText(said)
    await expect(pressed).toBeFocused()
    expect(called()).not.toContain(asked)
    await stet.press('Enter')
    await expect.poll(called).toContain(asked)
  })

for (const [command, name, button, asked] of [
  ...PRESSED.filter(([, , , one]) => /^(?:import|transfer)\./.test(one)),
  [
    'Bring in from another computer…',
    'Bring in from another computer',
    'Choose the file…',
    'transfer.plan',
  ] as const,
])
  test(`what main refuses in the dialog “${name}” stays in it until it is tried again`, async ({
    app,
    stet,
    page,
  }) => {
    const refusal = 'This file is damaged.'
    await stet.main.refuse(asked, problem('damaged', refusal))
    await stet.command(command)
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog.getByRole('alert')).toHaveText(refusal)
    await expect(stet.notice).toBeEmpty()
    app.answerWith(asked, ok(null))
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog).toBeVisible()
  })

test('a choice takes the first letters of a name, and Enter goes on with it', async ({ stet, page }) => {
  await stet.option('The ferryman').click()
  await stet.command('Export…')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const format = dialog.getByRole('combobox', { name: 'Format' })
  await format.focus()
  await stet.type('plain')
  await expect(format).toHaveValue('text')
  await stet.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
  await expect(stet.notice).toBeEmpty()
})

test('no dialog lets a command through to the window below it, and its own key says nothing', async ({
  stet,
  page,
}) => {
  const tabs = page.getByRole('tab')
  const before = await tabs.count()
  const open = async (name: string) => {
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await stet.press('ControlOrMeta+w')
    const said = `“${name.replace('“', '‘').replace('”', '’')}” is open.`
    await expect(stet.notice).toContainText(`“Close tab” is not available: ${said}`)
    await stet.main.tell('command.requested', { name: 'new-document' })
    await expect(stet.notice).toContainText(`“New document” is not available: ${said}`)
    await stet.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await stet.command('Settings')
  await stet.press('ControlOrMeta+,')
  await expect(stet.notice).toBeEmpty()
  await open('Settings')
  await stet.command('Go to document…')
  await open('Go to document')
  // A question of a part of the window, which is none of those that commands open.
  await stet.tags.getByRole('option', { name: 'winter' }).click()
  await stet.press('Delete')
  await open('Delete the tag “winter”')
  await expect(tabs).toHaveCount(before)
})

test('keys that go back can be given to another command', async ({ stet, page }) => {
  await stet.command('Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Shortcuts' }).click()
  await settings.getByRole('button', { name: /^Keys for Rename:/ }).click()
  await stet.press('Alt+ArrowLeft')
  await expect(settings.getByRole('button', { name: 'Keys for Rename: Alt+←' })).toBeVisible()
})
