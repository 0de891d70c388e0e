import type { Settings } from '../../shared/ipc/ipc-settings'
import type { EditorSettings } from '../editor/editor'

/** What of the settings an editor has to know; `usual`: the language of a writer who has chosen none. */
export function editorSettings(settings: Settings, usual: string): EditorSettings {
  const { sourceMode, spelling, focusMode, typewriter, wrapsCode, drawsDiagrams, imageWidths } = settings
  const { keys, closesPairs, snippets, quotationMarks, typographicDashes } = settings
  const language = settings.spellingLanguages?.[0] ?? usual
  const { styleHints } = settings
  return {
    sourceMode,
    spelling,
    focusMode,
    typewriter,
    wrapsCode,
    drawsDiagrams,
    imageWidths,
    keys,
    closesPairs,
    snippets,
    quotationMarks,
    typographicDashes,
    language,
    languages: settings.spellingLanguages ?? [usual],
    styleHints,
  }
}
