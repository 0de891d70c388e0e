/** After this many characters, or this long a pause, a step of undo ends with its word: in the text and in every field. */
export const UNDO_STEP_CHARACTERS = 40
export const UNDO_PAUSE_MS = 500
