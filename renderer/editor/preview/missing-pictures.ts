import { isolateHistory } from '@codemirror/commands'
import { Facet, type EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { linksIn } from '../../../shared/markdown/links'
import type { Problem } from '../../../shared/problem'
import type { LibraryEpoch } from '../../../shared/terms'
import type { Client } from '../../bridge/bridge'
import { isFileLink } from '../file-address'
import { askAround } from '../markdown/syntax'
import { textButton } from '../view/text-button'

/** The library that contains the files of a text. */
interface FileSource {
  readonly library: LibraryEpoch
  readonly call: Client['call']
  readonly listen: Client['listen']
  readonly failed: (problem: Problem) => void
}

export const fileSource = Facet.define<FileSource, FileSource | undefined>({
  combine: ([source]) => source,
})

/** Whether an image is on the web, where readers may see it although it is not loaded here. */
export const isFromWeb = (address: string): boolean => /^(?:https?:)?\/\//i.test(address)

/** The reason why an image with this address can never be shown; `undefined` if it may be a file of the library. */
export function neverShown(address: string): string | undefined {
  if (isFileLink(address)) return undefined
  if (isFromWeb(address)) return 'Pictures from the web are not loaded.'
  return address === '' ? 'No picture is chosen.' : 'The library has no picture at this address.'
}

/** The reason why an image of the library did not load, as a sentence; undefined if it can be read. */
export async function askMissing(
  call: Client['call'],
  link: string,
): Promise<{ readonly why?: string | undefined; readonly isAway?: boolean | undefined }> {
  const asked = await call('file.missing', { link })
  return asked.ok ? asked.value : { why: asked.problem.message }
}

export const DAMAGED = 'This picture is damaged and cannot be shown.'

/** The reason why an image could not be rendered, as a sentence. */
export const whyMissing = async (call: Client['call'], link: string): Promise<string> =>
  (await askMissing(call, link)).why ?? DAMAGED

/** Shows in `note` why the image is missing, and offers to replace it. */
export function noteMissing(view: EditorView, note: HTMLElement, address: string, why: string): void {
  const words = document.createElement('span')
  words.textContent = why
  note.replaceChildren(words)
  note.setAttribute('role', 'note')
  if (view.state.readOnly) return
  // By keyboard, the command "Replace picture…" does the same.
  note.append(textButton('cm-picture-find', 'Find…', 'Find…', () => void findPicture(view, address)))
}

/** Replaces the image at the cursor by a chosen file; false if there is none. */
export function replacePicture(view: EditorView): boolean {
  const address = pictureAt(view.state, view.state.selection.main.head)
  if (address === undefined || view.state.readOnly) return false
  void findPicture(view, address)
  return true
}

function pictureAt(state: EditorState, position: number): string | undefined {
  const address = (node: { readonly name: string; readonly from: number; readonly to: number }) =>
    node.name === 'Image' ? state.sliceDoc(node.from, node.to) : null
  const source = askAround(state, position, -1, address) ?? askAround(state, position, 1, address)
  const link = source === null ? undefined : linksIn(source, [])[0]
  return link?.kind === 'link' && link.isImage ? link.address : undefined
}

/** Asks for a file and puts it in place of this address in every image of the text, in one undo step. */
async function findPicture(view: EditorView, address: string): Promise<void> {
  const source = view.state.facet(fileSource)
  const chosen = await source?.call('file.choose', undefined)
  if (chosen?.ok === false) source?.failed(chosen.problem)
  const file = chosen?.ok === true ? chosen.value[0] : undefined
  if (file === undefined || view.state.readOnly) return view.focus()
  const changes = linksIn(view.state.doc.toString()).flatMap((link) =>
    link.kind === 'link' && link.isImage && link.address === address
      ? [{ from: link.addressFrom, to: link.addressFrom + address.length, insert: file.link }]
      : [],
  )
  view.dispatch({ changes, annotations: isolateHistory.of('full'), userEvent: 'input.paste' })
  view.focus()
}
