import type { OpenDocument } from '../../shared/ipc/ipc-records'
import type { ChannelState, EditorHandle, EditorOptions, EditorSettings } from '../editor/editor'
import type { EditorPane } from '../editor/view/stage'
import type { ShownEditor } from '../state/sessions'

/**
 * The editors of one open document: one, and while two panes show it, two. Each is to main what an editor in a window of
 * its own would be, so that both stay in step as two windows do.
 */
export interface SessionEditors {
  /** The one that the writer is in, or was in last. */
  readonly current: EditorHandle
  readonly areTwo: boolean
  show(pane: EditorPane): ShownEditor
  /** Of all of them together. */
  state(): ChannelState
  configure(settings: EditorSettings): void
  /** Words that main does not have yet stay and are handed over; no more are typed. */
  setReadOnly(readOnly: boolean): void
  flush(): Promise<boolean>
  /** What stands in them; one text, unless main has not taken all of it. */
  texts(): readonly string[]
  /** The last one closes with the document; each other is given back here. */
  destroy(): void
}

interface Seat {
  readonly editor: EditorHandle
  channel: ChannelState
  isShown: boolean
}

export function createSessionEditors(options: {
  readonly document: OpenDocument
  readonly create: (document: OpenDocument, hears: Pick<EditorOptions, 'report' | 'focused'>) => EditorHandle
  /** The document once more; undefined where main does not open it. */
  readonly openAgain: () => Promise<OpenDocument | undefined>
  readonly closeAgain: () => void
  readonly changed: () => void
  readonly after: (run: () => void) => void
}): SessionEditors {
  const seats: Seat[] = []
  /** Shown nowhere any more, with words that main has not taken. */
  const leaving = new Set<Seat>()
  let settings: EditorSettings | undefined
  let destroyed = false
  const first = add(options.document)
  let current = first

  function add(document: OpenDocument): Seat {
    const seat: Seat = {
      isShown: false,
      channel: { unsent: false },
      editor: options.create(document, {
        report(next) {
          const { unsent, problem } = seat.channel
          seat.channel = next
          if (next.unsent !== unsent || next.problem?.message !== problem?.message) options.changed()
        },
        focused: () => (current = seat),
      }),
    }
    if (settings !== undefined) seat.editor.configure(settings)
    seats.push(seat)
    return seat
  }

  function attach(seat: Seat, pane: EditorPane): void {
    seat.isShown = true
    seat.editor.attach(pane)
  }

  /** Once main has its words; until then they are kept and tried. */
  async function leave(seat: Seat): Promise<void> {
    leaving.add(seat)
    seats.splice(seats.indexOf(seat), 1)
    if (current === seat) current = seats[0] ?? first
    while (!(await seat.editor.flush()) && leaving.has(seat))
      await new Promise<void>((resolve) => options.after(resolve))
    if (leaving.delete(seat)) end(seat)
    options.changed()
  }

  function end(seat: Seat): void {
    seat.editor.destroy()
    options.closeAgain()
  }

  const all = () => [...seats, ...leaving]

  return {
    get current() {
      return current.editor
    },
    get areTwo() {
      return seats.length > 1
    },
    show(pane) {
      let seat = seats.find(({ isShown }) => !isShown)
      let isWanted = true
      let takesFocus = false
      if (seat !== undefined) attach(seat, pane)
      else
        void options.openAgain().then((document) => {
          if (document === undefined) return
          if (!isWanted || destroyed) return options.closeAgain()
          seat = add(document)
          attach(seat, pane)
          if (takesFocus) seat.editor.focus()
        })
      return {
        focus() {
          takesFocus = true
          seat?.editor.focus()
        },
        giveBack() {
          isWanted = false
          if (seat === undefined) return
          seat.editor.detach()
          seat.isShown = false
          if (seats.length > 1) void leave(seat)
        },
      }
    },
    state() {
      const problem = all().find(({ channel }) => channel.problem !== undefined)?.channel.problem
      return {
        unsent: all().some(({ channel }) => channel.unsent),
        ...(problem !== undefined && { problem }),
      }
    },
    configure(next) {
      settings = next
      for (const { editor } of seats) editor.configure(next)
    },
    setReadOnly(readOnly) {
      for (const { editor } of all()) editor.setReadOnly(readOnly)
    },
    async flush() {
      const taken = await Promise.all(all().map(({ editor }) => editor.flush()))
      return taken.every(Boolean)
    },
    texts: () => [...new Set(all().map(({ editor }) => editor.text()))],
    destroy() {
      destroyed = true
      const [last, ...others] = all()
      leaving.clear()
      for (const seat of others) end(seat)
      last?.editor.destroy()
    },
  }
}
