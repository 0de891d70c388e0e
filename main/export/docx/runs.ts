import {
  CheckBox,
  ExternalHyperlink,
  FootnoteReferenceRun,
  ImageRun,
  ImportedXmlComponent,
  InternalHyperlink,
  Math as MathFormula,
  Tab,
  TextRun,
  XmlComponent,
  type ParagraphChild,
} from 'docx'
import { latexToMath } from 'docx/math'
import { runsRightToLeft } from '../../../shared/markdown/direction'
import { wordsInstead } from '../../../shared/markdown/tree/pictures'
import type { Inline } from '../../../shared/markdown/tree/tree'
import { assertNever } from '../../../shared/terms'
import { outsideAddress } from '../addresses'
import { scriptRuns, type ScriptRun } from '../scripts'
import { wordsOf } from '../../../shared/markdown/tree/words-of'
import { writtenText } from '../written-text'
import { imageIn } from './picture'
import type { EastAsian } from '../language/east-asian'
import type { Room } from './room'
import type { Marks, Writing } from './writing'
import { attempt } from '../../../shared/thrown'

/** The restrictions of a line at its place. */
export interface LinePlace {
  /** Whether the line is in a footnote, which can contain neither pictures nor notes. */
  readonly isInNote: boolean
  readonly marks?: Marks
  readonly room: Room
}

export function runsOf(inlines: readonly Inline[], writing: Writing, place: LinePlace): ParagraphChild[] {
  const context = wordsOf(inlines)
  const write = (children: readonly Inline[], marks: Marks): ParagraphChild[] =>
    children.flatMap((inline) => run(inline, marks))
  return write(inlines, { ...writing.marks, ...place.marks })

  function run(inline: Inline, marks: Marks): ParagraphChild[] {
    switch (inline.kind) {
      case 'text':
        return textRuns(
          inline.text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' '),
          marks,
          writing.eastAsian,
          context,
        )
      case 'emphasis':
        return write(inline.children, { ...marks, italics: true, italicsComplexScript: true })
      case 'strong':
        return write(inline.children, { ...marks, bold: true, boldComplexScript: true })
      case 'underline':
        return write(inline.children, { ...marks, underline: {} })
      case 'struck':
        return write(inline.children, { ...marks, strike: true })
      case 'highlight':
        return write(inline.children, { ...marks, highlight: 'yellow' })
      case 'subscript':
        return write(inline.children, { ...marks, subScript: true })
      case 'superscript':
        return write(inline.children, { ...marks, superScript: true })
      case 'code':
        return textRuns(
          inline.text,
          { ...marks, style: 'InlineCode', noProof: true },
          writing.eastAsian,
          context,
        )
      case 'html':
        return htmlRuns(inline.text, marks, writing.eastAsian)
      case 'math':
        return [formula(inline.text)]
      case 'break':
        return [new TextRun({ break: 1 })]
      case 'image':
        return picture(inline, marks)
      case 'footnote':
        return noteReference(inline.number, marks)
      case 'link':
      case 'document-link':
        return link(inline, marks)
      default:
        return assertNever(inline)
    }
  }

  function link(inline: Extract<Inline, { kind: 'link' | 'document-link' }>, marks: Marks): ParagraphChild[] {
    const inside = writing.bookmarkOf(inline)
    const outside = inline.kind === 'link' ? outsideAddress(inline.address) : undefined
    if (inside === undefined && outside === undefined) return write(inline.children, marks)
    const children = write(inline.children, { ...marks, style: 'Hyperlink' })
    return inside === undefined
      ? [new ExternalHyperlink({ link: outside ?? '', children })]
      : [new InternalHyperlink({ anchor: inside, children })]
  }

  function picture(inline: Extract<Inline, { kind: 'image' }>, marks: Marks): ParagraphChild[] {
    const found = place.isInNote ? undefined : writing.pictures(inline.address)
    const image = found && imageIn(found, writing, place.room, inline)
    return image === undefined
      ? textRuns(wordsInstead(inline), marks, writing.eastAsian, context)
      : [new ImageRun(image)]
  }

  /**
   * A reference to a note. Word numbers notes by their references, so each note has one; a further one is a field that
   * refers to the first.
   */
  function noteReference(number: number, marks: Marks): ParagraphChild[] {
    if (place.isInNote)
      return [new TextRun({ ...marks, superScript: true, text: String(writing.numberOf(number)) })]
    const { id, bookmark, isFirst } = writing.referNote(number)
    if (!isFirst) return noteField(bookmark, id)
    return writing.bookmarked(bookmark, [new FootnoteReferenceRun(id)])
  }
}

