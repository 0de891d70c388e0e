import {
  BorderStyle,
  LineRuleType,
  ShadingType,
  type IParagraphStyleOptions,
  type IStylesOptions,
} from 'docx'

import type { EastAsian } from '../language/east-asian'
import { calloutStyles } from './callout-styles'

/** Converts millimetres to twips, Word's unit: a twentieth of a point. */
export const twips = (millimetres: number): number => Math.round((millimetres / 25.4) * 1440)

/** The indent of one level of a list or of a quotation. */
export const STEP = twips(7)

/** The fonts of each language, with serifs and without. */
const EAST_ASIAN_FONTS: Readonly<Record<EastAsian, readonly [text: string, heading: string]>> = {
  'ja-JP': ['MS Mincho', 'MS Gothic'],
  'ko-KR': ['Batang', 'Malgun Gothic'],
  'zh-CN': ['SimSun', 'SimHei'],
  'zh-TW': ['PMingLiU', 'Microsoft JhengHei'],
}

function fontsFor(language: EastAsian) {
  const [text, heading] = EAST_ASIAN_FONTS[language]
  return {
    text: { ascii: 'Cambria', hAnsi: 'Cambria', eastAsia: text, cs: 'Times New Roman' },
    heading: { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: heading, cs: 'Arial' },
    code: { ascii: 'Consolas', hAnsi: 'Consolas', eastAsia: heading, cs: 'Courier New' },
  }
}

type Fonts = ReturnType<typeof fontsFor>

/** The border of a block of code; `space`: points between the border and the lines. */
export const codeBorder = (space: number) =>
  Object.fromEntries(
    ['top', 'bottom', 'left', 'right'].map((side) => [
      side,
      { style: BorderStyle.SINGLE, size: 4, space, color: SHADE },
    ]),
  )

const INK = '22201C'
const SOFT = '5C574E'
const LINE = 'C8C2B6'
const SHADE = 'F4F2ED'

const heading = (fonts: Fonts, level: number, size: number, before: number, after: number) => ({
  run: { font: fonts.heading, size, bold: true, boldComplexScript: true, color: INK },
  paragraph: {
    spacing: { before, after, line: 259, lineRule: LineRuleType.AUTO },
    keepNext: true,
    keepLines: true,
    outlineLevel: level - 1,
  },
})

/** The title page of a book: its authors, and the heading of its contents. */
const titlePage = (fonts: Fonts): readonly IParagraphStyleOptions[] => [
  {
    ...{ id: 'Author', name: 'Author', basedOn: 'Normal' },
    run: { size: 28, color: SOFT },
    paragraph: { spacing: { before: 0, after: 480 } },
  },
  {
    ...{ id: 'TOCHeading', name: 'TOC Heading', basedOn: 'Normal', next: 'Normal' },
    run: { font: fonts.heading, size: 28, bold: true, boldComplexScript: true, color: INK },
    paragraph: { spacing: { before: 240, after: 160 }, keepNext: true },
  },
]

