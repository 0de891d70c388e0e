import type { CommandOutput } from '../../shared/ipc/ipc'
import type { CopiedFiles, TakenBack } from '../../shared/ipc/ipc-porting'
import { counted } from '../../shared/text/counted'
import { listed } from '../../shared/text/listed'

/** Joins the counts that are not zero into one phrase; if all are zero, only the first is named. */
export function countedAll(...counts: readonly (readonly [count: number, what: string])[]): string {
  const named = counts.filter(([count]) => count > 0)
  return listed(
    (named.length === 0 ? counts.slice(0, 1) : named).map(([count, what]) => counted(count, what)),
  )
}

/** The items that an import or a move has created, in words. */
export const madeWords = ({ documents, folders, tags, files }: Omit<TakenBack, 'changed' | 'ids'>): string =>
  countedAll([documents, 'document'], [folders, 'folder'], [tags, 'tag'], [files, 'file'])

export const takenBackWords = (taken: TakenBack): string =>
  [
    `${madeWords(taken)} taken back.`,
    ...(taken.documents === 0 ? [] : ['Texts are in Recovered texts.']),
    ...(taken.changed === 0 ? [] : [`${counted(taken.changed, 'document')} changed since stayed.`]),
  ].join(' ')

export const importedWords = ({ documents, files }: CommandOutput<'import.start'>): string =>
  `Imported ${countedAll([documents, 'document'], [files, 'file'])}.`

/** Says that files were copied into documents, and that the files themselves stay unchanged. */
export function copiedWords({ made, known, name, folder }: CopiedFiles): string {
  const isOne = made + known === 1
  const files = isOne ? `“${name}”` : counted(made + known, 'file')
  const from = folder === undefined ? '' : ` from the folder “${folder}”`
  const stays = `What you write here does not change the ${isOne ? 'file' : 'files'}.`
  if (made === 0)
    return `${files}${from} ${isOne ? 'has a copy' : 'have copies'} in this library already. ${stays}`
  const others = known === 0 ? '' : ` ${counted(known, 'copy was', 'copies were')} here already.`
  return `${files}${from} ${isOne ? 'was' : 'were'} copied into this library.${others} ${stays}`
}
