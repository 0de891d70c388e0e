import { describe, expect, test } from 'vitest'
import { formatDate } from './date-format'
import { fillSnippet, fillTemplate, questionsOf, QUESTIONS_MAX } from './templates'

const NOW = new Date(2026, 10, 4, 9, 5, 7)
const fill = (text: string, title = 'Low water', answers: readonly (readonly [string, string])[] = []) =>
  fillTemplate(text, { title, answers: new Map(answers) }, NOW, 'en')

describe('a template', () => {
  test('is filled with title, day, time and answers, and gives the place of the cursor', () => {
    const { text, cursor } = fill(
      '# {{title}}\n{{date}} {{ Time }}\n\n{{ask: Who?}}: {{cursor}}.\n',
      'Tide',
      [['Who?', 'Ada']],
    )
    expect(text).toBe('# Tide\n2026-11-04 09:05\n\nAda: .\n')
    expect(text.slice(cursor)).toBe('.\n')
  })

  test('has its cursor at the first place for it, else at its end', () => {
    expect(fill('a{{cursor}}b{{cursor}}c')).toEqual({ text: 'abc', cursor: 1 })
    expect(fill('{{title}}!')).toEqual({ text: 'Low water!', cursor: 10 })
  })

  test.each([
    '{{1+1}} ${now} $& {{constructor}} {{__proto__}}',
    '{{titles}} {{title:x}} {{cursor:x}} {{ask}} {{ask:}} {{ask: }}',
    '{{ask: Not answered}}',
    '{title} {{title} {{ti\ntle}} {{}}',
    '`{{title}}` and ``{{date}}``',
    '```\n{{title}}\n{{cursor}}\n```',
    '~~~ {{ask: What?}}\n{{time}}',
  ])('leaves as it is what is no field, not answered, or in code: %j', (text) => {
    expect(fill(text)).toEqual({ text, cursor: text.length })
  })

  test('is read once: nothing that is put in is a field', () => {
    const { text, cursor } = fill('{{title}} {{ask: A}} {{cursor}}', '{{date}}{{cursor}}', [
      ['A', '{{title}} $& $1'],
    ])
    expect(text).toBe('{{date}}{{cursor}} {{title}} $& $1 ')
    expect(cursor).toBe(text.length)
  })

  test('is filled between pieces of code', () => {
    expect(fill('{{title}} `{{title}}` {{title}}\n```\n{{title}}\n```\n{{title}}', 't').text).toBe(
      't `{{title}}` t\n```\n{{title}}\n```\nt',
    )
  })

  test('keeps each byte around its fields', () => {
    expect(fill('\uFEFFa\r\n\t{{title}}\u2028\r', '👩‍🚀').text).toBe('\uFEFFa\r\n\t👩‍🚀\u2028\r')
  })
})

describe('questions', () => {
  test('are asked once each, in their order, and none in code', () => {
    expect(
      questionsOf('{{ask: Who?}} {{ASK:  Where\tto?}} `{{ask: Code}}` {{ask:Who?}} {{ask: __proto__}}'),
    ).toEqual(['Who?', 'Where to?', '__proto__'])
  })

  test('are a bounded number; the fields of the others stay', () => {
    const many = Array.from({ length: QUESTIONS_MAX + 2 }, (_, at) => `{{ask: ${at}}}`).join(' ')
    const questions = questionsOf(many)
    expect(questions).toHaveLength(QUESTIONS_MAX)
    expect(
      fill(
        many,
        '',
        questions.map((one) => [one, 'x'] as const),
      ).text,
    ).toMatch(/^(x ){50}\{\{ask: 50\}\} \{\{ask: 51\}\}$/)
  })
})

test.each([
  '{{',
  '}}',
  '{{ask: ',
  '{{title}}',
  '`{{date}}',
  '```\n{{cursor}}\n',
  '{{ask: a}}`',
  '{{date:[}}',
  '\r',
])('a million signs of %j are read', (sign) => {
  const text = sign.repeat(1_000_000 / sign.length)
  expect(questionsOf(text).length).toBeLessThanOrEqual(1)
  expect(fill(text).text.length).toBeGreaterThan(0)
})

describe('a date', () => {
  test.each([
    ['YYYY-MM-DD', '2026-11-04'],
    ['dddd, D MMMM YYYY', 'Wednesday, 4 November 2026'],
    ['ddd D MMM YY', 'Wed 4 Nov 26'],
    ['D.M.', '4.11.'],
    ['HH:mm:ss H h hh a A', '09:05:07 9 9 09 am AM'],
    ['YYYY-[W]WW', '2026-W45'],
    ['[Day] D [[x]', 'Day 4 [x'],
    ['', ''],
    ['[MM', '[11'],
  ])('written as %j', (format, text) => {
    expect(formatDate(format, NOW, 'en')).toBe(text)
  })

  test('has the names of the language; a language that does not exist is none', () => {
    expect(formatDate('dddd, D. MMMM', NOW, 'de')).toBe('Mittwoch, 4. November')
    expect(formatDate('MMMM', NOW, 'no_such!')).toBe(formatDate('MMMM', NOW))
  })

  test.each([
    [new Date(2021, 0, 3), '53'],
    [new Date(2021, 0, 4), '1'],
    [new Date(2024, 11, 30), '1'],
    [new Date(2026, 11, 31), '53'],
    [new Date(2026, 6, 5), '27'],
  ])('%s lies in week %s', (day, week) => {
    expect(formatDate('W', day)).toBe(week)
  })

  test('is at noon and midnight what the clock says', () => {
    expect(formatDate('h a', new Date(2026, 0, 1, 0))).toBe('12 am')
    expect(formatDate('h a', new Date(2026, 0, 1, 12))).toBe('12 pm')
  })
})

test('a snippet knows the clock and the cursor, in code too, and nothing else', () => {
  expect(fillSnippet('{{date}} {{time}}: {{cursor}} `{{date:D/M}}`', NOW)).toEqual({
    text: '2026-11-04 09:05:  `4/11`',
    cursor: 18,
  })
  expect(fillSnippet('{{1+1}} {{title}} {{ask: x}} $&', NOW)).toEqual({
    text: '{{1+1}} {{title}} {{ask: x}} $&',
    cursor: 31,
  })
})
