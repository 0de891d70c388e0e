/** The result of parsing lines that a writer has typed. */
export interface LinesRead<T> {
  readonly value: T
  /** The lines that are not accepted or have no effect, and the reasons; a sentence each. */
  readonly left: readonly string[]
}

/**
 * The lines as a list of at most `most`, each of at most `longest` UTF-16 units; `refusal` returns why a line is not
 * accepted, as the end of a sentence.
 */
export function readLines(
  text: string,
  most: number,
  longest: number,
  refusal: (line: string) => string | undefined = () => undefined,
): LinesRead<readonly string[]> {
  const value: string[] = []
  const left: string[] = []
  for (const [index, typed] of text.split('\n').entries()) {
    const line = typed.trim()
    if (line === '') continue
    const why = line.length > longest ? `is too long: ${longest} characters are the most` : refusal(line)
    if (why === undefined) value.push(line)
    else left.push(`Line ${index + 1}, “${[...line].slice(0, 40).join('')}”, ${why}.`)
  }
  if (value.length > most)
    left.push(`There are too many: only the first ${most.toLocaleString('en')} are kept.`)
  return { value: value.slice(0, most), left }
}
