import { escaped } from '../../shared/markdown/html/escape'
import { shownTitle } from '../../shared/terms'
import { APP_ORIGIN } from '../app/app-page'
import { SECTIONS, type ProfileText, type ProfileTexts } from './profile-texts'

/** How many texts are on one page of the list. */
const ON_A_PAGE = 200

/** The addresses to which a page links, each after `app://stet/`. */
export const SAVE_ALL = 'save-all'

/** Returns the page for an address of the reading window; pages run no script. */
type Pages = (address: string) => string

type Texts = Pick<ProfileTexts, 'texts' | 'files' | 'unread'>

/** Lists of all texts, and each text as it is, for a profile that this version may not write to. */
export function createPages(all: Texts, outcome: () => string | undefined): Pages {
  const sections = SECTIONS.map((name) => ({
    name,
    texts: all.texts.filter(({ section }) => section === name),
  }))
  return (address) => {
    const [kind, which, number] = new URL(address).pathname.slice(1).split('/')
    const chosen = sections[Number(which ?? 0)]
    const at = Number(number ?? 0)
    const one = kind === 'text' ? chosen?.texts[at] : undefined
    if (chosen !== undefined && one !== undefined)
      return textPage(one, listAddress(sections.indexOf(chosen), Math.floor(at / ON_A_PAGE) * ON_A_PAGE))
    const isList = kind === 'list' && chosen?.texts[at] !== undefined
    return listPage(
      all,
      sections,
      { section: isList ? sections.indexOf(chosen) : 0, from: isList ? at : 0 },
      outcome(),
    )
  }
}

interface Section {
  readonly name: ProfileText['section']
  readonly texts: readonly ProfileText[]
}

interface Place {
  readonly section: number
  readonly from: number
}

const listAddress = (section: number, from: number): string => `${APP_ORIGIN}/list/${section}/${from}`

function listPage(
  all: Texts,
  sections: readonly Section[],
  { section, from }: Place,
  outcome: string | undefined,
): string {
  const { name, texts } = sections[section]!
  const rows = texts.slice(from, from + ON_A_PAGE).map(({ title, beside }, index) => {
    const where = beside === '' ? '' : `<small>${escaped(beside)}</small>`
    return `<li><a href="${APP_ORIGIN}/text/${section}/${from + index}">${escaped(shownTitle(title))}</a> ${where}</li>`
  })
  const turns = [
    from > 0 ? `<a href="${listAddress(section, Math.max(0, from - ON_A_PAGE))}">Earlier titles</a>` : '',
    from + ON_A_PAGE < texts.length
      ? `<a href="${listAddress(section, from + ON_A_PAGE)}">Later titles</a>`
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
${all.unread.map((sentence) => `<p>${escaped(sentence)}</p>`).join('')}
${sectionLinks(sections, section)}
<ul aria-label="${name}">${rows.join('')}</ul>
<nav aria-label="More of this list">${turns}</nav>
${notes(all)}`,
  )
}

/** The links to lists that are not empty; none where there is only one. */
function sectionLinks(sections: readonly Section[], current: number): string {
  const filled = sections.flatMap(({ name, texts }, index) =>
    texts.length === 0 && index !== current ? [] : [{ name, index, count: texts.length }],
  )
  if (filled.length === 1) return ''
  const links = filled.map(({ name, index, count }) => {
    const label = `${name} (${count.toLocaleString('en')})`
    return index === current
      ? `<b aria-current="page">${label}</b>`
      : `<a href="${listAddress(index, 0)}">${label}</a>`
  })
  return `<nav aria-label="What is kept">${links.join(' · ')}</nav>`
}

/** The facts that the lists leave out, and the reasons. */
function notes({ files }: Texts): string {
  const attached =
    files.length === 0
      ? ''
      : `${files.length === 1 ? 'One attached file is' : `${files.length.toLocaleString('en')} attached files are`} saved along with the texts. `
  return `<p><small>${attached}Backups are plain files already. Snippets stand as plain text in settings.json. Files beside a library whose names say “damaged” or “before” are older states of it, and stay as they are.</small></p>`
}

function textPage({ title, beside, read }: ProfileText, list: string): string {
  const text = read()
  const words =
    text === undefined
      ? '<p role="status">This text is not on this device, or cannot be read by this version.</p>'
      : `<pre tabindex="0" aria-label="Document text">${escaped(text)}</pre>`
  return page(
    shownTitle(title),
    `<p><a class="button" href="${list}">All texts</a></p><h1>${escaped(shownTitle(title))}</h1><p><small>${escaped(beside)}</small></p>${words}`,
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
