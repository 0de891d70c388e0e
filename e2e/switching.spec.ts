import fs from 'node:fs'
import path from 'node:path'
import { connect, eventually, expect, onLinux, test, type App } from './app'
import { startFaultProxy } from './faults'
import { fillDisk } from './full-disk'
import { startService, type RunningService } from './service'

const nameOf = (service: { readonly url: string }) => new URL(service.url).host

async function switchTo(app: App, name: string): Promise<void> {
  await app.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
  // The name is followed by the number of unsent changes.
  await app.page.getByRole('menuitemradio').filter({ hasText: name }).click()
}

/** The id of the connection to a service in the profile. */
function connectionId(app: App, service: RunningService): string {
  const file = path.join(app.profile, 'connections.json')
  const { connections } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    connections: { readonly id: string; readonly address: string }[]
  }
  const found = connections.find(({ address }) => address === service.url)
  if (found === undefined) throw new Error('the service is not in the list')
  return found.id
}

/**
 * Types, asks main for another library, and blocks the page for a time, all in one task, so that nothing is handed over
 * before.
 */
const typeSwitchAndStall = (app: App, words: string, id: string, stallMs: number) =>
  app.page.evaluate(
    ([text, connection, forMs]) => {
      document.execCommand('insertText', false, text)
      const { app: bridge } = window as unknown as {
        app: { call(name: string, input: unknown): Promise<unknown> }
      }
      void bridge.call('connection.activate', { id: connection })
      const until = performance.now() + forMs
      while (performance.now() < until);
    },
    [words, id, stallMs] as const,
  )

test('[W22] words typed in one library never reach another, however long the window stands still', async ({
  start,
}) => {
  const [first, second] = await Promise.all([startService(), startService()])
  const app = await start()
  try {
    await first.create({ title: 'On the first', content: 'First library.\n' })
    await second.create({ title: 'On the second', content: 'Second library.\n' })
    await connect(app, second)
    await app.openDocument('On the second')
    await connect(app, first)
    await app.openDocument('On the first')
    await app.text.click()
    await app.page.keyboard.press('ControlOrMeta+End')
    await typeSwitchAndStall(app, 'For the first alone.', connectionId(app, second), 3_000)

    await expect(app.title).toHaveValue('On the second')
    await expect(app.text).toContainText('Second library.')
    await app.type('And for the second.')
    const texts = (service: RunningService) =>
      service.documents().then((all) => all.map(({ content }) => content))
    await expect.poll(() => texts(second)).toEqual(['Second library.\nAnd for the second.'])
    await switchTo(app, nameOf(first))
    await expect(app.text).toContainText('For the first alone.')
    await expect.poll(() => texts(first)).toEqual(['First library.\nFor the first alone.'])
    expect(await texts(second)).toEqual(['Second library.\nAnd for the second.'])
  } finally {
    await Promise.all([first.dispose(), second.dispose()])
  }
})

test('[M7] a library is removed in one window while another types in it: brought back, it has every word', async ({
  start,
  service,
}) => {
  const proxy = await startFaultProxy(service.url)
  const app = await start()
  try {
    await service.create({ title: 'Shared', content: 'In the library.' })
    await connect(app, { url: proxy.url, key: service.key })
    await app.openDocument('Shared')
    const opened = app.electron.waitForEvent('window')
    await app.runCommand('New window')
    const second = await opened
    await second.getByRole('option', { name: /^Shared/ }).click()
    const text = second.getByRole('textbox', { name: 'Document text' })
    await expect(text).toContainText('In the library.')
    await text.click()
    await second.keyboard.press('ControlOrMeta+End')
    proxy.faults.plan({ kind: 'refused' }, 'PUT', Infinity)
    const typing = second.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const editor = document.activeElement as HTMLElement
          let typed = ''
          const timer = setInterval(() => {
            const isThere =
              document.activeElement === editor && editor.textContent.startsWith('In the library.')
            if (isThere && !('isEnough' in window)) {
              typed += ` ${typed.length}`
              document.execCommand('insertText', false, typed.slice(typed.lastIndexOf(' ')))
            } else {
              clearInterval(timer)
              resolve(typed)
            }
          }, 10)
        }),
    )

    const settingsOf = async ({ page, runCommand }: App) => {
      await runCommand('Settings')
      const settings = page.getByRole('dialog', { name: 'Settings' })
      await settings.getByRole('tab', { name: 'Connection' }).click()
      return settings
    }
    await (await settingsOf(app)).getByRole('button', { name: 'Remove…' }).click()
    await app.page.getByRole('button', { name: 'Remove connection' }).click()
    // The other window follows when its user pauses.
    await expect(app.page.getByRole('option', { name: /^Let it stand/ })).toBeVisible()
    await second.evaluate(() => void Object.assign(window, { isEnough: true }))
    const typed = await typing
    expect(typed.length).toBeGreaterThan(0)
    // Both windows show the remaining library, and neither shows a text of the removed one.
    for (const page of [app.page, second]) {
      await expect(
        page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first(),
      ).toContainText('My library')
      await expect(page.getByRole('option', { name: /^Let it stand/ })).toBeVisible()
      await expect(page.getByText('In the library.')).toHaveCount(0)
    }
    await expect(app.page.getByRole('region', { name: 'Removed libraries' })).toContainText('never sent')
    await app.close()

    const again = await start({ profile: app.profile })
    const settings = await settingsOf(again)
    const removed = settings.getByRole('region', { name: 'Removed libraries' })
    await expect(removed).toContainText('never sent')
    await removed.getByRole('button', { name: `Bring back ${nameOf(proxy)}` }).click()
    await expect(removed).toHaveCount(0)
    await again.page.keyboard.press('Escape')
    await switchTo(again, nameOf(proxy))
    await expect(again.title).toHaveValue('Shared')
    await expect.poll(() => again.readText()).toBe(`In the library.${typed}`)
    proxy.faults.clear()
    await again.page.getByRole('button', { name: 'Enter key…' }).click()
    await settings.getByRole('textbox', { name: 'API key' }).fill(service.key)
    await settings.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect
      .poll(async () => (await service.documents()).map(({ content }) => content))
      .toEqual([`In the library.${typed}`])
  } finally {
    await proxy.close()
  }
})

