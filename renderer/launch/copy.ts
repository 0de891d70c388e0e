import {
  COPY_MOST,
  HTML_TAGS,
  MEDIA,
  SVG_TAGS,
  VOID_TAGS,
  isCopyAttribute,
  type CopyElement,
  type CopyNode,
  type LaunchCopy,
} from '../../shared/launch-copy'
import { linkedRules } from './linked-rules'

/**
 * CodeMirror numbers the classes that it writes at run time, and may do so in another order at the next start: those of
 * a copy have a sign of their own, so that its sheets touch nothing of the app that is drawn beside it.
 */
const ofTheCopy = (css: string) => css.replaceAll('ͼ', 'ͽ')

/** The copy of what is drawn in `app`, as JSON; undefined where it would be too large. */
export function copyOf(app: HTMLElement, document: string | null): string | undefined {
  const drawn: Drawn = { styles: new Map(), classes: new Set() }
  const sight = { top: 0, bottom: innerHeight }
  const nodes = [...app.childNodes].flatMap((node) => copied(node, sight, drawn))
  const { dataset, style } = window.document.documentElement
  const { theme, textFont } = dataset
  const inline = [...drawn.styles].map(([css, name]) => `#as-left .${name}{${css}}`)
  const linked = asText(linkedRules(drawn.classes))
  const json = JSON.stringify({
    nodes,
    css: [ofTheCopy(writtenSheets()), `:root{${style.cssText}}`, ...inline, linked].join('\n'),
    fonts: loadedFonts(),
    root: { ...(theme !== undefined && { theme }), ...(textFont !== undefined && { textFont }) },
    screen: {
      width: innerWidth,
      height: innerHeight,
      ratio: devicePixelRatio,
      media: MEDIA.map((feature) => matchMedia(`(${feature})`).matches),
    },
    document,
  } satisfies LaunchCopy)
  return json.length <= COPY_MOST ? json : undefined
}

/** What the elements of a copy are drawn with. */
interface Drawn {
  /** A class for each inline style. */
  readonly styles: Map<string, string>
  readonly classes: Set<string>
}

/** What of the window's height is to be seen through the scrollers that something lies in. */
interface Sight {
  readonly top: number
  readonly bottom: number
}

function copied(node: Node, sight: Sight, drawn: Drawn): readonly CopyNode[] {
  if (node instanceof Text) return [node.data]
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return []
  // The next start does not begin with it.
  if (node.dataset['kept'] === 'never') return []
  const tag = node.localName
  if (SVG_TAGS.has(tag)) return [element(node, tag, childrenOf(node, sight, drawn), [], drawn)]
  if (node instanceof SVGElement) return []
  if (!HTML_TAGS.has(tag)) return [element(node, 'span', [], placeOf(node), drawn)]
  if (isOutOf(sight, node)) return [element(node, tag, [], placeOf(node), drawn)]
  return [element(node, tag, contentsOf(node, sight, drawn), rules(node), drawn)]
}

function contentsOf(node: HTMLElement, sight: Sight, drawn: Drawn): readonly CopyNode[] {
  if (VOID_TAGS.has(node.localName)) return []
  if (node instanceof HTMLTextAreaElement) return [node.value]
  // Only a text comes back where it was scrolled to; a list begins at its top, with rows that are not here.
  const isElsewhere = node.scrollTop > 0 && node.dataset['scroller'] === undefined
  if (isElsewhere || node.dataset['pane'] === 'panel') return []
  const { top, bottom } = node.scrollHeight > node.clientHeight ? node.getBoundingClientRect() : sight
  const within = { top: Math.max(top, sight.top), bottom: Math.min(bottom, sight.bottom) }
  return childrenOf(node, isScroller(node) ? within : sight, drawn)
}

const childrenOf = (node: Element, sight: Sight, drawn: Drawn) =>
  [...node.childNodes].flatMap((child) => copied(child, sight, drawn))

const isScroller = (node: HTMLElement) =>
  node.scrollHeight > node.clientHeight && getComputedStyle(node).overflowY !== 'visible'

/** Lines and rows are drawn in advance, with letters for which faces would have to be looked for. */
function isOutOf(sight: Sight, node: HTMLElement): boolean {
  const { top, bottom, height } = node.getBoundingClientRect()
  const isThere = height === 0 || (bottom > sight.top && top < sight.bottom)
  return !isThere && ['block', 'flex'].includes(getComputedStyle(node).display)
}

