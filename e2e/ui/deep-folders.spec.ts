import type { Locator } from '@playwright/test'
import { expect, FERRYMAN, test, type Stet } from './stet'

const LEVELS = [
  'Archive',
  'Novels',
  'The long winter on the river',
  'Second volume',
  'Part three',
  'Book nine',
]
const LAST = [
  'A chapter with a very long name that is set early',
  'A chapter with a very long name that is set late',
]
const NEXT_TO_LAST = ['Drafts of spring', 'Drafts of autumn']

/** Folders eight levels deep that differ near their ends alone; “The ferryman” lies in the last of them. */
async function deepFolders({ main, page }: Stet): Promise<readonly string[]> {
  await page.setViewportSize({ width: 900, height: 600 })
  const paths: string[] = []
  const make = async (name: string, parentId: string | null) =>
    (await main.ask('folder.create', { name, parentId })).id
  let parent: string | null = null
  for (const name of LEVELS) parent = await make(name, parent)
  let last = ''
  for (const between of NEXT_TO_LAST) {
    const inside = await make(between, parent)
    for (const name of LAST) {
      last = await make(name, inside)
      paths.push([...LEVELS, between, name].join(' / '))
    }
  }
  await main.ask('document.edit-fields', { id: FERRYMAN, folderId: last })
  return paths
}

/** What can be read of each of these: the last words that stand within their line, and that all of it is their title. */
const readable = (paths: Locator) =>
  paths.evaluateAll((all) =>
    all.map((path) => {
      const words = path.querySelector('bdi')!
      const node = words.firstChild as Text
      const room = path.getBoundingClientRect()
      const isShown = (at: number) => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { left, right } = range.getBoundingClientRect()
        return left >= room.left - 1 && right <= room.right + 1
      }
      const shown = [...node.data].map((_, at) => at).filter(isShown)
      return { shown: shown.map((at) => node.data[at]).join(''), title: (path as HTMLElement).title }
    }),
  )

const open = async (stet: Stet, command: string, name: string) => {
  await stet.command(command)
  return stet.page.getByRole('dialog', { name })
}

test('deep folders with long names are told apart where something is moved, and above the text', async ({
  stet,
  page,
}) => {
  const paths = await deepFolders(stet)
  const dialog = await open(stet, 'Move to…', 'Move to')
  await dialog.getByRole('combobox').fill('chapter')
  const options = dialog.getByRole('option', { name: /chapter with/ })
  await expect(options).toHaveCount(4)
  const seen = await readable(options.locator('[title]'))
  expect(seen.map(({ title }) => title).toSorted()).toEqual([...paths].toSorted())
  expect(new Set(seen.map(({ shown }) => shown)).size).toBe(4)
  for (const { shown, title } of seen) {
    expect(shown.slice(-8)).toBe(title.slice(-8))
    expect(shown).toContain('A chapter with')
    expect(shown).toMatch(/spring|autumn/)
  }
  await expect(dialog.getByRole('option', { name: paths[0]!, exact: true })).toHaveCount(1)
  await page.keyboard.press('Escape')

  const above = page.getByRole('button', { name: `Folder: ${paths[3]}. Move to…` })
  const [path] = await readable(above.locator('[title]'))
  expect(path?.title).toBe(paths[3])
  expect(path?.shown.slice(-8)).toBe(paths[3]!.slice(-8))
  const [button, line] = [await above.boundingBox(), await stet.title.boundingBox()]
  expect(button!.height).toBeLessThan(26)
  expect(button!.x + button!.width).toBeLessThanOrEqual(line!.x + line!.width + 1)

  await stet.text.click()
  await page.keyboard.press('ControlOrMeta+p')
  const row = page
    .getByRole('dialog', { name: 'Go to document' })
    .getByRole('option', { name: /The ferryman/ })
  await page.keyboard.type('ferryman')
  await expect(row).toHaveCount(1)
  const [hint] = await readable(row.locator('[title]:has(bdi)'))
  expect(hint?.shown.slice(-8)).toBe(paths[3]!.slice(-8))
  const isWhole = await row
    .getByText('The ferryman', { exact: true })
    .evaluate((name) => name.scrollWidth <= name.clientWidth)
  expect(isWhole).toBe(true)
})

test('folders of one name are told apart in the filter of the search', async ({ stet, page }) => {
  await deepFolders(stet)
  await stet.press('ControlOrMeta+Shift+F')
  const folder = page.getByRole('search').getByRole('combobox', { name: 'Folder' })
  await expect(folder.getByRole('option').filter({ hasText: 'chapter with' })).toHaveCount(4)
  const names = await folder.getByRole('option').allTextContents()
  const deep = names.filter((name) => name.includes('chapter with'))
  for (const name of deep)
    expect(name).toMatch(/^… \/ Drafts of (?:spring|autumn) \/ A chapter with .* only$/)
  expect(new Set(names).size).toBe(names.length)
  await folder.selectOption(deep[0]!)
  await expect(folder).toHaveAttribute('title', /^Archive \/ Novels \/ /)
})

test('the offer of an empty list stays within the list, however narrow it is', async ({ stet, page }) => {
  await deepFolders(stet)
  await page.setViewportSize({ width: 1280, height: 800 })
  await stet.folder('Archive').click()
  await page.setViewportSize({ width: 900, height: 600 })
  const divider = page.getByRole('separator', { name: /list/i })
  await divider.focus()
  await page.keyboard.press('Home')
  const offer = page.getByRole('button', { name: 'Show the document in subfolders' })
  const [button, pane] = [await offer.boundingBox(), await page.locator('[data-pane="list"]').boundingBox()]
  expect(button!.x).toBeGreaterThanOrEqual(pane!.x)
  expect(button!.x + button!.width).toBeLessThanOrEqual(pane!.x + pane!.width)
  expect(await offer.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
})
