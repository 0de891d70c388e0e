/** A rule of a sheet, with the classes that an element and those around it must have for each of its selectors. */
interface LinkedRule {
  readonly css: string
  readonly needs: readonly (readonly string[])[]
  /** The media query that it stands in. */
  readonly media?: string
}

/** A linked sheet stays as it was read. */
const readSheets = new WeakMap<CSSStyleSheet, readonly LinkedRule[]>()

/**
 * Of the sheets that the page links to, the rules that can touch elements with these classes, as text. The faces are not
 * among them, and nothing that moves.
 */
export function linkedRules(classes: ReadonlySet<string>): string {
  const linked = [...document.styleSheets].filter(({ ownerNode }) => ownerNode instanceof HTMLLinkElement)
  const isDrawn = ({ needs, media }: LinkedRule) =>
    needs.some((names) => names.every((name) => classes.has(name))) &&
    (media === undefined || matchMedia(media).matches)
  return linked
    .flatMap(rulesOf)
    .filter(isDrawn)
    .map(({ css }) => css)
    .join('\n')
}

function rulesOf(sheet: CSSStyleSheet): readonly LinkedRule[] {
  const known = readSheets.get(sheet) ?? [...sheet.cssRules].flatMap((rule) => read(rule))
  readSheets.set(sheet, known)
  return known
}

function read(rule: CSSRule, media?: string): readonly LinkedRule[] {
  if (rule instanceof CSSStyleRule)
    return [{ css: rule.cssText, needs: needsOf(rule.selectorText), ...(media !== undefined && { media }) }]
  if (rule instanceof CSSMediaRule) {
    const both = media === undefined ? rule.media.mediaText : `${media} and ${rule.media.mediaText}`
    return [...rule.cssRules].flatMap((inner) => read(inner, both))
  }
  // A panel is in no copy, and only panels ask how wide they are.
  return []
}

/** What stands in brackets may be a choice, or what must not be: it is not looked at. */
function needsOf(selectors: string): readonly (readonly string[])[] {
  let bare = selectors
  for (let before = ''; before !== bare;) {
    before = bare
    bare = bare.replaceAll(/\([^()]*\)/g, '')
  }
  return bare.split(',').map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name))
}
