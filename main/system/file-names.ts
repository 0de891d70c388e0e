import { trimEndOf, trimOf } from '../../shared/text/trim'

/** Names that not every file system allows: Windows is the strictest, so its rules apply everywhere. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i
const NOT_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu
/** Characters that change the text direction can make one name look like another. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\p{Cs}]/gu
const BYTES_MAX = 180

/**
 * A name without a path for a document, folder or file; `extension` includes its dot. It is unique among `taken`,
 * ignoring case.
 */
export function safeName(title: string, taken: Set<string>, extension = ''): string {
  const words = title.normalize('NFC').replace(INVISIBLE, '').replace(NOT_IN_NAMES, '-').replace(/\s+/g, ' ')
  const plain = trimOf(words, '. ')
  const stem = cutToBytes(plain === '' ? 'Untitled' : RESERVED.test(plain) ? `_${plain}` : plain, BYTES_MAX)
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : ` ${number}`}${extension}`
    const key = name.toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return name
  }
}

/** Splits a name into its stem and its extension with the dot. */
export function splitName(name: string): readonly [stem: string, extension: string] {
  const at = name.lastIndexOf('.')
  return at <= 0 || name.length - at > 12 ? [name, ''] : [name.slice(0, at), name.slice(at)]
}

/** The text cut to this many bytes of UTF-8, ending with a whole character. */
function cutToBytes(text: string, most: number): string {
  let bytes = 0
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) return trimEndOf(cut, '. ') || 'Untitled'
    cut += segment
  }
  return cut
}