/** It has its place in the copy and does not come along. */
function placeOf(node: HTMLElement): readonly string[] {
  const { width, height } = node.getBoundingClientRect()
  const { display } = getComputedStyle(node)
  const inline = display.startsWith('inline') ? 'display:inline-block;' : ''
  return [`${inline}box-sizing:border-box;width:${width}px;height:${height}px`]
}

function element(
  node: HTMLElement | SVGElement,
  tag: string,
  children: readonly CopyNode[],
  more: readonly string[],
  drawn: Drawn,
): CopyElement {
  const attributes: Record<string, string> = {}
  for (const { name, value } of node.attributes)
    if (name !== 'class' && isCopyAttribute(name, value)) attributes[name] = value
  if (node instanceof HTMLInputElement) {
    if (node.type !== 'checkbox') attributes['value'] = node.value.slice(0, 1_000)
    if (node.checked) attributes['checked'] = ''
    else delete attributes['checked']
  }
  const names = ofTheCopy(node.getAttribute('class') ?? '').split(/\s+/)
  const style = [node.getAttribute('style') ?? '', ...more].filter((css) => css !== '').join(';')
  if (style !== '' && !/[<{}\\]|url\(/.test(style)) {
    const name = drawn.styles.get(style) ?? `as-left-${drawn.styles.size}`
    drawn.styles.set(style, name)
    names.push(name)
  }
  for (const name of names) drawn.classes.add(name)
  const all = names.filter((name) => name !== '').join(' ')
  if (all !== '' && isCopyAttribute('class', all)) attributes['class'] = all
  return [tag, attributes, children]
}

/** What an element is without saying so in a style. */
function rules(node: HTMLElement): readonly string[] {
  const found: string[] = []
  // True of this moment only: its place is kept.
  if (node.dataset['kept'] === 'place' || node.localName === 'time') found.push('visibility:hidden')
  // As Chromium lays out what can be edited.
  if (node.contentEditable === 'true') found.push('line-break:after-white-space;overflow-wrap:break-word')
  if (node.dataset['scroller'] !== undefined && node.scrollTop > 0)
    found.push('scroll-snap-type:y mandatory;scroll-padding:0')
  // A copy cannot be scrolled by a script before it is painted; Chromium snaps to an edge at the first layout.
  const parent = node.parentElement
  if (
    parent?.dataset['scroller'] !== undefined &&
    parent.scrollTop > 0 &&
    parent.firstElementChild === node
  ) {
    const above = node.getBoundingClientRect().top - parent.getBoundingClientRect().top - parent.clientTop
    found.push(`scroll-snap-align:start none;scroll-margin-top:${above}px`)
  }
  return found
}

/** Sheets that were written at run time, in the order of the page. */
function writtenSheets(): string {
  const written = [...document.styleSheets].flatMap(({ ownerNode }) =>
    ownerNode instanceof HTMLStyleElement && ownerNode.id !== 'as-left-faces' ? ownerNode.textContent : [],
  )
  return asText(written.join('\n'))
}

/** The sign stands in strings only, and could end the element that the sheets will be in. */
const asText = (css: string) => css.replaceAll('<', '\\3c ')

/** The files of the faces that are in use: without them lines would be laid out twice, first with faces of the system. */
function loadedFonts(): readonly string[] {
  const used = new Set([...document.fonts].flatMap((face) => (face.status === 'loaded' ? nameOf(face) : [])))
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  const files = rules.flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule)) return []
    const [, file] = /url\("?[^")]*?([\w.-]+\.woff2)"?\)/.exec(rule.style.getPropertyValue('src')) ?? []
    const { style } = rule
    const face = {
      family: style.getPropertyValue('font-family'),
      style: style.getPropertyValue('font-style'),
      weight: style.getPropertyValue('font-weight'),
      unicodeRange: style.getPropertyValue('unicode-range'),
    }
    return file !== undefined && used.has(nameOf(face)) ? [file] : []
  })
  // After a start with a copy the page has the faces of that one twice.
  return [...new Set(files)]
}

/** What a face has in a style sheet and, once loaded, in the page. */
const nameOf = (face: Pick<FontFace, 'family' | 'style' | 'weight' | 'unicodeRange'>) =>
  [face.family, face.style || 'normal', face.weight || 'normal', face.unicodeRange]
    .join(' ')
    .toLowerCase()
    .replace(/["'\s]/g, '')
