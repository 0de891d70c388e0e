import type { ExportJob } from './job'

/** The texts as they are written; in a book each follows its title. */
export function writeMarkdown({ isBook, title, parts }: ExportJob): Uint8Array {
  if (!isBook) return Buffer.from(parts[0]?.markdown ?? '')
  const sections = parts.map(({ title: heading, level, markdown = '' }) =>
    `${'#'.repeat(level)} ${heading}\n\n${markdown.trim()}`.trimEnd(),
  )
  return Buffer.from(`${[`# ${title}`, ...sections].join('\n\n')}\n`)
}
