import { decoded } from '../../shared/text/decoded'
import type { TitleKnowledge } from '../editor/preview/title-link-marks'
import { DOCUMENT_LINK, NOWHERE_LINK, titleIn } from './page-blocks'

const DEAD = 'dead'

/** The element of the page that an address like `#own-part` refers to; the root element for `#` alone. */
export function targetIn(page: Document, address: string): HTMLElement | null {
  const id = decoded(address.slice(1))
  if (id === '') return page.documentElement
  return page.getElementById(id) ?? page.getElementById(id.toLowerCase())
}

/** Marks the links of the page that have no target, with the same explanations as in the editor. */
export async function markDeadLinks(
  page: Document,
  knowledge: Pick<TitleKnowledge, 'missingTitles'>,
): Promise<void> {
  const byTitle = new Map<string, Element[]>()
  for (const link of page.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? ''
    if (address.startsWith('#')) mark(link, targetIn(page, address) === null && 'No heading has these words')
    else if (address.startsWith(NOWHERE_LINK)) mark(link, 'No document is there')
    else if (address.startsWith(DOCUMENT_LINK)) {
      const { title } = titleIn(address)
      byTitle.set(title, [...(byTitle.get(title) ?? []), link])
    }
  }
  byTitle.delete('')
  const missing = await knowledge.missingTitles([...byTitle.keys()])
  if (missing === undefined) return
  const gone = new Set(missing)
  for (const [title, links] of byTitle)
    for (const link of links) mark(link, gone.has(title) && 'No document has this title')
}

function mark(link: Element, why: string | false): void {
  if (link.classList.contains(DEAD) === (why !== false)) return
  link.classList.toggle(DEAD, why !== false)
  if (why === false) link.removeAttribute('title')
  else link.setAttribute('title', why)
}
