/** Names of footnotes and of references to them that no heading has: a full stop stands in none of theirs. */
export const noteId = (number: number): string => `fn.${number}`
export const referenceId = (number: number, occurrence: number): string => `fnref.${number}.${occurrence}`
