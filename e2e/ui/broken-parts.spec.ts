import type { Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths'
import type { Host } from '../host/host'
import { ok } from '../../shared/problem'
import { WINDOW } from './site'
import { expect, mainOf, stetOn, test, type Stet } from './stet'

declare global {
  interface Window {
    isBroken: boolean
  }
}

const SCRIPTS = path.join(ROOT, 'out', 'ui', 'assets')

/** The window, built with a fault: from `breakNow` on, drawing the part that has these words in it throws. */
async function withFaultAt(page: Page, app: Host, words: string): Promise<Stet> {
  const literal = `\`${words}\``
  let planted = 0
  await page.context().route('**/assets/*.js', (route) => {
    const script = fs.readFileSync(
      path.join(SCRIPTS, path.basename(new URL(route.request().url()).pathname)),
      'utf8',
    )
    planted += script.split(literal).length - 1
    const fault = `(window.isBroken?(()=>{throw new Error("planted")})():${literal})`
    return route.fulfill({ contentType: 'text/javascript', body: script.replaceAll(literal, fault) })
  })
  await page.goto(WINDOW)
  const stet = stetOn(page, mainOf(app))
  await stet.text.waitFor()
  expect(planted, `the window has the words “${words}” once`).toBe(1)
  return stet
}

test.afterEach(({ app }) => {
  // What broke stands in main's log.
  const told = app.errors.splice(0)
  expect(told.filter((error) => !error.includes(' cannot be shown: '))).toEqual([])
  expect(told).not.toEqual([])
})

const breakNow = (page: Page, isBroken = true) =>
  page.evaluate((now) => void (window.isBroken = now), isBroken)

const alertOn = (page: Page, part: string) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name: `${part} cannot be shown` }) })
const reloadOf = (page: Page, part: string) =>
  alertOn(page, part).getByRole('button', { name: 'Reload window' })

/** Writing goes on: what is typed now is drawn, and with main. */
async function expectWriting(stet: Stet, id: string, words: string): Promise<void> {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(words)
  await expect(stet.text).toContainText(words.trim())
  await expect.poll(() => stet.keptText(id)).toContain(words)
}

test('the bar of tabs that breaks leaves the keyboard where it was, and comes back with the next tab', async ({
  page,
  app,
}) => {
  const stet = await withFaultAt(page, app, 'Open documents')
  await breakNow(page)
  await stet.option('Low water').click()
  await expect(alertOn(page, 'The bar of tabs')).toBeVisible()
  await expect(stet.option('Low water')).toBeFocused()
  await expectWriting(stet, 'd-low', ' Under a broken bar.')
  await breakNow(page, false)
  await stet.option('The ferryman').click()
  await expect(page.getByRole('tablist', { name: 'Open documents' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('where the keyboard was in the bar of tabs, it is on the button that loads the window anew', async ({
  page,
  app,
}) => {
  const stet = await withFaultAt(page, app, 'Open documents')
  const tab = page
    .getByRole('tablist', { name: 'Open documents' })
    .getByRole('tab', { name: 'Low water', exact: true })
  await tab.focus()
  await breakNow(page)
  await stet.press('Enter')
  await expect(reloadOf(page, 'The bar of tabs')).toBeFocused()
  await stet.press('Enter')
  await expect(tab).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the status line that breaks takes no word and no key from the text', async ({ page, app }) => {
  const stet = await withFaultAt(page, app, 'Save status')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await breakNow(page)
  await stet.type(' Typed on and on.')
  await expect(alertOn(page, 'The status line')).toBeVisible()
  await expect(stet.text).toBeFocused()
  await expect.poll(() => stet.keptText('d-ferryman')).toContain(' Typed on and on.')
  await reloadOf(page, 'The status line').click()
  await expect(stet.saveStatus).toBeVisible()
})

test('the notice of the connection that breaks takes no word and no key from the text', async ({
  page,
  app,
}) => {
  const stet = await withFaultAt(page, app, 'Keep everything here')
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await breakNow(page)
  const { connections, ...others } = await app.ask('connections.list', undefined)
  const asking = connections.map((one) => ({ ...one, asksAccount: true }))
  app.answerWith('connections.list', ok({ ...others, connections: asking }))
  await app.tell('connection.changed', asking[0]!)
  await expect(alertOn(page, 'The notice of the connection')).toBeVisible()
  await expect(stet.text).toBeFocused()
  await expectWriting(stet, 'd-ferryman', ' Under the notice.')
})

test('a writing area that breaks gives the keyboard to its button, keeps every word, and comes back with the next document', async ({
  page,
  app,
}) => {
  const stet = await withFaultAt(page, app, ', the side you are in')
  await expectWriting(stet, 'd-ferryman', ' Before it broke.')
  await breakNow(page)
  await stet.command('Split view')
  await expect(alertOn(page, 'The text')).toBeVisible()
  await expect(reloadOf(page, 'The text')).toBeFocused()
  await expect(alertOn(page, 'The text')).toContainText('what you type is kept')
  expect(await stet.keptText('d-ferryman')).toContain(' Before it broke.')
  // The list is there, and leads to a text again.
  await breakNow(page, false)
  await stet.option('Low water').click()
  await expect(stet.title.first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a publish sheet that breaks closes like any dialog, and the keyboard is in the text again', async ({
  page,
  app,
}) => {
  await page.goto(WINDOW)
  const stet = stetOn(page, mainOf(app))
  await stet.text.click()
  app.answerWith('history.published', ok({ title: 'x' }))
  await stet.command('Publish')
  const dialog = page.getByRole('dialog', { name: 'This dialog' })
  await expect(dialog.getByRole('alert')).toContainText('This dialog cannot be shown')
  // As in every dialog: what is said is heard before what can be pressed.
  await expect(dialog).toBeFocused()
  await stet.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(stet.text).toBeFocused()
  await expectWriting(stet, 'd-ferryman', ' Not published.')
})
