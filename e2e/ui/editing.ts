import type { Page } from '@playwright/test'
import { expect, FERRYMAN, type Stet } from './stet'

/** Where a text of these tests has its cursor. */
const CURSOR = '‸'

/**
 * Makes `marked` the text of the open document, as another window does that types, and puts the cursor where `marked`
 * has `‸`: the text before that sign comes first, Ctrl+End goes to its end, and the rest comes after the cursor.
 */
export async function begin({ page, text }: Stet, marked: string): Promise<void> {
  const [before = '', after = ''] = marked.split(CURSOR)
  await text.focus()
  await typeElsewhere(page, 'all', before)
  await page.keyboard.press('ControlOrMeta+End')
  if (after !== '') await typeElsewhere(page, before.length, after)
}

/** Makes a change in the open document, as another window does. */
export function typeElsewhere(
  page: Stet['page'],
  at: number | 'all' | 'end',
  insert: string,
  document = FERRYMAN,
): Promise<void> {
  return page.evaluate(
    async ([id, from, words]) => {
      const opened = await window.memory.call('document.open', { id }, window.memory.library())
      if (!opened.ok) throw new Error(opened.problem.message)
      const { version, text } = opened.value
      const first = from === 'all' ? 0 : from === 'end' ? text.length : from
      const change = { from: first, to: from === 'all' ? text.length : first }
      const updates = [[{ ...change, insert: words }]]
      await window.memory.call(
        'document.change',
        { id, clientId: 'another-window', version, updates },
        window.memory.library(),
      )
    },
    [document, at, insert] as const,
  )
}

/** The text with `‸` for the cursor. The sign is typed, so that this is the last step of a test. */
export async function result(stet: Stet): Promise<string> {
  await stet.page.keyboard.insertText(CURSOR)
  return kept(stet, (text) => text.includes(CURSOR))
}

/** The text as main has it, once it is as `is` wants it and nothing is left to be saved. */
export async function kept(stet: Stet, is: (text: string) => boolean = () => true): Promise<string> {
  await expect.poll(async () => is((await stet.keptText(FERRYMAN)) ?? '')).toBe(true)
  await expect(stet.saveStatus).toHaveText('Saved')
  return (await stet.keptText(FERRYMAN)) ?? ''
}

/** Edits while main does not answer, so that “Edited” stands until it was seen. The answer comes after that. */
export async function seenEdited({ page, saveStatus }: Stet, edit: () => Promise<void>): Promise<void> {
  const answer = await page.evaluateHandle(() => window.memory.hold('document.change'))
  await edit()
  await expect(saveStatus).toHaveText('Edited')
  await answer.evaluate((letGo) => letGo())
}

/** Pastes what another program has put on the clipboard. */
export const paste = ({ text }: Stet, plain: string, html = ''): Promise<void> =>
  text.evaluate(
    (element, given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given.plain)
      if (given.html !== '') clipboardData.setData('text/html', given.html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { plain, html },
  )

/** A document of this text, which no window has opened yet; answers with its id. */
export const documentOf = (page: Stet['page'], title: string, text: string) =>
  page.evaluate(
    async ([name, words]) => {
      const { memory } = window
      const made = await memory.call('document.create', { title: name, folderId: null }, memory.library())
      if (!made.ok) throw new Error(made.problem.message)
      const record = memory.records.documents.get(made.value.id)
      if (record === undefined) throw new Error('no document')
      record.text = words
      return made.value.id
    },
    [title, text] as const,
  )

/** Opens a document from the palette. */
export async function openByName({ page }: Stet, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+p')
  const palette = page.getByRole('dialog', { name: 'Go to document' })
  await palette.getByRole('combobox').fill(name)
  await palette.getByRole('option').first().click()
  await expect(page).toHaveTitle(new RegExp(`^${name}\\b`))
}

/** Closes the document in front, and takes it out of the library: on the memory bridge a window also does main's part. */
export async function forget({ page }: Stet, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+w')
  await expect(page).not.toHaveTitle(new RegExp(`^${title}\\b`))
  await page.evaluate((name) => {
    const { documents } = window.memory.records
    for (const [id, one] of documents) if (one.title === name) documents.delete(id)
  }, title)
}

/** The texts of the documents of that title, as they are kept. */
export const textsOf = ({ page }: Pick<Stet, 'page'>, title: string): Promise<readonly string[]> =>
  page.evaluate(
    (name) =>
      [...window.memory.records.documents.values()]
        .filter((one) => one.title === name)
        .map((one) => one.text),
    title,
  )

/** A picture of the library, as the app has it; a browser knows no such address without `withPictures`. */
export const BOAT = '![Boat](stet-file:b-1)'

/** Loads the page anew, with each picture of the library drawn 200 px wide and 100 high. */
export async function withPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const native = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')!
    const canvas = () => Object.assign(document.createElement('canvas'), { width: 200, height: 100 })
    const asked = new WeakMap<HTMLImageElement, string>()
    Object.defineProperty(HTMLImageElement.prototype, 'src', {
      get(this: HTMLImageElement) {
        return asked.get(this) ?? (native.get?.call(this) as string)
      },
      set(this: HTMLImageElement, address: string) {
        asked.set(this, address)
        native.set?.call(this, address.startsWith('app-file:') ? canvas().toDataURL() : address)
      },
    })
  })
  await page.reload()
}
