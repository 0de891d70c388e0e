import type { Page } from '@playwright/test'
import { eventually, expect, onLinux, test } from './app'
import { fillDisk } from './full-disk'

test('a first start opens on the sample library, in a window named after the document; commands make it larger, smaller, and its usual size again', async ({
  start,
}) => {
  const app = await start()
  await expect(app.title).toHaveValue('Let it stand')
  await expect(app.tree.getByRole('treeitem', { name: /Salt Road/ })).toBeVisible()
  await expect.poll(() => app.page.evaluate(() => document.title)).toMatch(/ — Stet$/)

  const width = () => app.page.evaluate(() => innerWidth)
  const usual = await width()
  await app.runCommand('Zoom in')
  await expect.poll(width).toBeLessThan(usual)
  await app.runCommand('Zoom out')
  await expect.poll(width).toBe(usual)
  await app.runCommand('Zoom out')
  await expect.poll(width).toBeGreaterThan(usual)
  await app.runCommand('Zoom: usual size')
  await expect.poll(width).toBe(usual)
})

test('typing turns Edited into Saved, a save key press at once, and the service has the text', async ({
  start,
  service,
}) => {
  const created = await service.create({ title: 'The ferryman', content: 'The tide was an hour late.' })
  const app = await start({ service })
  await app.openDocument('The ferryman')
  await app.type(' He waited.')
  await expect(app.saveStatus).toHaveText('Edited')
  await expect(app.saveStatus).toHaveText('Saved')
  const kept = async () => (await service.document(created.id))?.record.content
  expect(await kept()).toBe('The tide was an hour late. He waited.')

  await app.type(' Still.')
  await app.page.keyboard.press(process.platform === 'darwin' ? 'Meta+s' : 'ControlOrMeta+s')
  await expect(app.saveStatus).toHaveText('Saved')
  await expect.poll(kept).toBe('The tide was an hour late. He waited. Still.')
})

test('a document written here is created there once; a split view comes back at the next start', async ({
  start,
  service,
}) => {
  const app = await start({ service })
  await app.newDocument('Low water')
  await app.type('At low water you could walk to the island.')
  await app.waitForPhase('clean')
  const documents = await service.documents()
  expect(documents.map(({ title, content }) => [title, content])).toEqual([
    ['Low water', 'At low water you could walk to the island.'],
  ])
  await app.newDocument('High water')
  await app.type('Boats swim.')
  await app.runCommand('Split view')
  const textOf = (page: Page, side: string) =>
    page.getByRole('region', { name: `${side} side` }).getByRole('textbox', { name: 'Document text' })
  await expect(textOf(app.page, 'Right')).toBeFocused()
  await app.page.keyboard.press('ControlOrMeta+Home')
  await app.page.keyboard.type('High. ')
  await expect(textOf(app.page, 'Left')).toHaveText('High. Boats swim.')
  await app.documents.getByRole('option', { name: /^Low water/ }).click()
  await expect(textOf(app.page, 'Right')).toHaveText('At low water you could walk to the island.')
  await app.close()
  const again = await start({ service, profile: app.profile })
  await expect(textOf(again.page, 'Left')).toHaveText('High. Boats swim.')
  await expect(textOf(again.page, 'Right')).toHaveText('At low water you could walk to the island.')
  await expect(again.page.getByRole('region', { name: 'Right side' })).toHaveAttribute('aria-current', 'true')
})

test('an untitled document is kept without a name, and quit never asks', async ({ start, service }) => {
  const app = await start({ service })
  await app.newDocument('')
  await app.type('Nameless words.')
  await app.close()
  const again = await start({ service, profile: app.profile })
  await eventually(async () =>
    (await service.documents()).find(({ content }) => content === 'Nameless words.'),
  )
  await again.documents.getByRole('option').first().click()
  await expect.poll(() => again.readText()).toBe('Nameless words.')
})

onLinux(
  '[W1] a document begun on a full disk takes what is typed, and is written when there is room',
  async ({ start, service }) => {
    await service.create({ title: 'There', content: 'Words.' })
    const app = await start({ service })
    await app.openDocument('There')
    const room = fillDisk(app)
    await app.page.getByRole('button', { name: 'New document' }).first().click()
    await expect(app.title).toBeFocused()
    await expect(app.title).toHaveValue('')
    await app.page.keyboard.type('Begun')
    await app.page.keyboard.press('Enter')
    await app.page.keyboard.type('On a full disk.')
    await expect(app.saveStatus).toHaveText('Kept in memory only')
    await app.page.getByRole('button', { name: 'New folder' }).click()
    await app.page.keyboard.press('Enter')
    await expect(
      app.page.getByText('The disk is full, or does not take what is written.', { exact: true }),
    ).toBeVisible()
    await app.openDocument('There')
    await app.page
      .getByRole('tablist', { name: 'Open documents' })
      .getByRole('tab', { name: 'Begun', exact: true })
      .click()
    await expect(app.title).toHaveValue('Begun')
    await expect.poll(app.readText).toBe('On a full disk.')

    room()
    await app.waitForPhase('clean')
    await app.close()
    const again = await start({ service, profile: app.profile })
    await again.openDocument('Begun')
    expect(await again.readText()).toBe('On a full disk.')
    expect((await service.documents()).map(({ content }) => content)).toContain('On a full disk.')
  },
)

test('a document that is taken back from its readers is a draft, sent with what had waited for them', async ({
  start,
  service,
}) => {
  const created = await service.create({ title: 'Tide', content: 'Out.', status: 'published' })
  const app = await start({ service })
  await app.openDocument('Tide')
  await app.type(' And in.')
  await expect(app.page.getByRole('contentinfo')).toContainText('Unpublished changes')
  await app.runCommand('Unpublish')
  await app.waitForPhase('clean')
  await expect(app.page.getByRole('contentinfo')).not.toContainText('Unpublished changes')
  expect((await service.document(created.id))?.record).toMatchObject({
    status: 'draft',
    content: 'Out. And in.',
  })
})
