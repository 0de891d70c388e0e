import { describe, expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import { writeDocx } from '../../export/docx/docx'
import { publicationOf, whole } from '../../export/testing/fixtures'
import { convert } from './convert'

/** The text that comes back from the Word document of a text, without its front matter. */
async function back(text: string): Promise<string> {
  const bytes = whole(writeDocx(publicationOf(readDocument(text)), () => undefined, { paper: 'A4' }))
  const { markdown } = await convert('a.docx', bytes, 'pictures')
  return markdown.slice(markdown.indexOf('---\n', 4) + 4)
}

describe('what Stet wrote as a Word document comes back', () => {
  test.each([
    ['scene breaks', 'Before.\n\n---\n\nAfter.\n'],
    ['paragraphs in items', '1. one\n\n   more of it\n\n2. two\n'],
    ['blocks in items', '- one\n\n  ```\n  code\n  ```\n\n  > quote\n\n  more\n\n- two\n'],
    ['lists that are parted', '1. one\n2. two\n\nbetween\n\n1. again\n\nbetween\n\n7. seven\n8. eight\n'],
    ['lists in lists', '- one\n  1. two\n  2. three\n     - four\n  3. five\n- six\n'],
    ['tasks in tasks', '- [ ] open\n  - [x] done\n\n    words about it\n- [x] too\n'],
    ['blocks of code', '```\na\n\nb\n```\n\n```\nc\n```\n'],
    ['quotations in quotations', '> one\n>\n> > two\n> >\n> > > three\n>\n> four\n'],
    ['lists in quotations', '> one\n>\n> - two\n>   > three\n>\n> ---\n>\n> four\n'],
    [
      'quotations and callouts',
      '> quoted\n\n> [!note] A title\n>\n> words\n>\n> - item\n\n> [!tip]\n>\n> other\n',
    ],
    [
      'what stands in a callout',
      '> [!note] A title\n>\n> > quoted\n>\n> - item\n>\n>   more of it\n>\n> ```\n> code\n> ```\n>\n> words\n',
    ],
    ['callouts of an own kind', '> [!example]\n>\n> words\n'],
    ['definitions', 'Tide\n: Low water\n: High water\n\nLock\n: A door\n\n    More of it\n\n    - a list\n'],
    ['sides of columns', '| a | b | c | d |\n| - | :- | :-: | -: |\n| 1 | 2 | 3 | 4 |\n'],
    ['tables in items', '- one\n  | a | b |\n  | - | -: |\n  | 1 | 2 |\n- two\n'],
  ])('%s', async (_what, text) => {
    expect(await back(text)).toBe(text)
  })

  test('long code, which stands in several paragraphs, is one block', async () => {
    const code = `\`\`\`\n${Array.from({ length: 900 }, (_none, line) => `line ${line}`).join('\n')}\n\`\`\`\n`
    expect(await back(code)).toBe(code)
  })
})
