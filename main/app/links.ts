import { attempt } from '../../shared/thrown'

const OPENABLE = new Set(['http:', 'https:', 'mailto:'])

/** The fields of a mail that a link may fill in. Some mail programs attach local files by other fields. */
const MAIL_WORDS = new Set(['to', 'cc', 'subject', 'body'])

/** The normalised address for the system's browser; `undefined` for every other scheme and for invalid addresses. */
export function openableLink(address: string): string | undefined {
  const url = attempt(() => new URL(address))
  if (url === undefined || !OPENABLE.has(url.protocol)) return undefined
  if (url.protocol === 'mailto:') return withMailWords(url)
  if (url.hostname === '' || url.username !== '' || url.password !== '') return undefined
  return url.href
}

function withMailWords(url: URL): string {
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => MAIL_WORDS.has(mailWord(part.split('=', 1)[0] ?? '').toLowerCase()))
  url.search = kept.join('&')
  url.hash = ''
  return url.href
}

/** The decoded name of a field; empty where its percent-encoding is broken, so that it matches no field. */
const mailWord = (name: string): string => attempt(() => decodeURIComponent(name)) ?? ''
