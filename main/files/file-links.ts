import { API_PREFIX } from '../../shared/api'
import type { RemoteId } from '../../shared/terms'

/** What a link in a text names: a file by its id on this device before it is uploaded, or by the service's. */
export type FileTarget =
  { readonly kind: 'here'; readonly uuid: string } | { readonly kind: 'there'; readonly remoteId: RemoteId }

/** The scheme of the link that a text holds until the upload is done (house.md, "Rows"). */
const HERE = 'stet-file:'

export const hereLink = (uuid: string): string => HERE + uuid

/** Root-relative: main resolves it for the connection whose text holds it. `base`: the path under which the API lies. */
export const servedLink = (base: string, remoteId: RemoteId): string =>
  `${base}${API_PREFIX}/files/${encodeURIComponent(remoteId)}/serve`

const LINK =
  /stet-file:([A-Za-z0-9-]{1,64})|\/api\/v1\/files\/([^/\s()<>"'[\]?#]{1,200})\/(?:serve|download)/g

/** The file that a link's address names; `undefined` for every other address. */
export function targetOf(address: string): FileTarget | undefined {
  const [found] = address.matchAll(LINK)
  return found && targetIn(found)
}

/** A name for a target that an index can hold. */
export function targetKey(target: FileTarget): string {
  return target.kind === 'here' ? HERE + target.uuid : `file:${target.remoteId}`
}

/** The keys of all files that a text names, each once. */
export function targetsIn(text: string): readonly string[] {
  if (!text.includes(HERE) && !text.includes('/files/')) return []
  const keys = new Set<string>()
  for (const found of text.matchAll(LINK)) {
    const target = targetIn(found)
    if (target) keys.add(targetKey(target))
  }
  return [...keys]
}

/** Every `stet-file:` link for which `served` knows a better one is replaced by it. */
export function relinked(text: string, served: (uuid: string) => string | undefined): string {
  return text.replace(LINK, (link, uuid: string | undefined) => (uuid && served(uuid)) ?? link)
}

/** The text without images and links that point at this file; the words of a link stay. */
export function unlinked(text: string, uuid: string): string {
  const address = `<?${HERE}${uuid}>?(?:\\s+"[^"\\n]*")?`
  return text
    .replace(new RegExp(`!\\[[^\\]\\n]*\\]\\(${address}\\)`, 'g'), '')
    .replace(new RegExp(`\\[([^\\]\\n]*)\\]\\(${address}\\)`, 'g'), '$1')
}

/** Markdown for a file: an image is shown, another file is a link. */
export function markdownFor(name: string, link: string, isImage: boolean): string {
  const words = name.replace(/[\r\n]+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  return `${isImage ? '!' : ''}[${words}](${link})`
}

function targetIn(found: RegExpMatchArray): FileTarget | undefined {
  const [, uuid, escaped] = found
  if (uuid !== undefined) return { kind: 'here', uuid }
  try {
    return { kind: 'there', remoteId: decodeURIComponent(escaped ?? '') }
  } catch {
    return undefined
  }
}
