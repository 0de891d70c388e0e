import type { CommandOutput } from '../../shared/ipc/ipc'
import type { CopiedFiles, ImportReport, TakenBack } from '../../shared/ipc/ipc-porting'
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

/** The items that an import will make, in words; documents that are here already are not among them. */
export function comingWords({ documents, duplicates, folders, tags, files }: Coming): string {
  const isPart = duplicates > 0 && duplicates < documents
  return countedAll(
    isPart ? [documents - duplicates, 'new document'] : [documents, 'document'],
    [folders, 'folder'],
    [tags.length, 'tag'],
    [files, 'file'],
  )
}

type Coming = Pick<ImportReport, 'documents' | 'duplicates' | 'folders' | 'tags' | 'files'>

/** Says how many documents are here already; `undefined` where none is. */
export function knownWords({ documents, duplicates }: Coming): string | undefined {
  if (duplicates === 0) return undefined
  if (duplicates === documents) return 'Everything is already in this library.'
  const all = counted(documents, 'document')
  const are = counted(duplicates, `of the ${all} is`, `of the ${all} are`)
  return `${are} here already and will not be made twice.`
}

type MadeCounts = Pick<CommandOutput<'import.start'>, 'documents' | 'files'>

/** The sentence for one item or for several; empty where nothing was made. */
const aboutMade = ({ documents, files }: MadeCounts, one: string, several: string): string =>
  documents + files === 0 ? '' : documents + files === 1 ? one : several

export const sentAfterImport = (made: MadeCounts): string =>
  aboutMade(made, 'It is sent as the network allows.', 'They are sent as the network allows.')

const HOW_SENT = 'sent in the background, wherever you go on; the status line says how much is left.'

export const sentAfterMove = (made: MadeCounts): string =>
  aboutMade(
    made,
    `It is ${HOW_SENT} It can be taken back there until you keep it.`,
    `They are ${HOW_SENT} They can be taken back there until you keep them.`,
  )

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
