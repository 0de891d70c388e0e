import type { TextChange } from '../../shared/text/text-change'
import type { Page } from '@playwright/test'
import { expect, FERRYMAN, type Stet } from './stet'

const PAUSE_MS = 2_000

/** Where a text of these tests has its cursor. */
const CURSOR = '‸'

/**
 * Makes `marked` the text of the open document, as another window does that types, and puts the cursor where `marked`
 * has `‸`: the text before that sign comes first, Ctrl+End goes to its end, and the rest comes after the cursor.
 */
export async function begin(stet: Stet, marked: string): Promise<void> {
  const [before = '', after = ''] = marked.split(CURSOR)
  await stet.text.focus()
  await typeElsewhere(stet, 'all', before)
  await stet.press('ControlOrMeta+End')
  if (after !== '') await typeElsewhere(stet, before.length, after)
}

/** Makes a change in the open document, as another window does. */
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
    // What the window has typed meanwhile comes first.
    isTaken = kind === 'accepted'
  }
}

/** The text with `‸` for the cursor. The sign is typed, so that this is the last step of a test. */
export async function result(stet: Stet): Promise<string> {
  await stet.page.keyboard.insertText(CURSOR)
  return kept(stet, (text) => text.includes(CURSOR))
}

/** The text as main has it, once it is as `is` wants it and nothing is left to be saved. */
export async function kept(stet: Stet, is: (text: string) => boolean = () => true): Promise<string> {
  await expect.poll(async () => is((await stet.keptText(FERRYMAN)) ?? '')).toBe(true)
  // What is typed is sent after a pause.
  await stet.main.pass(PAUSE_MS)
  await expect(stet.saveStatus).toHaveText('Saved')
  return (await stet.keptText(FERRYMAN)) ?? ''
}

/** Edits while main does not answer, so that “Edited” stands until it was seen. The answer comes after that. */
export async function seenEdited({ main, saveStatus }: Stet, edit: () => Promise<void>): Promise<void> {
  const answer = await main.hold('document.change')
  await edit()
  await expect(saveStatus).toHaveText('Edited')
  await answer()
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

/** Closes the document in front, and deletes it. */
export async function forget(stet: Stet, title: string): Promise<void> {
  await stet.press('ControlOrMeta+w')
  await expect(stet.page).not.toHaveTitle(new RegExp(`^${title}\\b`))
  await stet.main.ask('document.delete', { ids: await idsOf(stet, title) })
}

/** The documents of that title. */
export async function idsOf({ main }: Pick<Stet, 'main'>, title: string): Promise<string[]> {
  const all = { filter: { smart: 'all' }, sort: 'created', descending: false, offset: 0, limit: 500 } as const
  const { items } = await main.ask('documents.list', all)
  return items.filter((one) => one.title === title).map(({ id }) => id)
}

/** The texts of the documents of that title, as they are kept. */
export async function textsOf(
  stet: Pick<Stet, 'main' | 'keptText'>,
  title: string,
): Promise<readonly string[]> {
  const texts = await Promise.all((await idsOf(stet, title)).map(stet.keptText))
  return texts.map((text) => text ?? '')
}

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
