import type { Dispatcher } from 'undici'
import type { Fetch } from './sync/api-client'

/**
 * Node's fetch, never Electron's `net.fetch`, which silently sends a broken POST or PUT a second time (house.md,
 * "Processes"). `resolveProxy` answers as Chromium does: "DIRECT", "PROXY host:port; …"; loopback is never proxied.
 */
export function createNetworkFetch(resolveProxy: (address: string) => Promise<string>): Fetch {
  const agents = new Map<string, Dispatcher>()
  return async (url, init) => {
    const { hostname } = new URL(url)
    if (
      hostname === 'localhost' ||
      hostname.endsWith('.localhost') ||
      hostname === '[::1]' ||
      hostname.startsWith('127.')
    )
      return fetch(url, init)
    const proxy = proxyIn(await resolveProxy(url).catch(() => 'DIRECT'))
    if (proxy === undefined) return fetch(url, init)
    // Only where a proxy is: loading it would make every start wait.
    const { ProxyAgent, fetch: proxiedFetch } = await import('undici')
    const agent = agents.get(proxy) ?? new ProxyAgent(proxy)
    agents.set(proxy, agent)
    return proxiedFetch(url, { ...(init as object), dispatcher: agent }) as unknown as Promise<Response>
  }
}

/** The first proxy of an answer in Chromium's form that HTTP can use, as an address; undefined for a direct way. */
export function proxyIn(answer: string): string | undefined {
  for (const part of answer.split(';')) {
    const [kind, host] = part.trim().split(/\s+/)
    if (kind === 'DIRECT') return undefined
    if (host !== undefined && kind === 'PROXY') return `http://${host}`
    if (host !== undefined && kind === 'HTTPS') return `https://${host}`
  }
  return undefined
}
