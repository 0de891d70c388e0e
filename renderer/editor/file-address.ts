import type { LibraryEpoch } from '../../shared/terms'

/** Where a window loads a file of a library from; main has the key and the bytes. */
export const fileAddress = (library: LibraryEpoch, link: string): string =>
  `app-file://library/${encodeURIComponent(library)}/${encodeURIComponent(link)}`

/** A link that main can resolve: not uploaded yet, or the service's root-relative path. */
export const isFileLink = (address: string): boolean =>
  /^(?:stet-file:[A-Za-z0-9-]+|(?:\/[^\s/?#]+)*\/api\/v1\/files\/[^/?#]+\/(?:serve|download))$/.test(address)

/** Markdown for a file: an image is shown, another file is a link. */
export function markdownFor(file: {
  readonly name: string
  readonly link: string
  readonly isImage: boolean
}): string {
  const words = file.name.replace(/[\r\n]+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  return `${file.isImage ? '!' : ''}[${words}](${file.link})`
}
