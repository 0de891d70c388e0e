/** The forms of an export as one file, as they are offered. */
export const EXPORT_FORMATS = ['docx', 'pdf', 'epub', 'html', 'markdown', 'text'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const PAPER_SIZES = ['A4', 'Letter'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]

/** How far the words of a PDF stand from the edges of its paper. */
export const PAPER_MARGINS = ['narrow', 'usual', 'wide'] as const
export type PaperMargins = (typeof PAPER_MARGINS)[number]

/** What a book for reading devices shows on its shelf: its title and writers, the first picture in it, or one that is given. */
export const BOOK_COVERS = ['title', 'picture', 'image'] as const
export type BookCover = (typeof BOOK_COVERS)[number]

/**
 * HTML as a page that is whole by itself, as a folder of a page with its style and its pictures, or what goes into a page of a
 * content management system.
 */
export const HTML_SHAPES = ['page', 'folder', 'fragment'] as const
export type HtmlShape = (typeof HTML_SHAPES)[number]
