import type { CommandOutput } from '../../shared/ipc/ipc'
import type { CopiedFiles } from '../../shared/ipc/ipc-porting'
import type { Actions } from '../state/actions/actions'
import { showDone, showToast } from '../state/toasts'
import { copiedWords, takenBackWords } from './words'

type Last = CommandOutput<'import.last'>

/**
 * Undoes an import, by default the last one, and says so. Resolves to `false` if the main process refused, which is
 * shown.
 */
export async function undoImport(actions: Actions, which?: Last): Promise<boolean> {
  const last = which ?? (await actions.run('import.last', undefined))
  const taken = last == null ? undefined : await actions.takeBack({ import: last.import })
  if (taken !== undefined) showToast(takenBackWords(taken))
  return taken !== undefined
}

/** Reports an import, with its undo. */
export async function sayImported(actions: Actions, words: string): Promise<void> {
  const last = await actions.run('import.last', undefined)
  if (last == null) showToast(words)
  else showDone(words, () => undoImport(actions, last))
}

/** Reports that files were copied into the library; with an undo if the last import created all of these documents. */
export async function sayCopied(actions: Actions, copied: CopiedFiles, exceptions?: string): Promise<void> {
  const words = [copiedWords(copied), ...(exceptions === undefined ? [] : [exceptions])].join(' ')
  const last = copied.made === 0 ? undefined : await actions.run('import.last', undefined)
  if (last?.documents !== copied.made) showToast(words)
  else showDone(words, () => undoImport(actions, last))
}
