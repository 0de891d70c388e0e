/** How large something may be where it stands: in twips or in pixels. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** Of so many twips, at 96 to the inch. */
export const pixelsOf = (twips: number): number => Math.floor((twips / 1440) * 96)
