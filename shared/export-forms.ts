/** The forms of an export as one file, as they are offered. */
export const EXPORT_FORMATS = ['docx', 'pdf', 'epub', 'html', 'markdown', 'text'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const PAPER_SIZES = ['A4', 'Letter'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]
