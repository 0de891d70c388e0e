/**
 * The stem of an English word after Porter (1980), so that "walking" and "walks" meet. Lower-case ASCII words of three
 * letters and more are stemmed, everything else is its own stem. Deterministic; never longer than the word.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  let w = word.startsWith('y') ? `Y${word.slice(1)}` : word
  w = endings(plural(w))
  if (w.endsWith('y') && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`
  w = replaceEnding(w, DOUBLE_SUFFIXES)
  w = replaceEnding(w, FULL_SUFFIXES)
  w = dropSuffix(w)
  w = finalE(w)
  return w.toLowerCase()
}

const CONSONANT = '[^aeiou]'
const VOWEL = '[aeiouy]'
const CONSONANTS = `${CONSONANT}[^aeiouy]*`
const VOWELS = `${VOWEL}[aeiou]*`
const MEASURE_OVER_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`)
const MEASURE_IS_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`)
const MEASURE_OVER_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`)
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`)
const ENDS_SHORT = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`)

const hasVowel = (text: string) => HAS_VOWEL.test(text)

/** Endings that shrink to a shorter one where something is left before them. */
const DOUBLE_SUFFIXES: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
]
const FULL_SUFFIXES: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
/** The longest first. */
const LAST_SUFFIXES =
  'ement ance ence able ible ment ant ent ism ate iti ous ive ize sion tion al er ic ou'.split(' ')

function plural(w: string): string {
  if (w.endsWith('sses') || w.endsWith('ies')) return w.slice(0, -2)
  if (w.endsWith('s') && !w.endsWith('ss')) return w.slice(0, -1)
  return w
}

function endings(w: string): string {
  if (w.endsWith('eed')) return MEASURE_OVER_0.test(w.slice(0, -3)) ? w.slice(0, -1) : w
  const cut = w.endsWith('ed') ? w.slice(0, -2) : w.endsWith('ing') ? w.slice(0, -3) : undefined
  if (cut === undefined || !hasVowel(cut)) return w
  if (/(at|bl|iz)$/.test(cut)) return `${cut}e`
  if (/([^aeiouylsz])\1$/.test(cut)) return cut.slice(0, -1)
  return ENDS_SHORT.test(cut) ? `${cut}e` : cut
}

function replaceEnding(w: string, table: readonly (readonly [string, string])[]): string {
  const found = table.find(([ending]) => w.endsWith(ending))
  if (!found) return w
  const rest = w.slice(0, -found[0].length)
  return MEASURE_OVER_0.test(rest) ? rest + found[1] : w
}

function dropSuffix(w: string): string {
  const found = LAST_SUFFIXES.find((suffix) => w.endsWith(suffix))
  if (found === undefined) return w
  const rest = w.slice(0, found.endsWith('ion') ? -3 : -found.length)
  return MEASURE_OVER_1.test(rest) ? rest : w
}

function finalE(w: string): string {
  if (w.endsWith('e')) {
    const rest = w.slice(0, -1)
    if (MEASURE_OVER_1.test(rest) || (MEASURE_IS_1.test(rest) && !ENDS_SHORT.test(rest))) w = rest
  }
  return w.endsWith('ll') && MEASURE_OVER_1.test(w) ? w.slice(0, -1) : w
}
