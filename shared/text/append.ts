/** The string to append to a text so that the words become a paragraph of their own. */
export function appended(text: string, words: string): string {
  const before = text.trim() === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return `${before}${words}${text.endsWith('\n') ? '\n' : ''}`
}

/**
 * Joins two texts that were written separately, with all lines of both: the other follows the first, without the common
 * lines at the beginning of both, such as those of a template. Lines that the first has already are not repeated.
 */
export function joinedTexts(first: string, other: string): string {
  const [lines, others] = [first.split('\n'), other.split('\n')]
  let same = 0
  while (same < others.length && others[same] === lines[same]) same++
  while (others[same]?.trim() === '') same++
  // An indent determines the kind of a line, so only the end is trimmed.
  const rest = others.slice(same).join('\n').trimEnd()
  const isThere = rest === '' || `\n${first}\n`.includes(`\n${rest}\n`)
  return isThere ? first : first + appended(first, rest)
}
