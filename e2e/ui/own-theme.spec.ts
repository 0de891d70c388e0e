import type { Page } from '@playwright/test'
import { expect, test } from './stet'

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

const give = (page: Page, css: string) =>
  settings(page)
    .getByLabel('File of colours')
    .setInputFiles({ name: 'mine.css', mimeType: 'text/css', buffer: Buffer.from(css) })

test('[H4] a file of colours changes these colours and nothing else, and Reset takes them back', async ({
  stet,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await stet.main.ask('settings.set', { theme: 'light' })
  await stet.command('Settings')
  const before = await paper(page)
  await give(
    page,
    ':root {\n  --paper: #102030;\n  --ink: #182838;\n  --hit: url(/stolen.png);\n}\nbody { display: none }\n@import "/other.css";',
  )
  await expect.poll(() => paper(page)).toBe('rgb(16, 32, 48)')
  await expect(settings(page)).toContainText('2 colours from mine.css')
  const refused = settings(page).getByRole('status', { name: 'Lines that were not taken' })
  await expect(refused).toContainText('Line 4: “url(/stolen.png)” is no colour')
  await expect(refused).toContainText('Line 6: “body { display: none” is no token')
  await expect(refused).toContainText('Line 7: “@import "/other.css"” is no token')
  await expect(settings(page).getByRole('status', { name: 'Hard to read' })).toContainText(
    'The text (--ink on --paper) has a contrast of 1.1',
  )
  expect(await stet.main.ask('settings.get', undefined)).toMatchObject({
    ownTheme: { name: 'mine.css', tokens: { paper: '#102030', ink: '#182838' } },
  })
  // The app loads workers of its own when it gets to them.
  expect(asked.filter((url) => /stolen|other/.test(url))).toEqual([])
  await settings(page).getByRole('button', { name: 'Reset', exact: true }).click()
  await expect.poll(() => paper(page)).toBe(before)
  await expect(refused).toBeEmpty()
})

test('a file without a colour leaves the theme as it is, and says so', async ({ stet, page }) => {
  await stet.command('Settings')
  const before = await paper(page)
  await give(page, 'h1 { color: red }')
  await expect(settings(page).getByRole('status', { name: 'Lines that were not taken' })).toContainText(
    '“mine.css” has no colour that Stet could take.',
  )
  expect(await paper(page)).toBe(before)
  await expect(settings(page).getByRole('button', { name: 'Reset', exact: true })).toHaveCount(0)
})
