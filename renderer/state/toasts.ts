import type { CommandName } from '../../shared/ipc/ipc'
import type { DocumentId } from '../../shared/terms'
import { onTopDialog, topDialog } from '../ui/top-dialog'
import { useWindow, type Toast } from './store'
import type { UndoStep } from './window-state'

const TOASTS_MAX = 5
/** The maximum length of a name in a toast, which covers the text that somebody is writing. */
const NAME_MAX = 60
let nextToast = 1

/**
 * Shows the result of what the writer just did, in place of the previous result. Queued toasts, and toasts that the
 * main process waits to have read, come afterwards. Returns the id of the toast.
 */
export const showToast = (said: string, actions: Toast['actions'] = [], concerns?: DocumentId): number =>
  say(said, { actions, ...(concerns !== undefined && { concerns }) })

/**
 * Like `showToast`, for messages about the app and messages that name their library: the toast stays when another
 * library comes on screen.
 */
export const showToastOfApp = (said: string): number => say(said, { actions: [], isOfApp: true })

/** Says why the main process refused a command. */
export const showRefusal = (said: string, refused: CommandName): number => say(said, { actions: [], refused })

/** Removes refusals of a command after it has succeeded. */
export const dropRefusals = (command: CommandName): void => drop(({ refused }) => refused === command)

/**
 * Whether the toast must not be replaced: it stays until dismissed, or the main process waits to hear that it was read.
 */
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

/**
 * Shows a message about the text in front. It would be wrong over another text, so it closes when another one comes to
 * the front.
 */
export function showToastHere(said: string, actions: Toast['actions'] = []): void {
  showAt(inFront, [useWindow.subscribe], said, actions)
}

/** Shows a message about the topmost dialog. It closes with the dialog, and when another dialog opens over it. */
export function showToastOfDialog(said: string): void {
  showAt(onTop, [onTopDialog], said)
}

/**
 * Shows a message about the text or dialog on screen; it closes when something else is there. Returns the id of the
 * toast.
 */
export const showToastInPlace = (said: string): number =>
  showAt(() => [...inFront(), ...onTop()], [useWindow.subscribe, onTopDialog], said)

/** Shows a toast that stays only while `place` returns the same values. */
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

/** The maximum number of actions that can be undone one after another. */
const UNDO_STEPS_MAX = 20
/** Resolves when the undos that were requested so far have ended. */
let undoing: Promise<unknown> | undefined

/** Undoes an action after those that were done later: an earlier undo would find its documents elsewhere. */
function undoInTurn(undo: () => unknown): void {
  const own = undoing === undefined ? Promise.resolve(undo()) : undoing.then(undo, undo)
  undoing = own
  void own.finally(() => {
    if (undoing === own) undoing = undefined
  })
}

/** Forgets the actions before the last `UNDO_STEPS_MAX`. */
function forgetEarlier(step: UndoStep): void {
  let last: UndoStep | null = step
  for (let count = 1; count < UNDO_STEPS_MAX; count++) last = last?.earlier ?? null
  if (last !== null) last.earlier = null
}

/**
 * Shows the result of an action in the library with an Undo button. Ctrl+Z in the sidebar and the list does the same
 * until something else is done there; from then on the toast has no Undo button. Once the action is undone, Ctrl+Z undoes
 * the one before.
 */
export function showDone(text: string, undo: () => unknown, concerns?: DocumentId): void {
  const before = useWindow.getState().undo
  const once: UndoStep = {
    isUnderWay: false,
    earlier: before?.isUnderWay === true ? before.earlier : before,
    run() {
      if (useWindow.getState().undo !== once) return
      useWindow.setState({ undo: once.earlier })
      undoInTurn(undo)
    },
  }
  forgetEarlier(once)
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

/** Reports that an action was undone completely; `done` is the sentence that reported the action. */
export const undoneText = (done: string): string =>
  `Undone: ${done.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`

/** Whether the toast is on screen or queued. */
export const isShown = (id: number): boolean => useWindow.getState().toasts.some((toast) => toast.id === id)

/** Undoes the last action, for Ctrl+Z in the library; returns whether there was one. */
export function undoLast(): boolean {
  const { undo, toasts } = useWindow.getState()
  if (undo === null) return false
  const said = toasts.find(({ actions }) => actions.some(({ run }) => run === undo.run))
  if (said !== undefined) closeToast(said.id)
  undo.run()
  return true
}

/** Whether an action that can be undone is under way, or the toast in front is about it. */
export function isUndoSaid(): boolean {
  const { undo, toasts } = useWindow.getState()
  if (undo === null) return false
  return undo.isUnderWay || toasts[0]?.actions.some(({ run }) => run === undo.run) === true
}

/** Shows something that happened elsewhere, after the toasts that are still to be read. Returns the id of the toast. */
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
  // The main process need not repeat what is shown now.
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

/** Merges two toasts into one, at the position of the earlier one. */
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

/** Removes toasts about a document that are no longer true. */
export const dropToasts = (about: DocumentId): void => drop((toast) => documentOf(toast) === about)

/**
 * Removes requests to decide about a document whose question is on screen or over, or lowers the count in a joint
 * toast.
 */
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

/** Removes toasts about changes in a deleted document, which can no longer be viewed or undone there. */
export const dropToastsAbout = (gone: DocumentId): void => drop(({ about }) => about?.id === gone)

/**
 * Removes the toasts of the previous library, with their buttons, when another one comes on screen. Toasts that hold
 * words kept nowhere else, and toasts about the app, stay.
 */
export const dropToastsOfOthers = (connectionId: string): void =>
  drop(({ stays, isOfApp, library }) =>
    library === undefined ? stays !== true && isOfApp !== true : library !== connectionId,
  )

/** Removes a toast without marking it as read. */
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
