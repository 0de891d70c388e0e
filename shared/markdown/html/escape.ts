import { unbrokenIn } from '../../text/unbroken'

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Words as they may stand in HTML, between tags and in an attribute in double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => NAMES[sign]!)

/** An attribute with a space before it; nothing where its value is `undefined`. */
export const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${escaped(String(value))}"`

/**
 * Words as they stand on a page: a stretch in which no line may end is in parts, and has a style of its own in
 * `PAGE_STYLE`. Chromium would look from each sign of it at all others.
 */
export function wordsHtml(text: string): string {
  let html = ''
  let at = 0
  for (const { from, to } of unbrokenIn(text)) {
    const parts = text.slice(from, to).match(PARTS) ?? []
    html += `${escaped(text.slice(at, from))}<span class="unbroken">${parts.map(escaped).join('<wbr>')}</span>`
    at = to
  }
  return html + escaped(text.slice(at))
}

/** Both halves of a pair are in one part. */
const PARTS = /[^]{1,500}/gu
