import { nameInLinks } from '../../shared/markdown/title-links'
import path from 'node:path'
import { contentKey } from '../documents/retention/content-key'
import { TEXTS } from './files-source'
import { typeByName } from '../library/files/image-type'
import { pictureIn } from './convert/missing-pictures'
import type { PlannedDocument } from './planned-document'
import { resolveRelative } from './links'
import { changeLinks, type FoundLink, type NewLink } from '../../shared/markdown/change-links'

type Named = Pick<PlannedDocument, 'path' | 'title'>
type Aim = Pick<FoundLink, 'kind' | 'target' | 'isImage'>

/** Finds the target of a link among the documents and files of one source. */
export interface Finder {
  document(link: Aim, from: string): Named | undefined
  file(link: Aim, from: string): string | undefined
  /** Whether no other document of the source has its title, which is all that a wiki link contains. */
  isOnly(document: Named): boolean
}

/**
 * Finds by the exact name, or else by a name that differs only in case or Unicode form; of several such names, by the
 * first.
 */
function createNamed<T>() {
  const [exact, similar] = [new Map<string, T>(), new Map<string, T>()]
  return {
    add(name: string, one: T): void {
      if (!exact.has(name)) exact.set(name, one)
      if (!similar.has(folded(name))) similar.set(folded(name), one)
    },
    get: (name: string): T | undefined => exact.get(name) ?? similar.get(folded(name)),
  }
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * Finds notes and pictures by their names alone, wherever they are, as wikis do.
 *
 * @param isUnlisted whether a file that is not among the others has this path
 */
export function createFinder(
  documents: readonly Named[],
  others: Iterable<string>,
  isUnlisted: (path: string) => boolean,
): Finder {
  const byPath = createNamed<Named>()
  const byName = createNamed<Named>()
  const titles = new Map<string, number>()
  const nameOf = ({ title }: Named) => folded(nameInLinks(title))
  for (const document of documents) {
    byPath.add(document.path, document)
    byName.add(path.posix.basename(document.path).replace(TEXTS, ''), document)
    byName.add(document.title, document)
    titles.set(nameOf(document), (titles.get(nameOf(document)) ?? 0) + 1)
  }
  for (const document of documents) byName.add(nameInLinks(document.title), document)
  const files = createNamed<string>()
  const paths = [...others]
  for (const file of paths) files.add(file, file)
  for (const file of paths) files.add(path.posix.basename(file), file)
  const placeOf = (link: Aim, from: string) => resolveRelative(link.kind === 'wiki' ? '' : from, link.target)
  return {
    document({ kind, target }, from) {
      const place = placeOf({ kind, target: target.replace(/#.*$/s, ''), isImage: false }, from)
      if (place === undefined) return undefined
      if (kind === 'link') return byPath.get(place)
      return byPath.get(place) ?? byPath.get(`${place}.md`) ?? byName.get(path.posix.basename(place))
    },
    file(link, from) {
      const place = placeOf(link, from)
      if (place === undefined) return undefined
      const found = files.get(place) ?? (isUnlisted(place) ? place : undefined)
      return found ?? (link.kind === 'wiki' ? files.get(path.posix.basename(place)) : undefined)
    },
    isOnly: (document) => titles.get(nameOf(document)) === 1,
  }
}

/** iA Writer's content blocks: a path on a line of its own stands for the contents of that file. */
export const CONTENT_BLOCK =
  /^(\/[^\s"'(]+\.(?:png|jpe?g|gif|webp|svg))(?:[ \t]+["'(]([^"')\r\n\u2028\u2029]*)["')])?[ \t]*$/gim

/**
 * The text with links that are valid elsewhere: to files by `linkOf`, to other documents by their titles, which the app
 * opens. `turned` is called for each relative link that becomes one by title, `missing` for each picture without a file.
 */
export function rewriteLinks(
  { path: from, text, isOurs }: Pick<PlannedDocument, 'path' | 'isOurs'> & { readonly text: string },
  finder: Finder,
  linkOf: (file: string) => string | undefined,
  {
    turned = () => {},
    missing = () => {},
  }: { turned?: () => void; missing?: (picture: string) => void } = {},
): string {
  const change = (link: FoundLink): NewLink => {
    const file = finder.file(link, from)
    const address = file === undefined ? undefined : linkOf(file)
    if (file !== undefined && address !== undefined) {
      if (link.kind === 'link') return { target: address }
      const words =
        link.alias === undefined || /^\d+(?:x\d+)?$/.test(link.alias) ? path.posix.basename(file) : link.alias
      const isImage = link.isImage && typeByName(file).startsWith('image/')
      return { source: `${isImage ? '!' : ''}[${words.replace(/[[\]]/g, '\\$&')}](${address})` }
    }
    const picture = file === undefined ? pictureIn(link) : undefined
    if (picture !== undefined && finder.document(link, from) === undefined) missing(picture)
    if (isOurs) return undefined
    const document = finder.document(link, from)
    if (!document) return undefined
    if (link.kind === 'link') {
      const source = finder.isOnly(document) ? byTitle(link, document.title) : undefined
      if (source === undefined) return undefined
      turned()
      return { source }
    }
    const section = /#.*$/s.exec(link.target)?.[0] ?? ''
    const name = nameInLinks(document.title)
    const target = name + section
    return target === link.target || name === '' ? undefined : { target }
  }
  const changed = changeLinks(text, change)
  if (isOurs) return changed
  return changed.replace(CONTENT_BLOCK, (line, file: string, caption: string | undefined) => {
    const found = finder.file({ kind: 'link', target: encodeURI(file), isImage: true }, from)
    const address = found === undefined ? undefined : linkOf(found)
    return address === undefined ? line : `![${caption ?? path.posix.basename(file)}](${address})`
  })
}

/** The relative link as a link by title; `undefined` where that cannot express the same. */
function byTitle(
  { target, words, isImage, bar }: FoundLink & { readonly kind: 'link' },
  title: string,
): string | undefined {
  const name = nameInLinks(title)
  if (isImage || words === undefined || name === '' || title !== title.trim()) return undefined
  const section = /#.*$/s.exec(target)?.[0] ?? ''
  if (/[[\]|\n]/.test(section)) return undefined
  const isSame = section === '' && (words === '' || words === name)
  return isSame ? `[[${name}]]` : `[[${name}${section}${bar}${words}]]`
}

/** Finds a file for every relative link. */
const ANY_FILE: Finder = {
  document: () => undefined,
  file: ({ target }) => (resolveRelative('', target) === undefined ? undefined : target),
  isOnly: () => false,
}

/**
 * A key like `contentKey` that ignores the targets of all relative links: they stay in a text whose files could not be
 * read.
 */
export const looseKey = (title: string, text: string): string =>
  contentKey(
    title,
    rewriteLinks({ path: '', text, isOurs: false }, ANY_FILE, () => '#'),
  )
