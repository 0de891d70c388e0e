/** The signs of list items by their level; deeper levels have the last one. HTML has the same by itself. */
export const BULLETS = ['•', '◦', '▪'] as const

export const bulletOf = (level: number): string => BULLETS[Math.min(level, BULLETS.length - 1)] ?? ''
