import type { ExportFormat, HtmlShape, PaperMargins } from '../../shared/export-forms'

/** What each form of an export is called, and what it is for. */
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

/** A sheet in CSS pixels, of which 96 are an inch. */
export const SHEETS = { A4: { width: 794, height: 1123 }, Letter: { width: 816, height: 1056 } } as const

/** How wide a sheet is drawn. */
export const SHOWN_WIDTH = 200

/** Forms that are laid out in pages. */
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
