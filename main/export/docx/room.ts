/** The greatest size of something at its place, in twips or in pixels. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** Converts twips to pixels at 96 per inch. */
export const pixelsOf = (twips: number): number => Math.floor((twips / 1440) * 96)
