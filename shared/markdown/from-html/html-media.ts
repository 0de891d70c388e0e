import type { Element, ElementContent } from 'hast'
import { styleOf } from './html-styles'

/**
 * A picture. A width in percent of the page is kept in percent of the text; a size in pixels was for another screen and
 * is dropped.
 */
export function pictured(node: Element, src: string | undefined): ElementContent[] {
  if (src === undefined) return []
  const picture = image({ src, alt: node.properties['alt'] })
  const width = styleOf(node, 'width') || String(node.properties['width']).trim()
  const share = /^(100|[1-9]\d?)(?:\.\d+)?%$/.exec(width)?.[1]
  return share === undefined ? [picture] : [picture, { type: 'text', value: `{width=${share}%}` }]
}

export const image = (properties: Element['properties']): Element => ({
  ...{ type: 'element', tagName: 'img', properties, children: [] },
})

/** The address of an audio or video element, or of the first source in it, and that of the picture before it plays. */
export function addressesOf({ properties, children }: Element): {
  readonly src: string | undefined
  readonly poster: string | undefined
} {
  const sources = children.map((child) =>
    child.type === 'element' && child.tagName === 'source' ? child.properties['src'] : undefined,
  )
  const src = [properties['src'], ...sources].find((one) => typeof one === 'string' && one !== '')
  const { poster } = properties
  return { src: src?.toString(), poster: typeof poster === 'string' && poster !== '' ? poster : undefined }
}

export const hasLink = (node: ElementContent): boolean =>
  node.type === 'element' && (node.tagName === 'a' || node.children.some(hasLink))
