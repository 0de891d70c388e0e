/**
 * The page's policy requires trusted types, so no string becomes markup or script anywhere. The only exception is the
 * address of a worker that belongs to the page.
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
