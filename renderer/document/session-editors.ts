import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { ChannelState, EditorHandle, EditorOptions, EditorSettings } from '../editor/editor'
import type { EditorPane } from '../editor/view/editor-viewport'
import type { ShownEditor } from '../state/sessions'
import type { Side } from '../state/sides'

/**
 * The editors of one open document: one, and where both sides of a split view have shown it, one for each side, which keeps
 * its place there until the view is not split any more. Each is to main what an editor in a window of
 * its own would be, so that both stay in step as two windows do. Their undo history is one: the editor that the writer is in
 * takes it over from the one that had it.
 */
interface SessionEditors {
  /** The one that the writer is in, or was in last. */
  readonly current: EditorHandle
  readonly areTwo: boolean
  show(pane: EditorPane, side: Side): ShownEditor
  /** The view is not split any more: one editor is enough. */
  leaveHidden(): void
  /** Of all of them together. */
  state(): ChannelState
  configure(settings: EditorSettings): void
  /** Words that are right in this document alone. */
  setIgnored(words: readonly string[]): void
  /** Words that main does not have yet stay and are handed over; no more are typed. */
  setReadOnly(readOnly: boolean): void
  flush(): Promise<boolean>
  /** What stands in them; one text, unless main has not taken all of it. */
  texts(): readonly string[]
  /** The last one closes with the document; each other is released here. */
  destroy(): void
}

interface EditorSlot {
  readonly editor: EditorHandle
  channel: ChannelState
  /** Words were written into it that the undo history of the document does not have. */
  hasOwnSteps: boolean
  isShown: boolean
  /** Where it was shown last. */
  side: Side
}

export function createSessionEditors(options: {
  readonly document: OpenDocument
  readonly create: (document: OpenDocument, hears: Pick<EditorOptions, 'report' | 'focused'>) => EditorHandle
  /** The document once more; undefined where main does not open it. */
  readonly openAgain: () => Promise<OpenDocument | undefined>
  readonly closeAgain: () => void
  readonly isSplit: () => boolean
  readonly changed: () => void
  readonly after: (run: () => void) => void
}): SessionEditors {
  const slots: EditorSlot[] = []
  /** Shown nowhere any more, with words that main has not taken. */
  const closing = new Set<EditorSlot>()
  let settings: EditorSettings | undefined
  let ignored: readonly string[] = []
  let destroyed = false
  const first = add(options.document, 'left')
  let current = first
  /** The one with the undo history. */
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

  /** False where the undo history is not with the current editor yet. */
  function handOver(): boolean {
    holder = handedOver(holder, [...all().filter(({ hasOwnSteps }) => hasOwnSteps), current])
    return holder === current
  }

  function leaveHidden(): void {
    for (const slot of hidden()) if (slot !== current) void leave(slot)
  }

  /** Once main has its words; until then they are kept and tried. */
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
      if (slot !== undefined) attach(slot, pane, side)
      else
        void options.openAgain().then((document) => {
          if (document === undefined) return
          if (!isWanted || destroyed) return options.closeAgain()
          slot = add(document, side)
          slot.editor.leaveHistory()
          attach(slot, pane, side)
          if (takesFocus) slot.editor.focus()
        })
      return {
        focus() {
          takesFocus = true
          slot?.editor.focus()
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
 * Hands the undo history from one editor to the next, as far as both are settled, and tells which one has it now. It lies
 * below the steps that the next one was given meanwhile.
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
