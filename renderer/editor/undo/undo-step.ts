/**
 * After this many characters, or a pause of this length, an undo step ends at the end of the word; in the text and in
 * every field.
 */
export const UNDO_STEP_CHARACTERS = 40
export const UNDO_PAUSE_MS = 500
