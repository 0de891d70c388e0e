import type { Locator, Page } from '@playwright/test'
import type { Host } from '../host/host'
import { readInPart } from './scenes'
import { expect, test, type Stet } from './stet'

const COUNT = 650

async function makeLetters(app: Host, count: number): Promise<void> {
  // Sending them all would take its time, and nothing here looks at it.
  await app.ask('outbox.pause', { paused: true })
  const { documents } = app.workspaces.active()
  documents.createAll(
    Array.from({ length: count }, (_, at) => ({
      title: `Letter ${String(at + 1).padStart(3, '0')}`,
      text: '',
      folderId: 'f-letters',
      tagIds: [],
      status: 'draft',
    })),
  )
}

/** So many documents in the empty folder, “Letter 001” to “Letter 650”, the latest first. */
async function openLetters(app: Host, { page }: Stet): Promise<void> {
  await makeLetters(app, COUNT)
  await page.getByRole('treeitem', { name: 'Letters', exact: true }).click()
}

/** The same, listed in the order of their titles. */
async function showLetters(app: Host, stet: Stet): Promise<void> {
  const { page } = stet
  await openLetters(app, stet)
  await page.getByRole('button', { name: 'Sort and group' }).click()
  await page.getByRole('menuitemradio', { name: /^Title/ }).click()
  await page.getByRole('option', { name: /^Letter 001/ }).waitFor()
}

test('a fast wheel through a long list whose pages come late leaves rows on screen, never a blank window', async ({
  app,
  stet,
  page,
}) => {
  await showLetters(app, stet)
  app.delay('documents.list', 40)
  const box = (await stet.documents.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 120)
  for (let turn = 0; turn < 25; turn++) await page.mouse.wheel(0, 9_000)
  await expect(stet.option('Letter 650')).toBeVisible()
  for (let turn = 0; turn < 25; turn++) await page.mouse.wheel(0, -9_000)
  await expect(stet.option('Letter 001')).toBeVisible()
})

