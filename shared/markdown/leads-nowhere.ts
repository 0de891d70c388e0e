/**
 * Whether an address is only the path of a document or page: texts have titles and no paths, so the link leads nowhere.
 * False for a heading of the same text (`#…`), a file of the library, and any address with a scheme.
 */
export const leadsNowhere = (address: string): boolean =>
  /^(?![a-z][a-z\d+.-]*:|[/#?]|www\.)[^@]+$/i.test(address)

/** Why a link to such an address, or to a missing heading, leads nowhere; `undefined` for every other one. */
export function whyNowhere(address: string, shown = address): string | undefined {
  if (address.startsWith('#')) return `There is no heading “${shown.slice(1)}” in this document.`
  if (!leadsNowhere(address)) return undefined
  const isSite =
    /^(?:[\w-]+\.)+[a-z]{2,}(?:\/|$)/i.test(address) && !/\.(?:md|markdown|mdx|txt|html?)$/i.test(address)
  return isSite
    ? `“${shown}” is no whole address: one of the web begins with https://.`
    : `There is no document “${shown}” here. Documents are linked by their title, as in [[Title]].`
}
