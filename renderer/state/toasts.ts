import type { CommandName } from '../../shared/ipc/ipc'
import type { DocumentId } from '../../shared/terms'
import { onTopDialog, topDialog } from '../ui/top-dialog'
import { useWindow, type Toast } from './store'

const TOASTS_MAX = 5
/** A name is shown as far as this: what is said stands over the text that somebody writes on in. */
const NAME_MAX = 60
let nextToast = 1

/**
 * Says at once what the writer's own deed has come to, in place of what the one before had come to; what waits to be said,
 * and what main has said until it was read, comes after. Answers with the id of the toast.
 */
export const showToast = (said: string, actions: Toast['actions'] = [], concerns?: DocumentId): number =>
  say(said, { actions, ...(concerns !== undefined && { concerns }) })

/** The same of what is about the app, or names the library that it is about: it stays when another library comes on screen. */
export const showToastOfApp = (said: string): number => say(said, { actions: [], isOfApp: true })

/** Says why main did not do what it was asked for. */
export const showRefusal = (said: string, refused: CommandName): number => say(said, { actions: [], refused })

/** Main has done such a thing now: why it did not before is over. */
export const dropRefusals = (command: CommandName): void => drop(({ refused }) => refused === command)

/** It stays, or main waits to hear that it was read: no other sentence takes it away. */
const isSaidOnce = ({ stays, closed }: Toast): boolean => stays === true || closed !== undefined

function say(said: string, rest: Omit<Toast, 'id' | 'text'>): number {
  const text = said.replace(/“([^“”]+)”/g, (whole, name: string) =>
    name.length > NAME_MAX ? `“${[...name].slice(0, NAME_MAX).join('').trimEnd()}…”` : whole,
  )
  const [seen] = useWindow.getState().toasts
  if (seen !== undefined && !isSaidOnce(seen)) closeToast(seen.id)
  const id = nextToast++
  useWindow.setState(({ toasts }) => ({
    toasts: [{ id, text, ...rest }, ...toasts.filter((other) => other.text !== text)].filter(
      (toast, at) => isSaidOnce(toast) || at < TOASTS_MAX,
    ),
  }))
  return id
}

const inFront = () => {
  const { view, active } = useWindow.getState()
  return [view, active]
}
const onTop = () => [topDialog()]

/** Says what is about the text in front. Over another one the sentence would be wrong: it goes when that comes there. */
export function showToastHere(said: string, actions: Toast['actions'] = []): void {
  showAt(inFront, [useWindow.subscribe], said, actions)
}

/** Says what is about the dialog on top: it goes with that, and when another one comes over it. */
export function showToastOfDialog(said: string): void {
  showAt(onTop, [onTopDialog], said)
}

/** Says what was done with what is on screen, text or dialog: it goes when something else is there. Answers with its id. */
export const showToastInPlace = (said: string): number =>
  showAt(() => [...inFront(), ...onTop()], [useWindow.subscribe, onTopDialog], said)

/** The sentence stays while the place is the same. */
function showAt(
  place: () => readonly unknown[],
  changes: readonly ((changed: () => void) => () => void)[],
  said: string,
  actions: Toast['actions'] = [],
): number {
  const was = place()
  const id = showToast(said, actions)
  const stops = changes.map((onChange) =>
    onChange(() => {
      if (place().every((part, at) => part === was[at])) return
      for (const stop of stops) stop()
      closeToast(id)
    }),
  )
  return id
}

/**
 * Says what a deed in the library has come to, with its Undo, which Ctrl+Z in the sidebar and the list does as well until
 * something else is done there: from then on the sentence stands without it.
 */
export function showDone(text: string, undo: () => void, concerns?: DocumentId): void {
  const once = {
    isUnderWay: false,
    run() {
      if (useWindow.getState().undo !== once) return
      useWindow.setState({ undo: null })
      undo()
    },
  }
  useWindow.setState({ undo: once })
  const id = showToast(text, [{ label: 'Undo', run: once.run }], concerns)
  const stop = useWindow.subscribe(({ undo: now }) => {
    if (now === once) return
    stop()
    useWindow.setState(({ toasts }) => ({
      toasts: toasts.map((toast) => (toast.id === id ? { ...toast, actions: [] } : toast)),
    }))
  })
}

/** The sentence is on screen, or waits to be read. */
export const isShown = (id: number): boolean => useWindow.getState().toasts.some((toast) => toast.id === id)

