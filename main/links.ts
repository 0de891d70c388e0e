const OPENABLE = new Set(['http:', 'https:', 'mailto:'])

/** An address that may be handed to the system's browser, normalised; undefined for every other scheme and for nonsense. */
export function openableLink(address: string): string | undefined {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return undefined
  }
  if (!OPENABLE.has(url.protocol)) return undefined
  if (url.protocol !== 'mailto:' && (url.hostname === '' || url.username !== '' || url.password !== ''))
    return undefined
  return url.href
}
