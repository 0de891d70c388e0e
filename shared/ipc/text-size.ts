/** Sizes that the text of the editor may have, in CSS pixels. */
export const TEXT_SIZE = { least: 12, most: 32 } as const