/** Ctrl+Z in the library; answers whether there was something to take back. */
export function undoLast(): boolean {
  const { undo, toasts } = useWindow.getState()
  if (undo === null) return false
  const said = toasts.find(({ actions }) => actions.some(({ run }) => run === undo.run))
  if (said !== undefined) closeToast(said.id)
  undo.run()
  return true
}

/** Whether what can be taken back goes on, or the notice in front is of it. */
export function isUndoSaid(): boolean {
  const { undo, toasts } = useWindow.getState()
  if (undo === null) return false
  return undo.isUnderWay || toasts[0]?.actions.some(({ run }) => run === undo.run) === true
}

/** Says what happened elsewhere, after the sentences that are still to be read. Answers with the id of the toast. */
export function queueToast(
  text: string,
  actions: Toast['actions'] = [],
  more: Pick<Toast, 'closed' | 'about' | 'many' | 'stays' | 'isOfApp' | 'library'> = {},
): number {
  const toast: Toast = { id: nextToast++, text, actions, ...more }
  const { many } = more
  const earlier = useWindow.getState().toasts.find((other) => many && other.many?.kind === many.kind)
  if (many !== undefined && earlier?.many !== undefined)
    return joinToast(earlier, toast, [...new Set([...earlier.many.ids, ...many.ids])])
  const isAnother = (other: Toast) =>
    other.stays === true || other.text !== text || other.about?.id !== more.about?.id
  // Main need not say again what is said now.
  useWindow
    .getState()
    .toasts.find((other) => !isAnother(other))
    ?.closed?.()
  useWindow.setState(({ toasts }) => {
    const all = [...toasts.filter(isAnother), toast]
    return { toasts: all.filter((other, at) => isSaidOnce(other) || at >= all.length - TOASTS_MAX) }
  })
  return toast.id
}

/** One sentence says both, in the place of the earlier one. */
function joinToast(earlier: Toast, later: Toast, ids: readonly string[]): number {
  const { many } = later
  if (many === undefined) return earlier.id
  const joined: Toast = {
    ...later,
    id: earlier.id,
    text: many.text(ids.length),
    actions: many.actions ?? later.actions,
    many: { ...many, ids },
    closed: () => {
      earlier.closed?.()
      later.closed?.()
    },
  }
  useWindow.setState(({ toasts }) => ({
    toasts: toasts.map((toast) => (toast === earlier ? joined : toast)),
  }))
  return earlier.id
}

/** What was to be said about a document is no longer true. */
export const dropToasts = (about: DocumentId): void => drop((toast) => documentOf(toast) === about)

/** Nothing is to be decided about the document any more: what asked for that goes, or says how many are left. */
export function dropDecided(id: DocumentId): void {
  for (const toast of useWindow.getState().toasts) {
    const { many } = toast
    if (many?.kind.startsWith('decision ') !== true || !many.ids.includes(id)) continue
    const ids = many.ids.filter((other) => other !== id)
    const left: Toast = { ...toast, text: many.text(ids.length), many: { ...many, ids } }
    if (ids.length === 0) closeToast(toast.id)
    else
      useWindow.setState(({ toasts }) => ({
        toasts: toasts.map((other) => (other === toast ? left : other)),
      }))
  }
}

/** The document is gone: what came into it, and can be looked at or undone there, is not any more. */
export const dropToastsAbout = (gone: DocumentId): void => drop(({ about }) => about?.id === gone)

/**
 * The library of this connection is on screen in place of another one: what was said there goes, with what it offered to
 * do. Words that are nowhere else stay, and so does what is about the app.
 */
export const dropToastsOfOthers = (connectionId: string): void =>
  drop(({ stays, isOfApp, library }) =>
    library === undefined ? stays !== true && isOfApp !== true : library !== connectionId,
  )

/** It is not shown any more, and was not read. */
export const takeToast = (id: number): void => drop((toast) => toast.id === id)

const documentOf = ({ about, concerns }: Toast): DocumentId | undefined => about?.id ?? concerns

function drop(isOver: (toast: Toast) => boolean): void {
  if (useWindow.getState().toasts.some(isOver))
    useWindow.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => !isOver(toast)) }))
}

export function closeToast(id: number): void {
  const toast = useWindow.getState().toasts.find((candidate) => candidate.id === id)
  useWindow.setState(({ toasts }) => ({ toasts: toasts.filter((candidate) => candidate.id !== id) }))
  toast?.closed?.()
}
