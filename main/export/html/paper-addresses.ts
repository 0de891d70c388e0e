/** Where the window that prints finds the pictures and the faces of its page (`print-page.ts`), relative to the page. */
export const PICTURES = 'picture/'
export const FONT_STYLE = 'fonts.css'
