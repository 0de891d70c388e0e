import { contrastOf, type Rgb } from '../../shared/contrast'

/** Pairs of text and background colours, with the names shown to the writer. */
const PAIRS = [
  ['ink', 'paper', 'The text'],
  ['ink', 'chrome', 'The text of the side panes'],
  ['ink', 'select', 'The text of a chosen row'],
  ['soft', 'paper', 'Softer words'],
  ['faint', 'paper', 'Marks of the text'],
  ['faint', 'chrome', 'Small words of the side panes'],
  ['accent', 'paper', 'Links'],
  ['on-accent', 'accent', 'The words of a main button'],
  ['del', 'paper', 'Removed words'],
  ['add', 'paper', 'Added words'],
  ['theirs', 'paper', 'Words from elsewhere'],
] as const
const CONTRAST_MIN = 4.5

/** Pairs of the current colours that are hard to read, each as a sentence. */
export function hardToRead(): readonly string[] {
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (paint === null) return []
  const probe = document.createElement('span')
  document.body.append(probe)
  const colourOf = (token: string): Rgb => {
    probe.style.color = `var(--${token})`
    paint.fillStyle = '#fff'
    paint.fillRect(0, 0, 1, 1)
    paint.fillStyle = getComputedStyle(probe).color
    paint.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data
    return [red, green, blue]
  }
  const found = PAIRS.flatMap(([front, back, what]) => {
    const contrast = contrastOf(colourOf(front), colourOf(back))
    if (contrast >= CONTRAST_MIN) return []
    return [
      `${what} (--${front} on --${back}) has a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)}; 4.5 is easy to read.`,
    ]
  })
  probe.remove()
  return found
}
