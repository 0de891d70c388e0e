import { escaped } from '../../shared/markdown/html/escape'
import { APP_ORIGIN } from '../app/app-page'
import type { ReadDocument } from '../store/library-reader'
import type { NamedLibrary } from './save-all'
import { shownTitle } from '../../shared/terms'

/** So many documents are on one page of the list. */
const ON_A_PAGE = 200

/** What a page leads to; `app://stet/` and one of these. */
export const SAVE_ALL = 'save-all'

/** Answers the addresses of the reading window, each with a page that runs no script. */
type Pages = (address: string) => string

/** The list of all documents, and each text as it is, for the time when this version may not write the library. */
export function createPages(libraries: readonly NamedLibrary[], outcome: () => string | undefined): Pages {
  const listed = libraries.flatMap(({ name, reader }) =>
    reader.documents().map((document) => ({ library: name, reader, document })),
  )
  return (address) => {
    const [kind, number] = new URL(address).pathname.slice(1).split('/')
    const at = Number(number ?? 0)
    const one = kind === 'text' ? listed[at] : undefined
    if (one === undefined) return listPage(listed, kind === 'list' && listed[at] ? at : 0, outcome())
    const text = one.document.hasText ? one.reader.text(one.document.id) : undefined
    return textPage(one.document, text, Math.floor(at / ON_A_PAGE) * ON_A_PAGE)
  }
}

interface Listed {
  readonly library: string
  readonly document: ReadDocument
}

function listPage(listed: readonly Listed[], from: number, outcome: string | undefined): string {
  const rows = listed.slice(from, from + ON_A_PAGE).map(({ document }, index) => {
    const where =
      document.folders.length === 0 ? '' : `<small>${escaped(document.folders.join(' / '))}</small>`
    return `<li><a href="${APP_ORIGIN}/text/${from + index}">${escaped(shownTitle(document.title))}</a> ${where}</li>`
  })
  const turns = [
    from > 0 ? `<a href="${APP_ORIGIN}/list/${Math.max(0, from - ON_A_PAGE)}">Earlier titles</a>` : '',
    from + ON_A_PAGE < listed.length
      ? `<a href="${APP_ORIGIN}/list/${from + ON_A_PAGE}">Later titles</a>`
      : '',
  ].join(' ')
  return page(
    'Your texts, to be read',
    `<h1>Your texts, to be read</h1>
<p role="status">${escaped(
      outcome ??
        'A newer version of Stet wrote this library, so this version only reads it. Nothing in it is changed.',
    )}</p>
<p><a class="button" href="${APP_ORIGIN}/${SAVE_ALL}">Save all as files…</a></p>
<ul aria-label="Documents">${rows.join('')}</ul>
<nav aria-label="More documents">${turns}</nav>`,
  )
}

function textPage(document: ReadDocument, text: string | undefined, list: number): string {
  const words =
    text === undefined
      ? '<p role="status">This text is not on this device, or cannot be read by this version.</p>'
      : `<pre tabindex="0" aria-label="Document text">${escaped(text)}</pre>`
  return page(
    shownTitle(document.title),
    `<p><a class="button" href="${APP_ORIGIN}/list/${list}">All texts</a></p><h1>${escaped(shownTitle(document.title))}</h1>${words}`,
  )
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 Literata, Georgia, serif; max-width: 44em; margin: 32px auto; padding: 0 24px; background: Canvas; color: CanvasText }
  h1 { font-size: 22px; line-height: 1.3 }
  small { color: GrayText }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
  ul { padding-left: 1.2em }
  a { color: LinkText }
  .button { display: inline-block; padding: 4px 12px; border: 1px solid GrayText; border-radius: 6px; color: inherit; text-decoration: none }
</style>
<main>${body}</main></html>`
