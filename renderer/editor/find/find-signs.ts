import { drawSign } from '../view/draw-sign'

/** The icons of the find panel, on the same grid of 24 as those of the window. */
const SIGNS = {
  previous: 'm18 15-6-6-6 6',
  next: 'm6 9 6 6 6-6',
  close: 'M18 6 6 18M6 6l12 12',
  matchCase:
    'm2 16 4-9.7a.5.5 0 0 1 .9 0L11 16M22 9v7M3.3 13h6.4M22 12.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0',
  wholeWords:
    'M10 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0M10 9v6M20 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0M14 7v8M22 17v1c0 .5-.5 1-1 1H3c-.5 0-1-.5-1-1v-1',
  regexp:
    'M17 3v10M12.7 5.5l8.6 5M12.7 10.5l8.6-5M9 17a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v2a2 2 0 0 0 2 2h2a2 2 0 0 0 2-2z',
  selection:
    'M5 3a2 2 0 0 0-2 2M19 3a2 2 0 0 1 2 2M21 19a2 2 0 0 1-2 2M5 21a2 2 0 0 1-2-2M9 3h1M9 21h1M14 3h1M14 21h1M3 9v1M21 9v1M3 14v1M21 14v1M7 8h8M7 12h10M7 16h6',
} as const

export const findSign = (name: keyof typeof SIGNS): SVGSVGElement => drawSign(SIGNS[name])
