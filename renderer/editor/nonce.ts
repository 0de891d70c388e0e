/**
 * What the content security policy wants to see on style elements that are written at run time (`main/app/app-protocol.ts`);
 * empty where a page is served without one.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Menus write a sheet that keeps the page behind them still; the package that does it reads this name. */
export function tellNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
