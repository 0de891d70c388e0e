import type { ExportChoice } from '../../shared/ipc/ipc-export'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { useChangeSettings } from '../state/change-settings'
import { useApp } from '../state/context'
import { useSettings } from '../state/queries'
import { useWindow } from '../state/store'

/** Whether US Letter is the usual paper size in the writer's region. */
const usesLetter = (): boolean => /-(?:US|CA|MX|PH)\b/.test(navigator.language)

/** The export options of the current folder, as they were last chosen. */
export function useExportChoice(): readonly [ExportChoice, (choice: ExportChoice) => void] {
  const { connectionId } = useApp()
  const folderId = useWindow((state) => state.filter.folderId) ?? ''
  const key = `${connectionId}:${folderId}`
  const changeSettings = useChangeSettings()
  const kept = useSettings().data?.exports[key]
  const choice = kept ?? { format: 'docx', paper: usesLetter() ? 'Letter' : 'A4' }
  return [choice, (next) => changeSettings((now) => ({ exports: withLast(now.exports, key, next) }))]
}

const KEPT_CHOICES = 500

/** The most recent choices, with this one last. */
const withLast = (kept: Settings['exports'], key: string, choice: ExportChoice): Settings['exports'] =>
  Object.fromEntries([
    ...Object.entries(kept)
      .filter(([other]) => other !== key)
      .slice(-KEPT_CHOICES),
    [key, choice],
  ])
