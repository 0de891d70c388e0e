/** What was made of lines that a writer has typed. */
export interface LinesRead<T> {
  readonly value: T
  /** What of them is not taken or does not count, and why; a sentence each. */
  readonly left: readonly string[]
}

/** The lines as a list of at most `most`, each of at most `longest` UTF-16 units; `refusal` says why a line is not taken, in the words behind it. */
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
