import { BorderStyle, ShadingType, type IParagraphStyleOptions } from 'docx'
import type { CalloutKind } from '../../../shared/markdown/tree/tree'

/**
 * The colours of callouts as on a page (`shared/markdown/html/page-style.ts`): that of bar and title, and a far lighter
 * one behind the words.
 */
const COLOURS: Readonly<Record<CalloutKind, { readonly voice: string; readonly shade: string }>> = {
  note: { voice: '2A5B8C', shade: 'EEF3F8' },
  tip: { voice: '1D6B45', shade: 'ECF4F0' },
  important: { voice: '6B4A8C', shade: 'F3EFF6' },
  warning: { voice: '8A5A12', shade: 'F8F3E8' },
  caution: { voice: 'A23527', shade: 'FAEFED' },
  plain: { voice: '5C574E', shade: 'F4F2ED' },
}

const nameOf = (kind: CalloutKind): string => kind.slice(0, 1).toUpperCase() + kind.slice(1)

/** The id of the style of a callout's words, or of its title. */
export const calloutStyle = (kind: CalloutKind, isTitle: boolean): string =>
  `Callout${nameOf(kind)}${isTitle ? 'Title' : ''}`

/** The space between bar and words in points, and the largest that Word has. */
const SPACE = 8
const SPACE_MAX = 31

/** The bar and the background of a callout, for words that begin `inset` twips to the right of its own. */
export const calloutBar = (kind: CalloutKind, inset: number) => {
  const { voice, shade } = COLOURS[kind]
  const space = Math.min(SPACE_MAX, SPACE + Math.round(inset / 20))
  return {
    shading: { type: ShadingType.CLEAR, fill: shade, color: 'auto' },
    border: { left: { style: BorderStyle.SINGLE, size: 24, space, color: voice } },
  }
}

/** The styles of callouts. Word draws one bar and one background along adjacent paragraphs with the same settings. */
export const calloutStyles = (indent: number): IParagraphStyleOptions[] =>
  (Object.keys(COLOURS) as CalloutKind[]).flatMap((kind): IParagraphStyleOptions[] => {
    const name = `Callout ${nameOf(kind)}`
    const id = calloutStyle(kind, false)
    return [
      {
        ...{ id, name, basedOn: 'Normal', quickFormat: true },
        paragraph: {
          indent: { left: indent, right: indent },
          ...calloutBar(kind, 0),
        },
      },
      {
        ...{ id: calloutStyle(kind, true), name: `${name} Title`, basedOn: id, next: id },
        run: { bold: true, boldComplexScript: true, color: COLOURS[kind].voice },
        paragraph: { keepNext: true },
      },
    ]
  })
