interface MaybeKnows {
  isWellFormed?: () => boolean
}

/**
 * Replaces lone surrogates, which have no UTF-8, visibly by U+FFFD, where text enters main (requirement F, "texts").
 */
export function wellFormed(text: string): string {
  return (text as MaybeKnows).isWellFormed?.() === true ? text : text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
