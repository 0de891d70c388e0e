import type { CommandOutput } from '../../shared/ipc/ipc'
import { counted } from '../../shared/text/counted'
import type { Actions } from '../state/deeds/actions'
import { showDone, showToast } from '../state/toasts'
import { takenBackWords } from './words'

type Last = CommandOutput<'import.last'>

/** Takes an import back, the last one where none is named, and says so. `false`: main refused, which is said. */
export async function undoImport(actions: Actions, which?: Last): Promise<boolean> {
  const last = which ?? (await actions.run('import.last', undefined))
  const taken = last == null ? undefined : await actions.takeBack({ import: last.import })
  if (taken !== undefined) showToast(takenBackWords(taken))
  return taken !== undefined
}

/** Says what has just come in, with its undo. */
export async function sayImported(actions: Actions, words: string): Promise<void> {
  const last = await actions.run('import.last', undefined)
  if (last == null) showToast(words)
  else showDone(words, () => void undoImport(actions, last))
}

/** The same of files that the system opened; nothing where that is not all that was opened meanwhile. */
export async function sayOpened(actions: Actions, documents: number): Promise<void> {
  if (documents < 2) return
  const last = await actions.run('import.last', undefined)
  if (last?.documents === documents)
    showDone(`Imported ${counted(documents, 'document')}.`, () => void undoImport(actions, last))
}
