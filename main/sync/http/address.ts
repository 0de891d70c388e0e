import { trimEndOf } from '../../../shared/text/trim'
import { failed, ok, problem, type Result } from '../../../shared/problem'
import type { KeyForm } from './fetch'
import { attempt } from '../../../shared/thrown'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A scheme with a single slash counts too: `htp:/example.com` is a mistyped scheme, not a host of that name. */
const SCHEME = /^[a-z][a-z0-9+.-]*:\//i

/** Whether a host name, as `URL.hostname` gives it, can only be this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/**
 * The base address of a service, from an address as a person types it: with or without scheme, trailing slash or
 * `/api/v1` (A1). Plain http is allowed for a loopback address only (D5). The result has no slash at its end.
 */
export function normaliseAddress(typed: string): Result<string> {
  const refused = (message: string) => failed(problem('invalid-input', message))
  const text = typed.trim()
  if (text === '') return refused('Enter the address of the service.')
  const hasScheme = SCHEME.test(text)
  const url = attempt(() => new URL(hasScheme ? text : `https://${text}`))
  if (url !== undefined && url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused('The address must begin with https:// (or http:// on this computer).')
  if (!url || url.hostname === '')
    return refused('This is not an address. One looks like https://example.com.')
  if (!hasScheme && isLoopback(url.hostname)) url.protocol = 'http:'
  if (url.username !== '' || url.password !== '')
    return refused('The address must not contain a user name or a password. The key has its own field.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return refused(
      'http:// isn’t encrypted: others could read the key. Use https://, or an address on this computer.',
    )
  const path = trimEndOf(trimEndOf(url.pathname, '/').replace(/\/api\/v1$/i, ''), '/')
  return ok(url.origin + path)
}

/**
 * The form in which a key is sent, by its prefix (D1): a management key goes as Bearer, any other in its own header.
 */
export const keyFormOf = (key: string): KeyForm => (key.startsWith('mk_') ? 'bearer' : 'header')

/** The other form, to try where a service does not accept the key in this one. */
export const otherForm = (form: KeyForm): KeyForm => (form === 'bearer' ? 'header' : 'bearer')

/**
 * Why this text cannot be a key; `undefined` where it can: a key is one line of visible ASCII, as a header can carry
 * it.
 */
export function keyProblem(key: string): string | undefined {
  if (key === '') return 'Enter the API key.'
  return /^[\x21-\x7e]+$/.test(key) ? undefined : 'A key has no spaces, line ends or accented letters.'
}
