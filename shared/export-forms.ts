/** The formats of an export as one file, in the order in which they are offered. */
export const EXPORT_FORMATS = ['docx', 'pdf', 'epub', 'html', 'markdown', 'text'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const PAPER_SIZES = ['A4', 'A5', 'B5', 'Letter', 'Legal', '6x9'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]

/** The sizes of sheets, in millimetres. */
export const SHEETS: Readonly<Record<PaperSize, { readonly width: number; readonly height: number }>> = {
  A4: { width: 210, height: 297 },
  A5: { width: 148, height: 210 },
  B5: { width: 176, height: 250 },
  Letter: { width: 215.9, height: 279.4 },
  Legal: { width: 215.9, height: 355.6 },
  '6x9': { width: 152.4, height: 228.6 },
}

/** The distance of the words from the edges of the paper. */
export const PAPER_MARGINS = ['narrow', 'usual', 'wide'] as const
export type PaperMargins = (typeof PAPER_MARGINS)[number]

/** Shares of the width and of the height of a sheet: the usual ones give 25 mm at the sides of A4. */
const SHARES = { narrow: [0.073, 0.064], usual: [0.12, 0.084], wide: [0.19, 0.11] } as const

/** The margins of a sheet in millimetres: `side` left and right, `edge` above and below, with room for a running head. */
export function marginsOf(
  paper: PaperSize,
  margins: PaperMargins = 'usual',
): { readonly side: number; readonly edge: number } {
  const { width, height } = SHEETS[paper]
  const [side, edge] = SHARES[margins]
  return { side: toTenths(width * side), edge: toTenths(Math.max(height * edge, RUNNING_HEAD)) }
}

const RUNNING_HEAD = 15
const toTenths = (millimetres: number): number => Math.round(millimetres * 10) / 10

/** The cover of an EPUB book: its title and authors, its first picture, or a given image. */
export const BOOK_COVERS = ['title', 'picture', 'image'] as const
export type BookCover = (typeof BOOK_COVERS)[number]

/**
 * HTML as one complete page, as a folder with a page, its style and its pictures, or as a fragment for a content
 * management system.
 */
export const HTML_SHAPES = ['page', 'folder', 'fragment'] as const
export type HtmlShape = (typeof HTML_SHAPES)[number]
