import { codeIn } from '../markdown/code'
import { formatDate } from './date-format'
import { dayText, timeText } from './date-text'

/** The most questions of a template; fields of further questions stay as they are written. */
export const QUESTIONS_MAX = 50

/** The values for a template besides the clock. */
export interface TemplateAnswers {
  readonly title: string
  /** The answers, by question. */
  readonly answers: ReadonlyMap<string, string>
}

/** A text to insert into a document, and the position of the cursor in it. */
export interface FilledText {
  readonly text: string
  readonly cursor: number
}

interface Field {
  readonly from: number
  readonly to: number
  readonly name: string
  /** The text after the colon, with white space collapsed. */
  readonly argument: string
}

const FIELD = /\{\{([^{}\n]{1,300})\}\}/g

function fieldOf({ 0: written, 1: inside = '', index }: RegExpExecArray): Field {
  const colon = inside.indexOf(':')
  const [name, argument] = colon < 0 ? [inside, ''] : [inside.slice(0, colon), inside.slice(colon + 1)]
  return {
    from: index,
    to: index + written.length,
    name: name.trim().toLowerCase(),
    argument: argument.trim().replace(/\s+/g, ' '),
  }
}

/** The fields of a template in order. Fields in code are examples and are ignored. Linear time. */
function* fieldsOf(text: string): Generator<Field> {
  const code = codeIn(text)
  let next = 0
  for (const match of text.matchAll(FIELD)) {
    const field = fieldOf(match)
    while ((code[next]?.to ?? Infinity) <= field.from) next++
    if ((code[next]?.from ?? Infinity) >= field.to) yield field
  }
}

/** The questions of a template, each once, in order. */
export function questionsOf(text: string): readonly string[] {
  const questions = new Set<string>()
  for (const { name, argument } of fieldsOf(text)) {
    if (name === 'ask' && argument !== '') questions.add(argument)
    if (questions.size === QUESTIONS_MAX) break
  }
  return [...questions]
}

/** The value of a date or time field; `undefined`: it is another field. */
function clockText({ name, argument }: Field, now: Date, locale?: string): string | undefined {
  if (name !== 'date' && name !== 'time') return undefined
  if (argument !== '') return formatDate(argument, now, locale)
  return name === 'date' ? dayText(now) : timeText(now)
}

/**
 * The text with each field replaced once: inserted text is not processed again. Nothing is evaluated, and an unknown
 * field stays as it is written.
 *
 * @returns the text, and the position of the first `{{cursor}}`, otherwise the end
 */
function fill(
  text: string,
  fields: Iterable<Field>,
  valueOf: (field: Field) => string | undefined,
): FilledText {
  let filled = ''
  let done = 0
  let cursor: number | undefined
  for (const field of fields) {
    const value = field.name === 'cursor' && field.argument === '' ? '' : valueOf(field)
    if (value === undefined) continue
    filled += text.slice(done, field.from)
    if (field.name === 'cursor') cursor ??= filled.length
    filled += value
    done = field.to
  }
  filled += text.slice(done)
  return { text: filled, cursor: cursor ?? filled.length }
}

/** The text of a template, filled in. `locale`: for the names of months and days; where absent, the system's. */
export const fillTemplate = (
  text: string,
  { title, answers }: TemplateAnswers,
  now: Date,
  locale?: string,
): FilledText =>
  fill(text, fieldsOf(text), (field) => {
    if (field.name === 'title' && field.argument === '') return title
    if (field.name === 'ask') return answers.get(field.argument)
    return clockText(field, now, locale)
  })

/** The text of a snippet, which supports only the clock and the cursor, even in code. */
export const fillSnippet = (text: string, now: Date): FilledText =>
  fill(text, Array.from(text.matchAll(FIELD), fieldOf), (field) => clockText(field, now))
