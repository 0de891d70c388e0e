import { expect, test } from './stet'

test('where no title holds the words, a few that are similar are named so, the nearest first, and a new document is offered', async ({
  stet,
  page,
  app,
}) => {
  for (const title of [
    '00505 salt',
    '00501 glade',
    '00001 salt',
    '00002',
    '00003',
    '00004',
    '00006',
    '00007',
  ])
    await app.ask('document.create', { title: `Entry ${title}` })
  await stet.press('ControlOrMeta+P')
  await stet.type('Entry 00500')
  const palette = page.getByRole('dialog', { name: 'Go to document' })
  const options = palette.getByRole('option')
  await expect(palette.getByRole('status')).toHaveText('No title contains “Entry 00500”. Similar titles:')
  await expect(options.first()).toHaveText(/^Entry 0050[15]/)
  await expect(options.nth(1)).toHaveText(/^Entry 0050[15]/)
  await expect(palette).toContainText('Enter opens the selected title')
  const create = palette.getByRole('option', { name: 'Create “Entry 00500”' })
  await expect(create).toBeInViewport()
  await expect(options).toHaveCount(6)
  await create.click()
  await expect(stet.title).toHaveValue('Entry 00500')
  await stet.press('ControlOrMeta+P')
  await stet.type('Entry 0050')
  await expect(palette.getByRole('option', { name: /^Entry 00500/ })).toBeVisible()
  await expect(palette.getByRole('status')).toHaveText('')
})
