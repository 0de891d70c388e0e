import { unbrokenIn } from '../../text/unbroken'

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The text escaped for HTML, between tags and in an attribute in double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => NAMES[sign]!)

/** An attribute preceded by a space; empty where its value is `undefined`. */
export const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${escaped(String(value))}"`

/**
 * The text for a page. A stretch without a possible line break is split into parts with a style of their own in
 * `PAGE_STYLE`, because Chromium would look from each of its characters at all others.
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

/** Both halves of a surrogate pair are in one part. */
const PARTS = /[^]{1,500}/gu
