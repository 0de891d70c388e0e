import { expect, test } from 'vitest'
import type { ExportFormat } from '../../shared/export-forms'
import { EXPORT_COMMANDS } from '../../shared/ipc/ipc-export'
import type { ExportJob } from './job'
import { runJob } from './run-job'

const jobOf = (format: ExportFormat, ...texts: readonly string[]): ExportJob => ({
  ...{ kind: 'check', format, paper: 'A4', id: 'x', title: 'Low tide', language: 'en', modified: '' },
  isBook: texts.length > 1,
  parts: texts.map((markdown, index) => ({
    title: `Part ${index + 1}`,
    level: texts.length > 1 ? 1 : 0,
    markdown,
  })),
  pictures: new Map(),
})

const beginning = async (format: ExportFormat, ...texts: readonly string[]) => {
  const { beginning: found } = await runJob(jobOf(format, ...texts))
  return found === undefined || 'lines' in found ? (found?.lines ?? '') : found.blocks.join('\n')
}

test('a text begins with its title and its words, in each form', async () => {
  for (const format of ['docx', 'pdf', 'html'] as const) {
    const page = await beginning(
      format,
      'Some *salt*.\n\n<script>alert(1)</script>\n\n![x](javascript:alert)',
    )
    expect(page).toMatch(/^<h1 class="title">Low tide<\/h1>\n<p>Some <em>salt<\/em>\.<\/p>/)
    expect(page).not.toMatch(/<script|src=/)
  }
  expect(await beginning('text', 'Some *salt*.')).toBe('Low tide\n========\n\nSome salt.\n')
  expect(await beginning('markdown', 'Some *salt*.')).toBe('Some *salt*.')
  expect(await beginning('epub', '---\nauthor: Ann\n---\nSalt.')).toContain('<p class="author">Ann</p>')
})

test('a book begins with what is in it; its chapters come on pages of their own, but in HTML', async () => {
  expect(await beginning('pdf', 'One.', 'Two.')).toMatch(/Part 2<\/a>/)
  expect(await beginning('pdf', 'One.', 'Two.')).not.toContain('One.')
  expect(await beginning('html', 'One.', 'Two.')).toMatch(/<h1>Part 1<\/h1>\n<p>One\.<\/p>/)
})

test('[L10] of the largest text no more comes than a window takes', async () => {
  const texts = ['x'.repeat(300_000), `${'x '.repeat(10_000)}\n\n| a |\n| - |\n${'| b |\n'.repeat(4_000)}`]
  const checked = EXPORT_COMMANDS['document.check-export'].output
  for (const format of ['docx', 'text', 'markdown'] as const)
    for (const text of texts) {
      const { beginning: found, left, words, pictures } = await runJob(jobOf(format, text))
      const answer = { documents: 1, pictures, words, beginning: found, left, leftCount: 0 }
      expect(checked.safeParse(answer).success, format).toBe(true)
    }
})

test('words are counted as the status line counts them', async () => {
  const text = '# One\n\n- two **three**\n- [four](https://example.org/a)\n\n| five | six |\n| --- | --- |\n'
  expect((await runJob(jobOf('docx', text, '> Seven\n\n漢字'))).words).toBe(9)
})

test('where the system names no language, a text without one is taken for English', async () => {
  const of = async (language: string, text: string) => {
    const { bytes = new Uint8Array() } = await runJob({ ...jobOf('html', text), kind: 'write', language })
    return /<html lang="([^"]*)"/.exec(Buffer.from(bytes).toString())?.[1]
  }
  expect(await of('c', 'Words.')).toBe('en')
  expect(await of('c', '---\nlang: de\n---\nWorte.')).toBe('de')
  expect(await of('pt-BR', 'Palavras.')).toBe('pt-BR')
})
