import { expect, test } from 'vitest'
import { withNoteReferences } from './word-notes'

const field = (switches: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> NOTEREF _Ref1 ${switches}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
const note =
  '<w:bookmarkStart w:id="0" w:name="_Ref1"/><w:r><w:footnoteReference w:id="2"/></w:r><w:bookmarkEnd w:id="0"/>'

test('a number of a note that is shown as its sign becomes a reference; one among words stays', () => {
  const xml = `<w:p>${note}${field('\\f \\h ')}, see note ${field('\\h ')}.</w:p>`
  const read = withNoteReferences(xml)
  expect(read.match(/w:anchor="footnote-2"/g)).toHaveLength(1)
  expect(read).toContain(`, see note ${field('\\h ')}.</w:p>`)
})
