import { trimEndOf } from '../../shared/text/trim'

/** Shorter strings are in every text by chance, and no service gives out keys of this length. */
const SHORTEST = 6
const STRUCK = '[key]'

/**
 * Takes a key out of a text: as it is, in hexadecimal, percent-encoded, and in base64 wherever it stands in what was
 * encoded. For words that somebody else wrote; a text of the writer is never to pass through here.
 */
export function createStrike(key: string): (text: string) => string {
  const forms = formsOf(key)
  if (forms.length === 0) return (text) => text
  const anywhere = new RegExp(forms.map(escaped).join('|'), 'gi')
  return (text) => text.replace(anywhere, STRUCK)
}

/** The longest first, so that none leaves the rest of another one. */
function formsOf(key: string): string[] {
  if (key.length < SHORTEST) return []
  const bytes = Buffer.from(key)
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const base64 = [0, 1, 2].map((before) => base64Within(bytes, before))
  const forms = [
    key,
    encodeURIComponent(key),
    percent,
    bytes.toString('hex'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [...new Set(forms)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length)
}

/** What of the key's base64 is the same whatever stands around it, where `before` bytes of its first group are another's. */
function base64Within(bytes: Buffer, before: number): string {
  const encoded = trimEndOf(Buffer.concat([Buffer.alloc(before), bytes]).toString('base64'), '=')
  const isWhole = (before + bytes.length) % 3 === 0
  return encoded.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
