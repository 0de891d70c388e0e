import {
  SHEETS,
  type ExportFormat,
  type HtmlShape,
  type PaperMargins,
  type PaperSize,
} from '../../shared/export-forms'

/** The name and the purpose of each export format. */
export const EXPORT_FORMS: Readonly<Record<ExportFormat, { readonly name: string; readonly use: string }>> = {
  docx: {
    name: 'Word',
    use: 'A Word document with real headings, lists, tables and footnotes, to be worked on further.',
  },
  pdf: {
    name: 'PDF',
    use: 'Pages as they are printed, with numbers, an outline of the headings, and notes that lead back.',
  },
  epub: {
    name: 'EPUB',
    use: 'A book for reading devices, with a table of contents and notes that lead back.',
  },
  html: {
    name: 'HTML',
    use: 'A page for the web or for a browser, with its style and its pictures.',
  },
  markdown: { name: 'Markdown', use: 'The text as it is written here, without its pictures.' },
  text: { name: 'Plain text', use: 'The words alone in lines of 72 letters, without marks.' },
}

/** Converts millimetres to CSS pixels, of which 96 are an inch. */
export const pixelsOf = (millimetres: number): number => Math.round((millimetres / 25.4) * 96)

/** The size of a sheet in CSS pixels. */
export function sheetOf(paper: PaperSize): { readonly width: number; readonly height: number } {
  const { width, height } = SHEETS[paper]
  return { width: pixelsOf(width), height: pixelsOf(height) }
}

export const PAPER_NAMES: Readonly<Record<PaperSize, string>> = {
  ...{ A4: 'A4', A5: 'A5', B5: 'B5', Letter: 'Letter', Legal: 'Legal' },
  '6x9': '6 × 9 in',
}

/** The width of the previewed sheet in CSS pixels. */
export const SHOWN_WIDTH = 200

/** The formats that have pages. */
export const PAGED: ReadonlySet<ExportFormat> = new Set(['docx', 'pdf'])

export const MARGIN_NAMES: Readonly<Record<PaperMargins, string>> = {
  narrow: 'Narrow',
  usual: 'Usual',
  wide: 'Wide',
}

export const SHAPE_NAMES: Readonly<Record<HtmlShape, string>> = {
  page: 'A whole page',
  folder: 'A folder with its style and pictures',
  fragment: 'A fragment without title and style',
}
