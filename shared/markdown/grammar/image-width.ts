import { tags } from '@lezer/highlight'
import type { Element, InlineContext, MarkdownConfig } from '@lezer/markdown'

/** The attribute after an image: its share of the text's width. Pandoc writes and reads it. */
const WIDTH = /^\{ ?width=(?:100|[1-9]\d?)% ?\}/

/** `![words](address){width=50%}`, as a part of the image. */
export const imageWidth: MarkdownConfig = {
  defineNodes: [{ name: 'ImageWidth', style: tags.processingInstruction }],
  parseInline: [
    {
      name: 'ImageWidth',
      before: 'Escape',
      parse(context, next, from) {
        if (next !== BRACE) return -1
        const found = WIDTH.exec(context.slice(from, Math.min(context.end, from + LONGEST)))
        const image = found && imageBefore(context, from)
        if (!image) return -1
        image.to = from + found[0].length
        image.children.push(context.elt('ImageWidth', from, image.to))
        return image.to
      },
    },
  ],
}

const BRACE = '{'.charCodeAt(0)
const LONGEST = 16

/** The image that ends here. Lezer stores the parsed elements, but its types do not expose them to extensions. */
function imageBefore(context: InlineContext, to: number) {
  const { parts } = context as unknown as { readonly parts: readonly (GrowingElement | null)[] }
  const last = parts.at(-1)
  const type = last?.to === to ? context.parser.nodeSet.types[last.type] : undefined
  return type?.name === 'Image' ? last : undefined
}

interface GrowingElement {
  readonly type: number
  to: number
  readonly children: Element[]
}
