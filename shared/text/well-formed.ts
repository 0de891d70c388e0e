interface MaybeKnows {
  isWellFormed?: () => boolean
}

/** Lone surrogates have no UTF-8: each becomes U+FFFD, visibly, where text enters main (requirement F, "texts"). */
export function wellFormed(text: string): string {
  return (text as MaybeKnows).isWellFormed?.() === true ? text : text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
