/**
 * The addresses at which the printing window finds the pictures and fonts of its page (`print-page.ts`), relative to
 * the page.
 */
export const PICTURES = 'picture/'
export const FONT_STYLE = 'fonts.css'
