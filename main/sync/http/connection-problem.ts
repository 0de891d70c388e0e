import { problem, type Problem } from '../../../shared/problem'
import { isLoopback } from './address'
import { NotReached } from './not-reached'

/** The TLS errors that an answer in plain HTTP causes. */
const NO_TLS = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST']
/** The errors of a connection that was never made. */
const NEVER_CONNECTED = new Set([
  'STET_NOT_REACHED',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  ...NO_TLS,
])

/** Whether the service certainly received no part of the request. */
export const wasNeverConnected = (error: unknown): boolean => NEVER_CONNECTED.has(codeOf(error) ?? '')

/** Whether the certificate is signed by an authority that Node does not know. */
export const isUnknownAuthority = (error: unknown): boolean =>
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ].includes(codeOf(error) ?? '')

function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && code !== '') return code
    const [first] = (at as { errors?: readonly unknown[] }).errors ?? []
    const inner = first === undefined ? undefined : codeOf(first)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Why a request failed on its way, as a sentence for the writer. */
export function connectionProblem(error: unknown, url: string): Problem {
  if (error instanceof NotReached) return problem('unreachable', error.message)
  const code = codeOf(error) ?? ''
  if (NO_TLS.includes(code)) return problem('unreachable', noTls(url))
  if (/CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE/.test(code)) return problem('unreachable', badCertificate(code))
  if (/TLS|SSL|EPROTO/.test(code))
    return problem(
      'unreachable',
      'No encrypted connection could be made to this address. Ask whoever runs the service.',
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return problem('unreachable', 'No service was found at this address, or there is no network.')
  if (
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT'
  )
    return problem('timeout', 'The service did not answer in time.')
  return problem('unreachable', 'The service could not be reached.')
}

/** The message for a service without TLS. Plain http is used with this machine only (D5). */
function noTls(url: string): string {
  const { hostname, host } = new URL(url)
  return isLoopback(hostname)
    ? `This address does not speak https. Try http://${host}.`
    : 'This address does not speak https. Check the port.'
}

/**
 * The fault of a certificate, and who can mend it. The app offers no way past it: whoever answers would get the key.
 */
function badCertificate(code: string): string {
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of this address has expired. ${NOT_SENT} Whoever runs the service has to renew it. If the date of this computer is wrong, correct it.`
  if (code === 'CERT_NOT_YET_VALID')
    return `The certificate of this address is not valid yet. ${NOT_SENT} Check the date of this computer.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate at this address belongs to another address. ${NOT_SENT} Check the address, or ask whoever runs the service.`
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return `The service made its certificate itself, so anyone could pretend to be it. ${NOT_SENT} The person who runs it has to get one from a public authority, such as Let’s Encrypt.`
  return `No authority that Stet knows vouches for the certificate of this address. ${NOT_SENT} Ask whoever runs the service for one from a public authority, or for their own authority, to be added to those that this computer trusts.`
}

const NOT_SENT = 'Stet does not send the key there.'
