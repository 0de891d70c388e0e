import type { LibraryEpoch } from '../../shared/terms'

/** The address from which a window loads a file of a library; the main process has the key and the bytes. */
export const fileAddress = (library: LibraryEpoch, link: string): string =>
  `app-file://library/${encodeURIComponent(library)}/${encodeURIComponent(link)}`

/** Whether the main process can resolve the link: a file not uploaded yet, or a root-relative path of the service. */
export const isFileLink = (address: string): boolean =>
  /^(?:stet-file:[A-Za-z0-9-]+|(?:\/[^\s/?#]+)*\/api\/v1\/files\/[^/?#]+\/(?:serve|download))$/.test(address)

/** Markdown for a file: an image is embedded, any other file is linked. */
export function markdownFor(file: {
  readonly name: string
  readonly link: string
  readonly isImage: boolean
}): string {
  const words = file.name.replace(/[\r\n]+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  return `${file.isImage ? '!' : ''}[${words}](${file.link})`
}
