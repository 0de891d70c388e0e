import type { Element } from 'hast'

/**
 * The value of one property in the `style` of an element, in lower case; empty where it is absent. The property name is
 * compared as a whole: Word writes `mso-bidi-font-weight:normal` beside real bold.
 */
export function styleOf({ properties }: Element, property: string): string {
  for (const rule of (properties['style'] ?? '').toLowerCase().split(';').toReversed()) {
    const colon = rule.indexOf(':')
    if (colon >= 0 && rule.slice(0, colon).trim() === property)
      return rule
        .slice(colon + 1)
        .replace('!important', '')
        .trim()
  }
  return ''
}

const RAISED: Readonly<Record<string, string>> = { super: 'sup', sub: 'sub' }

/** The marks that the style of an element sets. */
export function styledMarks(element: Element): readonly string[] {
  const line = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`
  return [
    RAISED[styleOf(element, 'vertical-align')] ?? '',
    line.includes('line-through') ? 'del' : '',
    line.includes('underline') ? 'u' : '',
    /^italic|^oblique/.test(styleOf(element, 'font-style')) ? 'em' : '',
    /^bold|^[6-9]00/.test(styleOf(element, 'font-weight')) ? 'strong' : '',
  ].filter(Boolean)
}

/** Whether the style of a marking element removes its mark. */
export function isUnmarked(element: Element): boolean {
  switch (element.tagName) {
    case 'b':
    case 'strong':
      return /^normal|^[1-5]00|^lighter/.test(styleOf(element, 'font-weight'))
    case 'i':
    case 'em':
      return styleOf(element, 'font-style') === 'normal'
    case 'mark':
      return false
    default:
      return styleOf(element, 'text-decoration') === 'none'
  }
}
