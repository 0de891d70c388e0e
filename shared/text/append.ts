/** What is written behind a text so that the words are a paragraph of their own. */
export function appended(text: string, words: string): string {
  const before = text.trim() === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return `${before}${words}${text.endsWith('\n') ? '\n' : ''}`
}

/**
 * One text with all lines of two that were written apart: the other stands behind the first, without the lines at its
 * beginning that both begin with, such as those of a template. What the first has already is not written again.
 */
export function joinedTexts(first: string, other: string): string {
  const [lines, others] = [first.split('\n'), other.split('\n')]
  let same = 0
  while (same < others.length && others[same] === lines[same]) same++
  while (others[same]?.trim() === '') same++
  // An indent says what a line is.
  const rest = others.slice(same).join('\n').trimEnd()
  const isThere = rest === '' || `\n${first}\n`.includes(`\n${rest}\n`)
  return isThere ? first : first + appended(first, rest)
}
