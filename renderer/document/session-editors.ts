import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { ChannelState, EditorHandle, EditorOptions, EditorSettings } from '../editor/editor'
import type { EditorPane } from '../editor/view/editor-viewport'
import type { ShownEditor } from '../state/sessions'
import type { Side } from '../state/sides'
import { holdingKeysHere } from '../state/typed/type-ahead'

/**
 * The editors of one open document: usually one, and two when both sides of a split view have shown it. Each keeps the
 * position of its side until the view is no longer split. To the main process each is like an editor in a window of its
 * own, which keeps both in step as it does two windows. They share one undo history, which moves to the editor that the
 * writer is in.
 */
interface SessionEditors {
  /** The editor that the writer is in, or was in last. */
  readonly current: EditorHandle
  readonly areTwo: boolean
  show(pane: EditorPane, side: Side): ShownEditor
  /** Closes the editor that is not shown, because the view is no longer split. */
  leaveHidden(): void
  /** The combined state of all editors. */
  state(): ChannelState
  configure(settings: EditorSettings): void
  /** Sets the words that are accepted by the spelling check in this document only. */
  setIgnored(words: readonly string[]): void
  /** Makes the editors read-only. Text that the main process does not have yet is kept and handed over. */
  setReadOnly(readOnly: boolean): void
  flush(): Promise<boolean>
  /** The texts in the editors; there is one unless the main process has not accepted everything. */
  texts(): readonly string[]
  /** Destroys the editors. The last one closes with the document, the others are released here. */
  destroy(): void
}

interface EditorSlot {
  readonly editor: EditorHandle
  channel: ChannelState
  /** Whether the editor has changes that the undo history of the document does not contain. */
  hasOwnSteps: boolean
  isShown: boolean
  /** The side on which it was shown last. */
  side: Side
}

export function createSessionEditors(options: {
  readonly document: OpenDocument
  readonly create: (document: OpenDocument, hears: Pick<EditorOptions, 'report' | 'focused'>) => EditorHandle
  /** Opens the document a second time; undefined if the main process does not open it. */
  readonly openAgain: () => Promise<OpenDocument | undefined>
  readonly closeAgain: () => void
  readonly isSplit: () => boolean
  readonly changed: () => void
  readonly after: (run: () => void) => void
}): SessionEditors {
  const slots: EditorSlot[] = []
  /** Editors that are no longer shown but have text that the main process has not accepted. */
  const closing = new Set<EditorSlot>()
  let settings: EditorSettings | undefined
  let ignored: readonly string[] = []
  let destroyed = false
  const first = add(options.document, 'left')
  let current = first
  /** The editor that has the undo history. */
  let holder = first

  function add(document: OpenDocument, side: Side): EditorSlot {
    const slot: EditorSlot = {
      side,
      isShown: false,
      channel: { unsent: false },
      hasOwnSteps: false,
      editor: options.create(document, {
        report(next) {
          const { unsent, problem } = slot.channel
          slot.channel = next
          if (!next.unsent) handOver()
          else slot.hasOwnSteps = slot !== holder
          if (next.unsent !== unsent || next.problem?.message !== problem?.message) options.changed()
        },
        focused() {
          current = slot
          void flush().then(handOver)
        },
      }),
    }
    if (settings !== undefined) slot.editor.configure(settings)
    if (ignored.length > 0) slot.editor.setIgnored(ignored)
    slots.push(slot)
    return slot
  }

  /** Moves the undo history to the current editor; returns false if that is not possible yet. */
  function handOver(): boolean {
    holder = handedOver(holder, [...all().filter(({ hasOwnSteps }) => hasOwnSteps), current])
    return holder === current
  }

  function leaveHidden(): void {
    for (const slot of hidden()) if (slot !== current) void leave(slot)
  }

  /** Closes an editor once the main process has its text; until then the text is kept and sent again. */
  async function leave(slot: EditorSlot): Promise<void> {
    closing.add(slot)
    slots.splice(slots.indexOf(slot), 1)
    if (current === slot) current = slots[0] ?? first
    while (!((await flush()) && handOver()) && closing.has(slot))
      await new Promise<void>((resolve) => options.after(resolve))
    if (closing.delete(slot)) end(slot)
    options.changed()
  }

  function end(slot: EditorSlot): void {
    slot.editor.destroy()
    options.closeAgain()
  }

  const hidden = () => slots.filter(({ isShown }) => !isShown)
  const all = () => [...slots, ...closing]
  const flush = async () => (await Promise.all(all().map(({ editor }) => editor.flush()))).every(Boolean)

  return {
    get current() {
      return current.editor
    },
    get areTwo() {
      return slots.filter(({ isShown }) => isShown).length > 1
    },
    leaveHidden,
    show(pane, side) {
      let slot = hidden().find((other) => other.side === side) ?? hidden()[0]
      let isWanted = true
      let takesFocus = false
      async function openAnother(): Promise<void> {
        const document = await options.openAgain()
        if (document === undefined) return
        if (!isWanted || destroyed) return options.closeAgain()
        slot = add(document, side)
        slot.editor.leaveHistory()
        attach(slot, pane, side)
        if (takesFocus) slot.editor.focus()
      }
      const opening = slot === undefined ? openAnother() : undefined
      if (slot !== undefined) attach(slot, pane, side)
      return {
        focus() {
          takesFocus = true
          if (slot !== undefined) slot.editor.focus()
          // The other side has the focus until then.
          else void holdingKeysHere(async () => opening)
        },
        release() {
          isWanted = false
          if (slot === undefined) return
          slot.editor.detach()
          slot.isShown = false
          if (current === slot) current = slots.find(({ isShown }) => isShown) ?? slot
          if (!options.isSplit()) leaveHidden()
        },
      }
    },
    state: () => stateOf(all().map(({ channel }) => channel)),
    configure(next) {
      settings = next
      for (const { editor } of slots) editor.configure(next)
    },
    setIgnored(words) {
      if (words.length === 0 && ignored.length === 0) return
      ignored = words
      for (const { editor } of slots) editor.setIgnored(words)
    },
    setReadOnly(readOnly) {
      for (const { editor } of all()) editor.setReadOnly(readOnly)
    },
    flush,
    texts: () => [...new Set(all().map(({ editor }) => editor.text()))],
    destroy() {
      destroyed = true
      const [last, ...others] = all()
      closing.clear()
      for (const slot of others) end(slot)
      last?.editor.destroy()
    },
  }
}

function attach(slot: EditorSlot, pane: EditorPane, side: Side): void {
  slot.isShown = true
  slot.side = side
  slot.editor.attach(pane)
}

function stateOf(channels: readonly ChannelState[]): ChannelState {
  const problem = channels.find((channel) => channel.problem !== undefined)?.problem
  return { unsent: channels.some(({ unsent }) => unsent), ...(problem !== undefined && { problem }) }
}

/**
 * Moves the undo history from editor to editor while both are settled, and returns the one that has it then. The
 * history is placed below the steps made in the next editor meanwhile.
 */
function handedOver(from: EditorSlot, to: readonly EditorSlot[]): EditorSlot {
  let holder = from
  for (const slot of to) {
    if (slot === holder) continue
    const history = holder.editor.settled()
    if (history === undefined || !slot.editor.takeHistory(history)) return holder
    holder.editor.leaveHistory()
    holder = slot
    slot.hasOwnSteps = false
  }
  return holder
}
