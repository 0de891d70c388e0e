/**
 * The function that sends a request: Node's own `fetch`, one that uses the proxies of the network, or that of a test.
 */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The two forms in which a key can be sent (content API, section 5; requirement D1). */
export type KeyForm = 'bearer' | 'header'

export interface Credential {
  readonly key: string
  readonly form: KeyForm
  /**
   * Present where the form is a guess: the other form is tried where this one is not accepted, and the accepted form is
   * passed to this function.
   */
  readonly settle?: (form: KeyForm) => void
}
