import type { DictionaryFiles } from './engine'

/** Hunspell's names of encodings that differ from those of `TextDecoder`. */
const LABELS: Readonly<Record<string, string>> = {
  'microsoft-cp1251': 'windows-1251',
  'tis620-2533': 'tis-620',
}

/**
 * The dictionary in UTF-8, because the engine gets words in UTF-8 and compares bytes. Throws a RangeError where this
 * runtime does not know the dictionary's encoding.
 */
export function inUtf8({ aff, dic }: DictionaryFiles): DictionaryFiles {
  const rules = new TextDecoder('latin1').decode(withoutMark(aff))
  const named = /^SET[ \t]+(\S+)/m.exec(rules)?.[1]?.toLowerCase() ?? 'iso8859-1'
  if (named === 'utf-8') return { aff: withoutMark(aff), dic: withoutMark(dic) }
  const decoder = new TextDecoder(LABELS[named] ?? named)
  // A flag is one byte unless declared otherwise; above 127 it becomes two in UTF-8, which Hunspell reads only if
  // declared.
  const flags = /^FLAG[ \t]/m.test(rules) ? '' : 'FLAG UTF-8\n'
  const others = decoder.decode(aff).replace(/^SET[ \t]+\S+.*$/m, '')
  return {
    aff: new TextEncoder().encode(`SET UTF-8\n${flags}${others}`),
    dic: new TextEncoder().encode(decoder.decode(dic)),
  }
}

/**
 * The bytes without the byte order mark that some editors write, which Hunspell would read as part of the first line.
 */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
