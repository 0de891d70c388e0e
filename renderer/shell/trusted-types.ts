/**
 * The page's policy wants trusted types: no text becomes markup or script anywhere. The one thing that is let through is
 * the address of a worker that came with the page.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string }): unknown
}
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }

trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { href } = new URL(address, location.href)
    if (href.startsWith(new URL('assets/', location.href).href)) return href
    throw new TypeError(`${address} is not a script of this page`)
  },
})
