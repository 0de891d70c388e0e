import { linksIn } from '../markdown/links'
import { API_PREFIX } from '../api/api-prefix'
import { isPathSegment, type RemoteId } from '../terms'
import { attempt } from '../thrown'

/** The target of a link in a text: a file by its id on this device before it is uploaded, or by the service's id. */
type FileTarget =
  { readonly kind: 'here'; readonly uuid: string } | { readonly kind: 'there'; readonly remoteId: RemoteId }

/** The scheme of links to files whose upload is not done. */
const HERE = 'stet-file:'

export const hereLink = (uuid: string): string => HERE + uuid

/** A root-relative address, which main resolves for the connection of the text. `base`: the path of the API. */
export const servedLink = (base: string, remoteId: RemoteId): string =>
  `${base}${API_PREFIX}/files/${encodeURIComponent(remoteId)}/serve`

const SERVED = /\/api\/v1\/files\/([^/\s()<>"'[\]?#]{1,200})\/(?:serve|download)/.source
const UPLOADING = /stet-file:([A-Za-z0-9-]{1,64})/g
/** A path may begin with that of the API; an address with a host never refers to a file of this library. */
const ADDRESS = new RegExp(`^(?:${UPLOADING.source}|(?:/[^\\s/?#\\\\]+)*${SERVED}(?:[?#]\\S*)?)$`)
const IN_TEXT = new RegExp(`${UPLOADING.source}|(?<![^\\s(<"'=])(?:/[\\w.~%-]+)*${SERVED}(?![\\w/-])`, 'g')

/** The file of a link's address; `undefined` for every other address, including those on another host. */
export function targetOf(address: string): FileTarget | undefined {
  const found = ADDRESS.exec(address)
  return found === null ? undefined : targetIn(found)
}

/** A string key of a target for an index. */
export function targetKey(target: FileTarget): string {
  return target.kind === 'here' ? HERE + target.uuid : `file:${target.remoteId}`
}

/** An address that refers to the target in every text of its library. */
export const linkTo = (target: FileTarget): string =>
  target.kind === 'here' ? hereLink(target.uuid) : servedLink('', target.remoteId)

/** All files that a text uses, each once. */
export function targetsIn(text: string): readonly FileTarget[] {
  if (!text.includes(HERE) && !text.includes('/files/')) return []
  const targets = new Map<string, FileTarget>()
  for (const found of text.matchAll(IN_TEXT)) {
    const target = targetIn(found)
    if (target) targets.set(targetKey(target), target)
  }
  return [...targets.values()]
}

/** Replaces every `stet-file:` link for which `served` returns another address. */
export function relinked(text: string, served: (uuid: string) => string | undefined): string {
  return text.replace(UPLOADING, (link, uuid: string) => served(uuid) ?? link)
}

/** The text without images and links that refer to this file; the words of a link stay. */
export function unlinked(text: string, uuid: string): string {
  const link = hereLink(uuid)
  const parts: string[] = []
  let done = 0
  // Links in code are removed too: no text may refer to the file any more.
  for (const found of linksIn(text, [])) {
    if (found.kind !== 'link' || found.from < done) continue
    if (found.address !== link && found.address !== `<${link}>`) continue
    parts.push(text.slice(done, found.from), found.isImage ? '' : unlinked(found.words, uuid))
    done = found.to
  }
  return parts.join('') + text.slice(done)
}

function targetIn(found: RegExpExecArray): FileTarget | undefined {
  const [, uuid, escaped] = found
  if (uuid !== undefined) return { kind: 'here', uuid }
  const remoteId = attempt(() => decodeURIComponent(escaped ?? ''))
  return remoteId !== undefined && isPathSegment(remoteId) ? { kind: 'there', remoteId } : undefined
}
