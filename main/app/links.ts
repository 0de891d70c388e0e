import { attempt } from '../../shared/thrown'

const OPENABLE = new Set(['http:', 'https:', 'mailto:'])

/** What a link may write into a mail. Some mail programs attach files of the disk by other names. */
const MAIL_WORDS = new Set(['to', 'cc', 'subject', 'body'])

/** An address that may be handed to the system's browser, normalised; undefined for every other scheme and for nonsense. */
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

/** Of broken percent signs nothing, so that they name no word. */
const mailWord = (name: string): string => attempt(() => decodeURIComponent(name)) ?? ''
