import type { FileSummary } from '../../../shared/ipc/ipc-files'
import { rowIdOf } from '../items/item-sending'
import { isPending, type LibraryItem } from '../items/library-item'
import type { AddingFilesParts } from './adding-files'
import type { FileReferences } from './file-references'
import { typeByName } from './image-type'

type FileListParts = Pick<AddingFilesParts, 'items' | 'sending' | 'fileBytes'>

const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

/** The files that are not deleted, ordered by name, with the number of texts that use each. */
export function createFileList({ items, sending, fileBytes }: FileListParts, references: FileReferences) {
  function summaryOf(item: LibraryItem, uses: number): FileSummary {
    const { id, mine, content, question } = item
    const type = content?.type ?? typeByName(mine.name)
    return {
      id,
      name: mine.name,
      alt: mine.alt ?? '',
      ...(content?.size !== undefined && { bytes: content.size }),
      link: references.linkTo(item),
      isImage: IMAGE.test(type),
      isHere: fileBytes.has(item),
      uses,
      state: question ? 'failed' : isPending(item) ? 'waiting' : 'stored',
      ...(question && { problem: problemOf(question) }),
      outboxId: `${sending.kind}:${rowIdOf(item)}`,
    }
  }

  return (): FileSummary[] => {
    const usesOf = references.counter()
    return [...items.all('file')]
      .filter(({ deleted }) => !deleted)
      .map((item) => summaryOf(item, usesOf(item)))
      .sort((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  }
}

const collator = new Intl.Collator(undefined, { numeric: true })

function problemOf(question: NonNullable<LibraryItem['question']>): string {
  switch (question.kind) {
    case 'refused':
      return [question.problem.message, ...Object.values(question.problem.fields ?? {}).flat()].join(' ')
    case 'clash':
      return 'It was changed elsewhere as well.'
    case 'gone-there':
      return 'It was deleted elsewhere.'
  }
}