test('[H4] a library that a newer version wrote keeps nobody from the others, neither by switching nor at a start', async ({
  start,
  service,
}) => {
  await service.create({ title: 'On the service', content: 'Its text.' })
  const app = await start()
  await connect(app, service)
  await app.openDocument('On the service')
  const id = connectionId(app, service)
  await switchTo(app, 'My library')
  await expect(app.documents.getByRole('option', { name: /^On the service/ })).toHaveCount(0)
  const database = path.join(app.profile, 'connections', id, 'library.db')
  await eventually(() => !fs.existsSync(`${database}-wal`) || undefined)
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const library = new DatabaseSync(database)
  library.exec("INSERT INTO migrations VALUES ('9999-from-the-future', 9999)")
  library.close()

  await app.openDocument('Let it stand')
  await switchTo(app, nameOf(service))
  await expect(app.page.getByText(/newer version of Stet/)).toBeVisible()
  // Everything is unchanged and works.
  await expect(app.title).toHaveValue('Let it stand')
  await app.type(' Still here.')
  await app.waitForPhase('clean')
  await app.close()

  const list = path.join(app.profile, 'connections.json')
  const kept = JSON.parse(fs.readFileSync(list, 'utf8')) as Record<string, unknown>
  expect(kept['activeId']).toBe('embedded')
  fs.writeFileSync(list, JSON.stringify({ ...kept, activeId: id }))
  const again = await start({ profile: app.profile })
  await expect(again.page.getByText(/newer version of Stet/)).toBeVisible()
  await again.openDocument('Let it stand')
  await expect(again.text).toContainText('Still here.')
})

onLinux(
  '[H2] words that a full disk did not take are there again after the library was left',
  async ({ start, service }) => {
    await service.create({ title: 'On the service', content: 'One.' })
    const app = await start()
    await connect(app, service)
    await app.openDocument('On the service')
    const room = fillDisk(app)
    await app.type(' Two.')
    await expect(app.page.getByText(/kept in memory/).first()).toBeVisible()
    await switchTo(app, 'My library')
    await expect(app.page.getByText(/The disk (is full|that holds)/).first()).toBeVisible()
    room()
    await switchTo(app, 'My library')
    await expect(app.documents.getByRole('option', { name: /^Let it stand/ })).toBeVisible()
    await switchTo(app, nameOf(service))
    await app.openDocument('On the service')
    expect(await app.readText()).toBe('One. Two.')
    await expect.poll(async () => (await service.documents())[0]?.content).toBe('One. Two.')
  },
)

