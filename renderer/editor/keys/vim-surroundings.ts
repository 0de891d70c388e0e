import { Annotation, Facet } from '@codemirror/state'

/** What vim's commands ask of the window around the text. */
export interface VimSurroundings {
  readonly save: () => void
  /** Closes the tab, once the text is saved; it stays open where that cannot be done. */
  readonly saveAndLeave: () => void
  /** Vim went to another mode, or its keys came or went: `EditorHandle.vimMode`. */
  readonly modeChanged: () => void
  /** The keys of vim could not be loaded; the text has the usual ones. */
  readonly notLoaded: () => void
  /** What was typed while the keys were loading, into a text that went before they came. */
  readonly unplaced: (words: string) => void
}

/** A command of vim put the words there, or changed them: nobody typed them. */
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
