/** Ids of footnotes and of references to them that cannot collide with headings, whose ids contain no full stop. */
export const noteId = (number: number): string => `fn.${number}`
export const referenceId = (number: number, occurrence: number): string => `fnref.${number}.${occurrence}`
