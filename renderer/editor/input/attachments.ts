import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { markdownFor } from '../file-address'
import { fileSource } from '../preview/missing-pictures'
import { apart, asParagraph, dropPlace } from './drop-place'

/** A file that the main process has stored, so that its link may be inserted into the text. */
interface TakenFile {
  readonly name: string
  readonly link: string
  readonly isImage: boolean
}

/** Hands a file to the main process; `undefined` if it was not accepted, which the writer has been told. */
export type TakeFile = (file: File) => Promise<TakenFile | undefined>

/** Handles pasted and dropped files: the main process stores each of them durably before its link is inserted. */
export function attachments(take: TakeFile): Extension {
  return [
    places,
    EditorView.domEventHandlers({
      paste(event, view) {
        const { clipboardData } = event
        // Some programs put an image of a text beside the text, in which case the text is meant.
        if (view.state.readOnly || clipboardData === null || clipboardData.getData('text/plain') !== '')
          return false
        return takeAll(view, [...clipboardData.files], view.state.selection.main.head, take, event)
      },
      drop(event, view) {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (view.state.readOnly || files.every(isMarkdown)) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        const place = dropPlace(view.state, at ?? view.state.selection.main.head)
        return takeAll(view, files, place, take, event, apart)
      },
    }),
  ]
}

/** Whether the file is a text, which becomes a document of its own wherever in the window it is dropped. */
export const isMarkdown = (file: File): boolean => /\.(?:md|markdown|txt)$/i.test(file.name)

/** Inserts links to files chosen in the system's dialog. */
export function attachFiles(view: EditorView): boolean {
  if (view.state.readOnly) return false
  void chooseFiles(view)
  return true
}

async function chooseFiles(view: EditorView): Promise<void> {
  const source = view.state.facet(fileSource)
  const chosen = await source?.call('file.choose', undefined)
  if (chosen?.ok === false) source?.failed(chosen.problem)
  if (chosen?.ok === true && chosen.value.length > 0 && !view.state.readOnly) insertFiles(view, chosen.value)
  view.focus()
}

/** Inserts links to stored files at the cursor. */
function insertFiles(view: EditorView, files: readonly TakenFile[]): void {
  const { from, to } = view.state.selection.main
  const links = files.map(markdownFor).join('\n')
  const [before, behind] = from === to ? asParagraph(view.state, from) : asIs
  noteOf(files)
  view.dispatch({
    changes: { from, to, insert: before + links + behind },
    selection: { anchor: from + before.length + links.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
}

/** Images that were inserted into a text and have not been displayed yet. */
const put = new Set<string>()

/** Whether this image was inserted into a text and is displayed for the first time. */
export const isSeenFirst = (link: string): boolean => put.delete(link)

/** Follows a link that the service changes before the image is displayed. */
export function noteNewLink(before: string, link: string): void {
  if (put.delete(before)) put.add(link)
}

const noteOf = (files: readonly TakenFile[]): void => {
  for (const { link, isImage } of files) if (isImage) put.add(link)
}

/** A paste among words is inserted at the cursor without separators. */
const asIs = ['', ''] as const

function takeAll(
  view: EditorView,
  files: readonly File[],
  at: number,
  take: TakeFile,
  event: Event,
  between: typeof apart = asParagraph,
): boolean {
  if (files.length === 0) return false
  event.preventDefault()
  void takeInOrder(view, files, at, take, between)
  return true
}

async function takeInOrder(
  view: EditorView,
  files: readonly File[],
  place: number,
  take: TakeFile,
  between: typeof apart,
): Promise<void> {
  const id = nextPlace++
  view.dispatch({ effects: placed.of({ id, at: place }) })
  let isFirst = true
  for (const file of files) {
    const taken = await take(file)
    const from = view.state.field(places).get(id)
    if (taken === undefined || from === undefined) continue
    const [before, behind] = isFirst ? between(view.state, from) : ['\n', '']
    const link = before + markdownFor(taken)
    isFirst = false
    noteOf([taken])
    const at = from + link.length
    view.dispatch({
      changes: { from, insert: link + behind },
      ...(view.state.selection.main.head === from && { selection: { anchor: at } }),
      effects: placed.of({ id, at }),
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
  }
  view.dispatch({ effects: settled.of(id) })
}

let nextPlace = 1
const placed = StateEffect.define<{ readonly id: number; readonly at: number }>()
const settled = StateEffect.define<number>()

/**
 * The positions for the links: before the text typed there while the main process stores the files, each after the
 * earlier ones.
 */
const places = StateField.define<ReadonlyMap<number, number>>({
  create: () => new Map(),
  update(before, transaction) {
    if (before.size === 0 && transaction.effects.length === 0) return before
    const written = transaction.effects.find((effect) => effect.is(placed))?.value.id ?? Infinity
    const after = new Map(
      [...before].map(([id, at]) => [id, transaction.changes.mapPos(at, id > written ? 1 : -1)]),
    )
    for (const effect of transaction.effects) {
      if (effect.is(placed)) after.set(effect.value.id, effect.value.at)
      if (effect.is(settled)) after.delete(effect.value)
    }
    return after
  },
})
