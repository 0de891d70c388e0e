/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** The contrast ratio of two colours, from 1 to 21, as defined in WCAG 2. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark, light] = [lightness(one), lightness(other)].toSorted((first, second) => first - second)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const lightness = (colour: Rgb): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, share, at) => {
    const part = (colour[at] ?? 0) / 255
    return sum + share * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  }, 0)
