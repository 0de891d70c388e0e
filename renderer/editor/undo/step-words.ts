import { countWords } from '../../../shared/text/words/count-words'
import { counted } from '../../../shared/text/counted'

/** The effect of a step at one place of the text. */
export interface StepChange {
  readonly removed: string
  readonly added: string
}

/** The maximum length of a quoted text, in UTF-16 units. */
const SAID_MAX = 40
/** The maximum number of places that are considered. */
const PLACES_MAX = 200

const MARKS: Readonly<Record<string, string>> = {
  '**': 'bold',
  __: 'bold',
  '*': 'italic',
  _: 'italic',
  '~~': 'struck',
  '==': 'marked',
  '`': 'code',
}

/** Describes a step in a few words for the writer. */
export function stepWords(changes: readonly StepChange[]): string {
  const [first, second] = changes
  if (first === undefined) return 'Changed the text'
  if (changes.length === 1) return atOnePlace(first)
  if (changes.length === 2 && second !== undefined) {
    const moved = movedBy(first, second) ?? movedBy(second, first)
    if (moved !== undefined) return `Moved ${thing(moved)}`
    // When a line changes places with an empty one, the empty line is the one that was removed and inserted.
    const all = first.removed + first.added + second.removed + second.added
    if (all === '\n\n' && first.removed + second.removed === '\n') return 'Moved a line'
    const mark = MARKS[first.added]
    if (mark !== undefined && first.added === second.added && first.removed + second.removed === '')
      return `Made words ${mark}`
    const gone = MARKS[first.removed]
    if (gone !== undefined && first.removed === second.removed && first.added + second.added === '')
      return `Made words no longer ${gone}`
  }
  const isSame = changes.every(({ added, removed }) => added === first.added && removed === first.removed)
  const places =
    changes.length > PLACES_MAX ? `${PLACES_MAX} places or more` : counted(changes.length, 'place')
  return isSame && first.added + first.removed !== ''
    ? `${atOnePlace(first)} in ${places}`
    : `Changed ${places}`
}

function atOnePlace({ removed, added }: StepChange): string {
  // Text that is equal at both ends was not changed.
  const [before, after] = within(removed, added)
  if (before === '') return addedWords(after)
  if (after === '') return removedWords(before)
  if (before.length <= SAID_MAX && after.length <= SAID_MAX && isSaid(before) && isSaid(after))
    return `Replaced ${said(before)} by ${said(after)}`
  return `Replaced ${amount(before)} by ${amount(after)}`
}

function addedWords(text: string): string {
  if (text.trim() === '') return text.includes('\n') ? 'Began a new line' : 'Typed a space'
  return text.length <= SAID_MAX ? `Typed ${said(text)}` : `Added ${amount(text)}, ${said(text)}`
}

function removedWords(text: string): string {
  if (text.trim() === '') return text.includes('\n') ? 'Joined lines' : 'Deleted a space'
  return text.length <= SAID_MAX ? `Deleted ${said(text)}` : `Deleted ${amount(text)}, ${said(text)}`
}

/** The text that was moved from one place to the other; line breaks around it may differ. */
function movedBy(from: StepChange, to: StepChange): string | undefined {
  const text = from.removed.trim()
  const isMoved =
    text !== '' && from.added.trim() === '' && to.removed.trim() === '' && to.added.trim() === text
  return isMoved ? text : undefined
}

function thing(text: string): string {
  if (/^#{1,6} /.test(text)) return `the section ${said(/[^\n#].*/.exec(text)?.[0] ?? '')}`
  if (/\n\s*\n/.test(text)) return counted(text.split(/\n\s*\n/).length, 'paragraph')
  return text.includes('\n') ? counted(text.split('\n').length, 'line') : said(text)
}

const amount = (text: string): string => {
  const words = countWords(text)
  return words === 0 ? counted(text.length, 'character') : counted(words, 'word')
}

const isSaid = (text: string): boolean => text.trim() !== ''

function said(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  // A character of two units must not be split.
  const cut = [...line].slice(0, SAID_MAX).join('')
  const end = cut.lastIndexOf(' ')
  return `“${cut.length < line.length ? `${end < 0 ? cut : cut.slice(0, end)}…` : cut}”`
}

/** The two texts without their common beginning and end. */
function within(one: string, other: string): readonly [string, string] {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  const cut = (text: string) => text.slice(start, text.length - end)
  // Letters inside a word are quoted with their word, because nobody would recognise them alone.
  return start + end === 0 || one === '' || other === ''
    ? [one, other]
    : wholeWords([one, other], start, end, cut)
}

function wholeWords(
  [one, other]: readonly [string, string],
  start: number,
  end: number,
  cut: (text: string) => string,
): readonly [string, string] {
  if (cut(one) === '' || cut(other) === '') return [cut(one), cut(other)]
  while (start > 0 && /\S/.test(one[start - 1] ?? '')) start--
  while (end > 0 && /\S/.test(one[one.length - end] ?? '')) end--
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}