/**
 * A field that shows a note's number. The library's own fields have no style for their contents. The field is written
 * in five runs, as Word does, because other programs do not read the short form.
 */
const noteField = (bookmark: string, number: number): ParagraphChild[] =>
  [
    '<w:fldChar w:fldCharType="begin"/>',
    `<w:instrText xml:space="preserve"> NOTEREF ${bookmark} \\f \\h </w:instrText>`,
    '<w:fldChar w:fldCharType="separate"/>',
    `<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:t>${number}</w:t>`,
    '<w:fldChar w:fldCharType="end"/>',
  ].map(
    (content) =>
      ImportedXmlComponent.fromXmlString(
        `<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:r>`,
      ) as unknown as ParagraphChild,
  )

/** The text in runs of one script each, so that Word uses the right font, language and direction. */
export function textRuns(text: string, marks: Marks, usual: EastAsian, context = text): TextRun[] {
  return scriptRuns(writtenText(text), context, usual).map(
    (part) =>
      new TextRun({
        ...(marks.italics === true ? withoutSlant(marks, part) : marks),
        children: withTabs(part.text),
        ...(part.isRightToLeft && { rightToLeft: true }),
        ...(part.eastAsian !== undefined && {
          font: { hint: 'eastAsia' },
          language: { ...marks.language, eastAsia: part.eastAsian },
        }),
      }),
  )
}

/** The marks without italics for scripts without italic letters; these use dots or weight instead. */
function withoutSlant(marks: Marks, { isRightToLeft, eastAsian }: ScriptRun): Marks {
  if (!isRightToLeft && eastAsian === undefined) return marks
  const { italics: _italics, italicsComplexScript: _complex, ...others } = marks
  return isRightToLeft
    ? { ...others, bold: true, boldComplexScript: true }
    : { ...others, emphasisMark: { type: 'dot' } }
}

const withTabs = (text: string): (string | Tab)[] =>
  text.split('\t').flatMap((part, index) => (index === 0 ? [part] : [new Tab(), part]))

/** HTML within a line that is no mark: comments are left out, and everything else appears as it is written. */
function htmlRuns(html: string, marks: Marks, usual: EastAsian): ParagraphChild[] {
  if (html.startsWith('<!--')) return []
  return textRuns(html, { ...marks, style: 'InlineCode', noProof: true }, usual)
}

/** An equation of Word, in display form where it is a block; LaTeX that cannot be read appears as it is written. */
export function formula(latex: string, isBlock = false): ParagraphChild {
  const math = mathOf(latex)
  if (math === undefined) return new TextRun({ text: writtenText(latex), style: 'InlineCode', noProof: true })
  const equation = new MathFormula({ children: math })
  // The types of the library do not include it as a child.
  return isBlock ? (new EquationParagraph(equation) as unknown as ParagraphChild) : equation
}

class EquationParagraph extends XmlComponent {
  constructor(equation: MathFormula) {
    super('m:oMathPara')
    this.root.push(equation)
  }
}

/** The equation; `undefined` where it has a command that Word's equations do not have. */
export const mathOf = (latex: string): ReturnType<typeof latexToMath> | undefined =>
  attempt(() => latexToMath(writtenText(latex)))

export const taskBox = (isDone: boolean): ParagraphChild[] => [
  new CheckBox({ checked: isDone, checkedState: { value: '2612', font: 'MS Gothic' } }),
  new TextRun({ children: [new Tab()] }),
]

/** The direction of a paragraph whose words run from right to left. */
export const directionOf = (words: string): { readonly bidirectional?: true } =>
  runsRightToLeft(words) ? { bidirectional: true } : {}
