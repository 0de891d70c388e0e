import type { TextChange } from '../../shared/text/text-change'
import type { Page } from '@playwright/test'
import { expect, FERRYMAN, type Stet } from './stet'

const PAUSE_MS = 2_000

/** Marks the cursor in the texts of these tests. */
const CURSOR = '‸'

/**
 * Makes `marked` the text of the open document, as if typed in another window, and puts the cursor at the `‸` in
 * `marked`: the text before that sign is inserted first, Ctrl+End goes to its end, and the rest is inserted after the
 * cursor.
 */
export async function begin(stet: Stet, marked: string): Promise<void> {
  const [before = '', after = ''] = marked.split(CURSOR)
  await stet.text.focus()
  await typeElsewhere(stet, 'all', before)
  await stet.press('ControlOrMeta+End')
  if (after !== '') await typeElsewhere(stet, before.length, after)
}

/** Makes one change in the open document, as another window does. */
export const typeElsewhere = (
  stet: Pick<Stet, 'main'>,
  at: number | 'all' | 'end',
  insert: string,
  id = FERRYMAN,
): Promise<void> =>
  changeElsewhere(
    stet,
    ({ length }) => {
      const from = at === 'all' ? 0 : at === 'end' ? length : at
      return [{ from, to: at === 'all' ? length : from, insert }]
    },
    id,
  )

/** Makes changes in one step, as another window does. */
export async function changeElsewhere(
  { main }: Pick<Stet, 'main'>,
  changesOf: (text: string) => readonly TextChange[],
  id = FERRYMAN,
): Promise<void> {
  for (let isTaken = false; !isTaken;) {
    const { version, text } = await main.ask('document.open', { id })
    const updates = [[...changesOf(text)]]
    const { kind } = await main.ask('document.change', { id, clientId: 'another-window', version, updates })
    // If the window has typed something in the meantime, its change comes first, and this one is tried again.
    isTaken = kind === 'accepted'
  }
}

/** The text with `‸` at the cursor. The sign is typed into the text, so this must be the last step of a test. */
export async function result(stet: Stet): Promise<string> {
  await stet.page.keyboard.insertText(CURSOR)
  return kept(stet, (text) => text.includes(CURSOR))
}

/** The text stored in main, as soon as `is` accepts it and all changes are saved; the document is in front. */
export async function kept(
  stet: Stet,
  is: (text: string) => boolean = () => true,
  id = FERRYMAN,
): Promise<string> {
  await expect.poll(async () => is((await stet.keptText(id)) ?? '')).toBe(true)
  // Typed text is sent after a pause.
  await stet.main.pass(PAUSE_MS)
  await expect(stet.saveStatus).toHaveText('Saved')
  return (await stet.keptText(id)) ?? ''
}

/**
 * Makes an edit while main does not answer, so that “Edited” stays visible until the test has seen it. Main answers
 * afterwards.
 */
export async function seenEdited({ main, saveStatus }: Stet, edit: () => Promise<void>): Promise<void> {
  const answer = await main.hold('document.change')
  await edit()
  await expect(saveStatus).toHaveText('Edited')
  await answer()
}

/** Pastes from the clipboard of another program. */
export const paste = ({ text }: Stet, plain: string, html = ''): Promise<void> =>
  text.evaluate(
    (element, given) => {
      const clipboardData = new DataTransfer()
      if (given.plain !== '') clipboardData.setData('text/plain', given.plain)
      if (given.html !== '') clipboardData.setData('text/html', given.html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { plain, html },
  )

/** Creates a document with this text, which no window has opened yet, and returns its id. */
export async function documentOf(
  { main }: Pick<Stet, 'main'>,
  title: string,
  text: string,
  folderId: string | null = null,
): Promise<string> {
  const { id } = await main.ask('document.create', { title, text, folderId })
  await main.ask('document.close', { id })
  return id
}

/** Opens a document from the palette. */
export async function openByName({ page }: Stet, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+p')
  const palette = page.getByRole('dialog', { name: 'Go to document' })
  await palette.getByRole('combobox').fill(name)
  await palette.getByRole('option').first().click()
  await expect(page).toHaveTitle(new RegExp(`^${name}\\b`))
}

/** Closes the active document and deletes it. */
export async function forget(stet: Stet, title: string): Promise<void> {
  await stet.press('ControlOrMeta+w')
  await expect(stet.page).not.toHaveTitle(new RegExp(`^${title}\\b`))
  await stet.main.ask('document.delete', { ids: await idsOf(stet, title) })
}

/** The ids of the documents with this title. */
export async function idsOf({ main }: Pick<Stet, 'main'>, title: string): Promise<string[]> {
  const all = { filter: { smart: 'all' }, sort: 'created', descending: false, offset: 0, limit: 500 } as const
  const { items } = await main.ask('documents.list', all)
  return items.filter((one) => one.title === title).map(({ id }) => id)
}

/** The stored texts of the documents with this title. */
export async function textsOf(
  stet: Pick<Stet, 'main' | 'keptText'>,
  title: string,
): Promise<readonly string[]> {
  const texts = await Promise.all((await idsOf(stet, title)).map(stet.keptText))
  return texts.map((text) => text ?? '')
}

/** An image of the library, as linked in the app. In a browser, its address works only with `withPictures`. */
export const BOAT = '![Boat](stet-file:b-1)'

/** Reloads the page, with each image of the library drawn 200 px wide and 100 px high. */
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
