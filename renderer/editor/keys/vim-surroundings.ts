import { Annotation, Facet } from '@codemirror/state'

/** What Vim's commands need from the window around the text. */
export interface VimSurroundings {
  readonly save: () => void
  /** Closes the tab once the text is saved; the tab stays open if that is not possible. */
  readonly saveAndLeave: () => void
  /** Called when Vim's mode changes, or its keys are switched on or off: `EditorHandle.vimMode`. */
  readonly modeChanged: () => void
  /** Called if Vim's keys could not be loaded; the text then has the standard keys. */
  readonly notLoaded: () => void
  /** Called with the words typed while the keys were loading, if the text was closed before that ended. */
  readonly unplaced: (words: string) => void
}

/** Marks text that a command of Vim inserted or changed, so that it does not count as typed. */
export const byCommand = Annotation.define<boolean>()

const NOBODY: VimSurroundings = {
  save: () => {},
  saveAndLeave: () => {},
  modeChanged: () => {},
  notLoaded: () => {},
  unplaced: () => {},
}

export const vimSurroundings = Facet.define<VimSurroundings, VimSurroundings>({
  combine: ([first = NOBODY]) => first,
})
