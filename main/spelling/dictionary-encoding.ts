import type { DictionaryFiles } from './engine'

/** Names that Hunspell has for encodings, where `TextDecoder` has another. */
const LABELS: Readonly<Record<string, string>> = {
  'microsoft-cp1251': 'windows-1251',
  'tis620-2533': 'tis-620',
}

/**
 * The same dictionary in UTF-8, since the engine is given words in UTF-8 and compares bytes. Throws a RangeError where
 * the dictionary is in an encoding that this runtime does not know.
 */
export function inUtf8({ aff, dic }: DictionaryFiles): DictionaryFiles {
  const rules = new TextDecoder('latin1').decode(withoutMark(aff))
  const named = /^SET[ \t]+(\S+)/m.exec(rules)?.[1]?.toLowerCase() ?? 'iso8859-1'
  if (named === 'utf-8') return { aff: withoutMark(aff), dic: withoutMark(dic) }
  const decoder = new TextDecoder(LABELS[named] ?? named)
  // A flag is one byte where nothing else is said; above 127 it becomes two, which Hunspell reads only if told so.
  const flags = /^FLAG[ \t]/m.test(rules) ? '' : 'FLAG UTF-8\n'
  const others = decoder.decode(aff).replace(/^SET[ \t]+\S+.*$/m, '')
  return {
    aff: new TextEncoder().encode(`SET UTF-8\n${flags}${others}`),
    dic: new TextEncoder().encode(decoder.decode(dic)),
  }
}

/** Without the mark that some editors put before UTF-8, which Hunspell takes for a part of the first line. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
