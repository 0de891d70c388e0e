import { trimEndOf } from '../../shared/text/trim'

/** Shorter strings occur in texts by chance, and no service issues keys of this length. */
const SHORTEST = 6
const STRUCK = '[key]'

/**
 * Removes a key from a text: as it is, in hexadecimal, percent-encoded, and in base64 at any position of the encoded
 * data. It is meant for words from outside; a writer's text must never pass through it.
 */
export function createStrike(key: string): (text: string) => string {
  const forms = formsOf(key)
  if (forms.length === 0) return (text) => text
  const anywhere = new RegExp(forms.map(escaped).join('|'), 'gi')
  return (text) => text.replace(anywhere, STRUCK)
}

/** The encodings of the key, the longest first, so that replacing one leaves no remainder of another. */
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

/**
 * The part of the key's base64 that does not depend on its surroundings, where `before` bytes of its first group belong
 * to other data.
 */
function base64Within(bytes: Buffer, before: number): string {
  const encoded = trimEndOf(Buffer.concat([Buffer.alloc(before), bytes]).toString('base64'), '=')
  const isWhole = (before + bytes.length) % 3 === 0
  return encoded.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
