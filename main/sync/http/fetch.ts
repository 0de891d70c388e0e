/** How a request leaves: Node's own `fetch`, that of a network with proxies, or a test's. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Both forms of the key (content API, section 5; requirement D1). */
export type KeyForm = 'bearer' | 'header'

export interface Credential {
  readonly key: string
  readonly form: KeyForm
  /** The form is a guess: where it is not accepted the other one is tried, and which to keep is told here. */
  readonly settle?: (form: KeyForm) => void
}
