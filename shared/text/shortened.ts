const LENGTH = 60

/** Words of a text, shortened for a sentence about them. */
export const shortened = (words: string): string =>
  words.length <= LENGTH ? words : `${words.slice(0, LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`
