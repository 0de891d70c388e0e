import type { Settings } from '../../shared/ipc/ipc-settings'
import type { EditorSettings } from '../editor/editor'

/** The settings that an editor needs. `usual` is the language used if the writer has chosen none. */
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