test('what is said of a library goes with it; what can be done there is offered once it is back on screen', async ({
  start,
  service,
}) => {
  await service.create({ title: 'Essay', content: 'One.' })
  await service.create({ title: 'Letter', content: 'Two.' })
  const app = await start()
  await connect(app, service)
  const notice = app.page.getByRole('status', { name: 'Notice' })
  await app.documents.getByRole('option', { name: /Letter/ }).click()
  await app.page.keyboard.press('Delete')
  await expect(notice).toContainText('“Letter”')
  // The menu of libraries opens at the current library.
  await app.page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().focus()
  await app.page.keyboard.press('Enter')
  await expect(app.page.getByRole('menuitemradio', { checked: true })).toBeFocused()
  await app.page.keyboard.press('Escape')
  await switchTo(app, 'My library')
  await expect(app.documents.getByRole('option', { name: /The ferryman/ }).first()).toBeVisible()
  await expect(notice).not.toContainText('“Letter”')

  const said = '“Essay” was deleted elsewhere.'
  await app.electron.evaluate(
    ({ BrowserWindow }, told) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'notice.raised', told),
    {
      id: 'n1',
      tone: 'attention',
      text: said,
      connectionId: connectionId(app, service),
      action: { label: 'Show recovered texts', kind: 'show-recovered' },
    },
  )
  await expect(notice).toHaveText(`In “${nameOf(service)}”: ${said}`)
  await switchTo(app, nameOf(service))
  await expect(notice).toHaveText(`${said}Show recovered texts`)
  await switchTo(app, 'My library')
  await expect(app.documents.getByRole('option', { name: /The ferryman/ }).first()).toBeVisible()
  await expect(notice).not.toContainText(said)
})

test('a name that is being typed at the time of a switch is given in the library that it is of', async ({
  start,
  service,
}) => {
  await service.create({ title: 'On the service', content: 'Its text.' })
  const app = await start()
  await connect(app, service)
  await app.openDocument('On the service')
  await switchTo(app, 'My library')
  await app.openDocument('Let it stand')
  await app.runCommand('New folder')
  await expect(app.tree.getByRole('textbox')).toBeFocused()
  await app.page.keyboard.type('Postcards')
  // The switch comes from another window: nothing is pressed in this one.
  await app.page.evaluate(
    async (id) => {
      const { app: bridge } = window as unknown as {
        app: { call(name: string, input: unknown): Promise<unknown> }
      }
      await bridge.call('connection.activate', { id })
    },
    connectionId(app, service),
  )
  await expect(app.title).toHaveValue('On the service')
  await expect(app.tree.getByRole('treeitem', { name: /^Postcards/ })).toHaveCount(0)
  await switchTo(app, 'My library')
  await expect(app.tree.getByRole('treeitem', { name: /^Postcards/ })).toBeVisible()
})

test('[W22] a sentence that is being typed in one window while another turns to a second library ends in its own document', async ({
  start,
  service,
}) => {
  await service.create({ title: 'On the service', content: 'Its text.' })
  const app = await start()
  await connect(app, service)
  await app.openDocument('On the service')
  const opened = app.electron.waitForEvent('window')
  await app.runCommand('New window')
  const second = await opened
  await second.getByRole('option', { name: /^On the service/ }).click()
  const text = second.getByRole('textbox', { name: 'Document text' })
  await expect(text).toContainText('Its text.')
  await text.click()
  await second.keyboard.press('ControlOrMeta+End')
  let typed = ''
  const write = async (words: string) => {
    typed += words
    await second.keyboard.type(words)
  }
  await write(' A sentence')
  let isSwitched = false
  const switched = switchTo(app, 'My library')
    .then(() => app.documents.getByRole('option', { name: /^Let it stand/ }).waitFor())
    .then(() => (isSwitched = true))
  while (!isSwitched) await write(' and on')
  await switched
  for (const word of [' to', ' its', ' end.']) await write(word)
  // This window follows when its user pauses.
  await expect(second.getByRole('option', { name: /^Let it stand/ })).toBeVisible()
  await expect
    .poll(async () => (await service.documents()).map(({ content }) => content))
    .toEqual([`Its text.${typed}`])
  await expect(second.getByText(/are in no text yet/)).toHaveCount(0)
})

test('[W22] what is pressed at once after another library was chosen belongs to that one, letter by letter', async ({
  start,
  service,
}) => {
  await service.create({ title: 'On the service', content: 'Its text.' })
  const app = await start()
  await connect(app, service)
  await app.openDocument('On the service')
  await app.type(' The end')
  await switchTo(app, 'My library')
  await app.page.keyboard.press('ControlOrMeta+n')
  await app.page.keyboard.type('A letter')
  await app.page.keyboard.press('Enter')
  await app.page.keyboard.type('Dear friend')
  await expect(app.title).toHaveValue('A letter')
  await expect.poll(() => app.readText()).toBe('Dear friend')
  await expect(app.documents.getByRole('option', { name: /^Let it stand/ })).toBeVisible()
  await expect
    .poll(async () => (await service.documents()).map(({ content }) => content))
    .toEqual(['Its text. The end'])
  await expect(app.page.getByText(/are in no text yet/)).toHaveCount(0)
})
