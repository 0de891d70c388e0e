import tls from 'node:tls'
import type { Dispatcher } from 'undici'
import { isLoopback } from '../sync/http/address'
import type { Fetch } from '../sync/http/fetch'
import { isUnknownAuthority } from '../sync/http/connection-problem'
import { NotReached } from '../sync/http/not-reached'

interface NetworkParts {
  /** Resolves the proxy for an address; the answer has Chromium's form "DIRECT", "PROXY host:port; …". */
  readonly resolveProxy: (address: string) => Promise<string>
  /** Whether this app may talk to services on other machines (`runtime.ts`). */
  readonly mayLeaveMachine: boolean
  /** Starts trusting the certificate authorities of this system too; `false` where that adds none. */
  readonly trustSystem?: () => boolean
}

/**
 * Node's fetch, never Electron's `net.fetch`, which silently sends a POST or PUT a second time when a kept connection
 * breaks before the answer: one create would make two documents. Requests to this machine never use a proxy. Where the
 * system names only a proxy that cannot be used, nothing is sent: a request that bypassed the proxy would reveal where
 * the writer is.
 *
 * Node has a list of certificate authorities of its own. A company that inspects its traffic, or runs its own service,
 * has put its authority into the system's list, which is read when a certificate is unknown without it.
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
      // No part of the request was sent: the certificate is checked first.
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
    // The package accepts only its own form class; it would send any other object as a string.
    const { body, ...rest } = init ?? {}
    const sent = body instanceof FormData ? copied(body, new PackageForm()) : body
    return proxiedFetch(url, {
      ...(rest as object),
      ...(sent != null && { body: sent as string }),
      dispatcher: agent,
    })
  }
}

/** The functions of Node 22.19 and later; an older Node cannot be given other authorities. */
interface Authorities {
  readonly getCACertificates?: (of: 'default' | 'system') => string[]
  readonly setDefaultCACertificates?: (certificates: readonly string[]) => void
}

/**
 * Reads the system's list once, and as late as possible: that takes a few tenths of a second, which most writers never
 * need.
 */
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

/** Why this app does not send requests to a service on another machine. */
export const OTHER_RUNTIME =
  'This copy of Stet does not run on the Electron that it was released with, so it connects only to services on this machine.'

/** The way of a request to its host, in the words of Chromium's answer. */
type Way =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: string }
  | { readonly kind: 'none'; readonly reason: string }

/**
 * The first way of the answer that HTTP can use. A way that the answer does not name, such as a direct connection, is
 * not used.
 */
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