const stylesWith = (fonts: Fonts, language: string, eastAsian: EastAsian): IStylesOptions => ({
  default: {
    document: {
      run: {
        font: fonts.text,
        size: 22,
        language: { value: language, eastAsia: eastAsian, bidirectional: 'ar-SA' },
      },
      paragraph: { spacing: { after: 140, line: 288, lineRule: LineRuleType.AUTO } },
    },
    title: {
      run: { font: fonts.heading, size: 48, bold: true, boldComplexScript: true, color: INK },
      paragraph: {
        spacing: { before: 0, after: 320, line: 259, lineRule: LineRuleType.AUTO },
        keepNext: true,
      },
    },
    heading1: heading(fonts, 1, 34, 480, 160),
    heading2: heading(fonts, 2, 28, 360, 120),
    heading3: heading(fonts, 3, 24, 280, 100),
    heading4: heading(fonts, 4, 22, 240, 80),
    heading5: heading(fonts, 5, 21, 200, 80),
    heading6: heading(fonts, 6, 20, 200, 80),
    hyperlink: { run: { color: '2A5B8C', underline: {} } },
    listParagraph: { paragraph: { contextualSpacing: true }, quickFormat: true },
    footnoteText: {
      run: { size: 18 },
      paragraph: { spacing: { after: 40, line: 252, lineRule: LineRuleType.AUTO } },
    },
    caption: {
      run: { size: 18, color: SOFT },
      paragraph: { spacing: { before: 60, after: 240 }, alignment: 'center' },
    },
  },
  paragraphStyles: [
    { id: 'BodyText', name: 'Body Text', basedOn: 'Normal', quickFormat: true },
    {
      id: 'Quote',
      name: 'Quote',
      basedOn: 'Normal',
      next: 'BodyText',
      quickFormat: true,
      paragraph: { indent: { left: STEP, right: STEP } },
    },
    ...calloutStyles(STEP),
    {
      id: 'DefinitionTerm',
      name: 'Definition Term',
      basedOn: 'Normal',
      next: 'Definition',
      run: { bold: true, boldComplexScript: true },
      paragraph: { keepNext: true, spacing: { after: 40 } },
    },
    { id: 'Definition', name: 'Definition', basedOn: 'BodyText', paragraph: { indent: { left: STEP } } },
    { id: 'DefinitionContinued', name: 'Definition Continued', basedOn: 'Definition' },
    {
      id: 'SourceCode',
      name: 'Source Code',
      basedOn: 'Normal',
      next: 'BodyText',
      quickFormat: true,
      run: { font: fonts.code, size: 19, noProof: true },
      paragraph: {
        spacing: { before: 60, after: 180, line: 252, lineRule: LineRuleType.AUTO },
        alignment: 'left',
        shading: { type: ShadingType.CLEAR, fill: SHADE, color: 'auto' },
        border: codeBorder(4),
      },
    },
    {
      id: 'HorizontalRule',
      name: 'Horizontal Rule',
      basedOn: 'Normal',
      next: 'BodyText',
      paragraph: {
        spacing: { before: 120, after: 260 },
        border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: LINE } },
      },
    },
    {
      id: 'Figure',
      name: 'Figure',
      basedOn: 'Normal',
      next: 'Caption',
      paragraph: {
        alignment: 'center',
        spacing: { before: 160, after: 160, line: 240, lineRule: LineRuleType.AUTO },
      },
    },
    {
      id: 'TableText',
      name: 'Table Text',
      basedOn: 'Normal',
      run: { size: 20 },
      paragraph: { spacing: { before: 30, after: 30, line: 252, lineRule: LineRuleType.AUTO } },
    },
    {
      id: 'TableHeading',
      name: 'Table Heading',
      basedOn: 'TableText',
      run: { bold: true, boldComplexScript: true },
      paragraph: { keepNext: true },
    },
    ...titlePage(fonts),
    { id: 'Equation', name: 'Equation', basedOn: 'Normal', paragraph: { alignment: 'center' } },
    ...[1, 2, 3].map((level) => ({
      id: `TOC${level}`,
      name: `toc ${level}`,
      basedOn: 'Normal',
      paragraph: { spacing: { after: 60 }, indent: { left: (level - 1) * STEP } },
    })),
  ],
  characterStyles: [
    { id: 'InlineCode', name: 'Inline Code', run: { font: fonts.code, size: 20, noProof: true } },
    { id: 'Emphasis', name: 'Emphasis', run: { italics: true, italicsComplexScript: true } },
    { id: 'Strong', name: 'Strong', run: { bold: true, boldComplexScript: true } },
  ],
})

/**
 * The styles. Those that Word knows have Word's own ids, so that a person who continues to work on the text finds them
 * in their usual place.
 */
export const stylesFor = (language: string, eastAsian: EastAsian): IStylesOptions =>
  stylesWith(fontsFor(eastAsian), language, eastAsian)

export const TABLE_STYLE_ID = 'PlainTable'

const border = (side: string, size: number) =>
  `<w:${side} w:val="single" w:sz="${size}" w:space="0" w:color="${LINE}"/>`

/** The style of tables as XML, because the library has no options for one. */
export const TABLE_STYLES = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="table" w:customStyle="1" w:styleId="${TABLE_STYLE_ID}"><w:name w:val="Plain Table"/><w:uiPriority w:val="99"/><w:tblPr><w:tblBorders>${border('top', 8)}${border('bottom', 8)}${border('insideH', 4)}</w:tblBorders><w:tblCellMar><w:top w:w="40" w:type="dxa"/><w:left w:w="100" w:type="dxa"/><w:bottom w:w="40" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`
