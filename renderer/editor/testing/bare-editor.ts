import { collab, sendableUpdates } from '@codemirror/collab'
import { EditorState, Text } from '@codemirror/state'
import type { EditorHandle, EditorOptions } from '../editor'
import { createDocumentChannel } from '../sync/document-channel'

/** The part of an editor that the scenarios use. */
export interface BareEditor extends Pick<
  EditorHandle,
  'text' | 'flush' | 'keptView' | 'configure' | 'change' | 'vimMode' | 'language' | 'destroy'
> {
  /** Typed text that the main process has not acknowledged. */
  unsent(): string
}

/** For tests: an editor without a screen, with the real state and the real channel to the main process. */
export function createBareEditor(options: EditorOptions): BareEditor {
  let state = EditorState.create({
    doc: Text.of(options.document.text.split('\n')),
    extensions: [
      EditorState.lineSeparator.of('\n'),
      collab({ startVersion: options.document.version, clientID: options.clientId }),
    ],
  })
  const channel = createDocumentChannel({
    host: {
      get state() {
        return state
      },
      composing: false,
      dispatch: (transaction) => void (state = transaction.state),
    },
    document: options.document,
    clientId: options.clientId,
    call: options.call,
    listen: options.listen,
    timers: options.timers,
    report: options.report,
  })
  return {
    text: () => state.doc.toString(),
    flush: () => channel.flush(),
    keptView() {
      const version = channel.settledVersion()
      return version === undefined ? undefined : { version, view: { anchor: 0, head: 0, scrollTop: 0 } }
    },
    configure() {},
    vimMode: () => undefined,
    language: () => undefined,
    change(changes) {
      state = state.update({
        changes: changes.map(({ from, to, insert }) => ({ from, to, insert: Text.of(insert.split('\n')) })),
      }).state
      channel.changed()
      options.edited()
    },
    unsent() {
      const inserted: string[] = []
      for (const { changes } of sendableUpdates(state))
        changes.iterChanges((_fromA, _toA, _fromB, _toB, text) => void inserted.push(text.toString()))
      return inserted.join('\n')
    },
    destroy: () => channel.stop(),
  }
}
