/**
 * The nonce that the content security policy requires on style elements created at run time
 * (`main/app/app-protocol.ts`); empty if the page is served without one.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/**
 * Makes the nonce known to the package that keeps the page still behind open menus; it adds a style element and reads
 * the nonce from this name.
 */
export function tellNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
