import type { DocumentSeen } from '../../../shared/api/api-reading'
import { sameNormalForm } from '../../../shared/text/normal-form'
import type { DocumentPullParts } from './pull-pages'

/**
 * The rows of a list, without their texts where the service shortens texts in lists: a shortened text would be taken
 * for the whole document. A text that is longer than every text found whole so far is compared with the document
 * itself; one that cannot be compared now is read singly.
 */
export async function withWholeTexts(
  { client, connection }: DocumentPullParts,
  rows: readonly DocumentSeen[],
): Promise<readonly DocumentSeen[]> {
  const { listTexts, listTextsWhole = 0 } = connection.capabilities()
  if (listTexts === 'short') return rows.map(withoutText)
  const lengthOf = ({ content }: DocumentSeen) => content?.length ?? 0
  const longest = rows.reduce<DocumentSeen | undefined>(
    (most, row) => (most === undefined || lengthOf(row) > lengthOf(most) ? row : most),
    undefined,
  )
  if (longest?.content === undefined || longest.content.length <= listTextsWhole) return rows
  const answer = await client.call('documents.get', { params: { id: longest.id } })
  const isComparable =
    answer.kind === 'ok' && answer.data.content !== undefined && answer.data.updated_at === longest.updated_at
  if (!isComparable) return rows.map(withoutText)
  if (sameNormalForm(answer.data.content!, longest.content)) {
    connection.noteCapabilities({ listTextsWhole: longest.content.length })
    return rows
  }
  connection.noteCapabilities({ listTexts: 'short' })
  return rows.map(withoutText)
}

const withoutText = (row: DocumentSeen): DocumentSeen => ({ ...row, content: undefined })
