import tls from 'node:tls'
import type { Dispatcher } from 'undici'
import { isLoopback } from '../sync/http/address'
import type { Fetch } from '../sync/http/fetch'
import { isUnknownAuthority } from '../sync/http/connection-problem'
import { NotReached } from '../sync/http/not-reached'

interface NetworkParts {
  /** As Chromium answers: "DIRECT", "PROXY host:port; …". */
  readonly resolveProxy: (address: string) => Promise<string>
  /** This app may talk to services on other machines (`runtime.ts`). */
  readonly mayLeaveMachine: boolean
  /** Trusts the authorities of this system too; `false`: nothing is new by that. */
  readonly trustSystem?: () => boolean
}

/**
 * Node's fetch, never Electron's `net.fetch`, which silently sends a POST or PUT a second time when a kept connection
 * breaks before the answer: that makes two documents out of one create. This machine is never asked through a proxy.
 * Where the only way that the system names is one which cannot be used, nothing is sent: a request that went past the
 * proxy would show where the writer is.
 *
 * Node brings a list of certificate authorities of its own. A company that reads its traffic, or runs its own service,
 * has put its authority into the system's list, which is asked when a certificate is unknown without it.
 */
export function createNetworkFetch({
  resolveProxy,
  mayLeaveMachine,
  trustSystem = createSystemTrust(tls as Authorities),
}: NetworkParts): Fetch {
  const agents = new Map<string, Dispatcher>()
  return async (url, init) => {
    if (isLoopback(new URL(url).hostname)) return fetch(url, init)
    if (!mayLeaveMachine) throw new NotReached(OTHER_RUNTIME)
    try {
      return await send(url, init)
    } catch (error) {
      // Nothing of the request went out: the certificate comes first.
      if (!isUnknownAuthority(error) || !trustSystem()) throw error
      return send(url, init)
    }
  }

  async function send(url: string, init?: RequestInit): Promise<Response> {
    const way = wayIn(await resolveProxy(url).catch(() => ''))
    if (way.kind === 'direct') return fetch(url, init)
    if (way.kind === 'none') throw new NotReached(way.reason)
    // The package is loaded only where there is a proxy, so that other starts do not wait for it.
    const { FormData: PackageForm, ProxyAgent, fetch: proxiedFetch } = await import('undici')
    const agent = agents.get(way.proxy) ?? new ProxyAgent(way.proxy)
    agents.set(way.proxy, agent)
    // The package takes only its own class for a form; any other object it would send as a string.
    const { body, ...rest } = init ?? {}
    const sent = body instanceof FormData ? copied(body, new PackageForm()) : body
    return proxiedFetch(url, {
      ...(rest as object),
      ...(sent != null && { body: sent as string }),
      dispatcher: agent,
    })
  }
}

/** What Node has from version 22.19 on; older ones cannot be told of other authorities. */
interface Authorities {
  readonly getCACertificates?: (of: 'default' | 'system') => string[]
  readonly setDefaultCACertificates?: (certificates: readonly string[]) => void
}

/** Reads the system's list once, and late: that takes a few tenths of a second, which most writers never need. */
export function createSystemTrust({ getCACertificates, setDefaultCACertificates }: Authorities) {
  let isTrusted = false
  return (): boolean => {
    if (isTrusted || !getCACertificates || !setDefaultCACertificates) return false
    isTrusted = true
    const own = getCACertificates('default')
    const all = new Set([...own, ...getCACertificates('system')])
    if (all.size > own.length) setDefaultCACertificates([...all])
    return all.size > own.length
  }
}

/** Why a service on another machine is not asked by this app. */
export const OTHER_RUNTIME =
  'This copy of Stet runs on an Electron that is not the one it was released with, so it connects only to services on this machine.'

/** How a request gets to its host, in the words of Chromium's answer. */
type Way =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: string }
  | { readonly kind: 'none'; readonly reason: string }

/** The first way of an answer that HTTP can use. What is not named there, going directly included, is not taken. */
export function wayIn(answer: string): Way {
  const parts = answer.split(';').map((part) => part.trim().split(/\s+/))
  for (const [kind, host] of parts) {
    if (kind === 'DIRECT') return { kind: 'direct' }
    if (host !== undefined && kind === 'PROXY') return { kind: 'proxy', proxy: `http://${host}` }
    if (host !== undefined && kind === 'HTTPS') return { kind: 'proxy', proxy: `https://${host}` }
  }
  return {
    kind: 'none',
    reason: parts.some(([kind]) => kind?.startsWith('SOCKS'))
      ? 'The system sends requests through a SOCKS proxy, which Stet cannot use. Set an HTTP proxy, or none, for this service.'
      : 'The proxy settings of this system could not be read, so nothing was sent.',
  }
}

function copied<F extends { append(name: string, value: string | Blob, fileName?: string): void }>(
  from: FormData,
  to: F,
): F {
  for (const [name, value] of from)
    if (typeof value === 'string') to.append(name, value)
    else to.append(name, value, value.name)
  return to
}
