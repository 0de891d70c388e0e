import { codeIn } from '../markdown/code'
import { formatDate } from './date-format'
import { dayText, timeText } from './date-text'

/** A template asks no more than a writer would answer; fields of further questions stay as they are written. */
export const QUESTIONS_MAX = 50

/** What a template is filled with beside the clock. */
export interface TemplateAnswers {
  readonly title: string
  /** By the question. */
  readonly answers: ReadonlyMap<string, string>
}

/** A text to be put into a document, and where the cursor goes in it. */
export interface FilledText {
  readonly text: string
  readonly cursor: number
}

interface Field {
  readonly from: number
  readonly to: number
  readonly name: string
  /** What stands behind the colon, its white space made one space each. */
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

/** The fields of a template in their order. What stands in code is an example of its own and no field. Linear time. */
function* fieldsOf(text: string): Generator<Field> {
  const code = codeIn(text)
  let next = 0
  for (const match of text.matchAll(FIELD)) {
    const field = fieldOf(match)
    while ((code[next]?.to ?? Infinity) <= field.from) next++
    if ((code[next]?.from ?? Infinity) >= field.to) yield field
  }
}

/** What the template asks, each question once, in the order in which they stand. */
export function questionsOf(text: string): readonly string[] {
  const questions = new Set<string>()
  for (const { name, argument } of fieldsOf(text)) {
    if (name === 'ask' && argument !== '') questions.add(argument)
    if (questions.size === QUESTIONS_MAX) break
  }
  return [...questions]
}

/** What a field says by the clock; `undefined`: it is no such field. */
function clockText({ name, argument }: Field, now: Date, locale?: string): string | undefined {
  if (name !== 'date' && name !== 'time') return undefined
  if (argument !== '') return formatDate(argument, now, locale)
  return name === 'date' ? dayText(now) : timeText(now)
}

/**
 * The text with each field replaced once: what is put in is not read again. Nothing is evaluated, and a field that is not
 * known stays as it is written.
 *
 * @returns the text, and the place of the first `{{cursor}}`, else its end
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

/** The text of a template, filled in. `locale`: of the names of months and days; without, the system's. */
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

/** The text of a snippet, which knows the clock and the cursor alone, in code too. */
export const fillSnippet = (text: string, now: Date): FilledText =>
  fill(text, Array.from(text.matchAll(FIELD), fieldOf), (field) => clockText(field, now))