test('End goes to a document that is not loaded yet: chosen, opened and focused once it is there; Home comes back', async ({
  app,
  stet,
}) => {
  await showLetters(app, stet)
  app.delay('documents.list', 120)
  await stet.option('Letter 002').click()
  await expect(stet.title).toHaveValue('Letter 002')
  await stet.press('End')
  await expect(stet.option('Letter 650')).toBeFocused()
  await expect(stet.option('Letter 650')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.title).toHaveValue('Letter 650')
  await stet.press('Home')
  await expect(stet.option('Letter 001')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 001')
  // Keys that come before the rows do are not lost.
  await stet.press('End')
  await stet.press('ArrowUp')
  await stet.press('ArrowUp')
  await expect(stet.option('Letter 648')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 648')
})

test('a row that is scrolled far away keeps the focus, and keys go on from it', async ({
  app,
  stet,
  page,
}) => {
  await showLetters(app, stet)
  await stet.option('Letter 003').click()
  await expect(stet.option('Letter 003')).toBeFocused()
  const box = (await stet.documents.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 120)
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 9_000)
  await expect(stet.option('Letter 650')).toBeVisible()
  await expect(stet.option('Letter 003')).toBeFocused()
  await stet.press('ArrowDown')
  await expect(stet.option('Letter 004')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 004')
})

test('letters find a title anywhere in a long list, whatever of it is loaded', async ({ app, stet }) => {
  await showLetters(app, stet)
  await stet.option('Letter 002').click()
  await stet.type('letter 513')
  await expect(stet.option('Letter 513')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 513')
  await expect(stet.option('Letter 513')).toHaveAttribute('aria-selected', 'true')
})

/** The row from which keys go on. */
const rowOfKeys = ({ documents }: Stet) => documents.locator('[role=option][tabindex="0"]')

/** Chooses more than a hundred documents in the middle of the list; answers with the row at which the keys are then. */
async function chooseInTheMiddle(stet: Stet, page: Page): Promise<Locator> {
  await stet.documents.locator(`[aria-setsize="${COUNT}"]`).first().click()
  await stet.type('letter 350')
  await expect(stet.option('Letter 350')).toBeFocused()
  for (let turn = 0; turn < 20; turn++) await stet.press('Shift+PageDown')
  await expect(page.getByText(/^1\d\d chosen$/)).toBeVisible()
  return ofDocument(stet, await rowOfKeys(stet).getAttribute('data-document'))
}

const ofDocument = ({ documents }: Stet, id: string | null) => documents.locator(`[data-document="${id}"]`)

async function expectKeysAt(stet: Stet, row: Locator): Promise<void> {
  await expect(row).toHaveAttribute('tabindex', '0')
  await expect(rowOfKeys(stet)).toHaveCount(1)
  await expect(row).toBeInViewport()
}

test('the keyboard stays with its document, in sight, when many are tagged, and when that is undone', async ({
  app,
  stet,
  page,
}) => {
  await openLetters(app, stet)
  const row = await chooseInTheMiddle(stet, page)
  app.delay('documents.list', 60)
  await page.getByRole('button', { name: 'Tag the chosen…' }).click()
  await page.getByRole('dialog', { name: 'Add tag' }).getByRole('option').first().click()
  await expect(stet.notice).toContainText(/^Put /)
  await expectKeysAt(stet, row)
  await stet.notice.getByRole('button', { name: 'Undo' }).click()
  await expect(stet.notice).not.toContainText(/^Put /)
  await expectKeysAt(stet, row)
})

test('the keyboard stays with its document when that goes to a part of the list that is not loaded', async ({
  app,
  stet,
  page,
}) => {
  await openLetters(app, stet)
  const row = await chooseInTheMiddle(stet, page)
  const list = { filter: { folderId: 'f-letters' }, sort: 'updated', descending: true } as const
  const above = Number(await row.getAttribute('data-index'))
  const below = await app.ask('documents.ids', { ...list, offset: above + 1, limit: COUNT })
  app.delay('documents.list', 60)
  for (let part = 0; part < below.length; part += 100) {
    const edits = below.slice(part, part + 100).map((id) => ({ id, addTags: ['t-sea'] }))
    await app.ask('document.edit-each', { edits })
  }
  await expect(row).toHaveAttribute('data-index', String(COUNT - 1))
  await expectKeysAt(stet, row)
  await expect(row).toBeFocused()

  await page.getByRole('button', { name: 'Sort and group' }).click()
  await page.getByRole('menuitemradio', { name: /^Title/ }).click()
  await expect(row).not.toHaveAttribute('data-index', String(COUNT - 1))
  await expectKeysAt(stet, row)
})

test('the keyboard goes to the neighbour when many go out of the list', async ({ app, stet, page }) => {
  await showLetters(app, stet)
  const row = await chooseInTheMiddle(stet, page)
  const at = Number(await row.getAttribute('data-index'))
  const next = stet.option(`Letter ${at + 2}`)
  app.delay('documents.list', 60)
  await page.getByRole('button', { name: 'Move the chosen to…' }).click()
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('option').first().click()
  await expect(row).toHaveCount(0)
  await expectKeysAt(stet, next)
})

test('what letters were to find comes late, and does not undo the key that was pressed after them', async ({
  app,
  stet,
  page,
}) => {
  await showLetters(app, stet)
  await stet.option('Letter 002').click()
  await expect(stet.title).toHaveValue('Letter 002')
  const find = await stet.main.hold('documents.seek')
  await stet.type('letter 300')
  await stet.press('ControlOrMeta+a')
  await expect(page.getByText('650 chosen')).toBeVisible()
  await find()
  // An answer that came now would be drawn before this one.
  await app.tell('library.changed', { documents: false, gone: false, folders: true, tags: false })
  await expect(page.getByText('650 chosen')).toBeVisible()
  await expect(stet.title).toHaveValue('Letter 002')
})

test('a range that comes late does not undo the choice that was made after it', async ({
  app,
  stet,
  page,
}) => {
  await showLetters(app, stet)
  await stet.option('Letter 002').click()
  const choose = await stet.main.hold('documents.ids')
  await stet.press('ControlOrMeta+a')
  await stet.press('ArrowDown')
  await expect(stet.option('Letter 003')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 003')
  await choose()
  await app.tell('library.changed', { documents: false, gone: false, folders: true, tags: false })
  await expect(stet.option('Letter 003')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('650 chosen')).toHaveCount(0)
})

test('while a library is read, the count above the list stays in one line, with a comma in its thousands', async ({
  app,
  stet,
  page,
}) => {
  await expect(stet.text).toBeVisible()
  await readInPart(app, 1_400, 1_200)
  const words = page.locator('[data-pane="list"] h2 + span')
  /** In how many lines its last words stand, of which only the first is seen. */
  const linesOf = (all: boolean) =>
    words.evaluate((element, isWhole) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      // Behind the space before them.
      if (!isWhole) range.setStart(element.lastChild!, 1)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }, all)
  await page.getByRole('button', { name: /^Drafts/ }).click()
  await expect(words).toHaveText(/^1,\d00 so\sfar$/)
  expect(await linesOf(true)).toBe(1)
  // Beside a longer name there is room for the number alone.
  await page.getByRole('button', { name: /^All documents/ }).click()
  await expect(words).toHaveText(/^1,\d00 so\sfar$/)
  expect(await linesOf(false)).toBe(1)
})
