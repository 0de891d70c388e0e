import type { ExportChoice } from '../../shared/ipc/ipc-export'
import type { DocumentId } from '../../shared/terms'
import { copyRich } from '../porting/copy-rich'
import { passageOf } from '../../shared/markdown/passage'
import { counted } from '../../shared/text/counted'
import type { App } from '../state/context'
import type { Session } from '../state/sessions'
import { showOverlay } from '../state/store'
import { copyBy } from '../state/actions/copy-text'
import { showToast } from '../state/toasts'
import type { CommandState } from './command-state'

/**
 * Commands that export the text in front at once, without a dialog, with the page options last chosen for the current
 * folder. `none` is the reason why there is no text.
 */
export function exportCommands(
  { actions }: App,
  session: Session | undefined,
  active: DocumentId | null,
  none: string | undefined,
  { paper, margins, hyphenates }: ExportChoice,
): Readonly<Record<'export' | 'export-pdf' | 'export-html' | 'print' | 'copy-rich', CommandState>> {
  const pages = {
    paper,
    ...(margins !== undefined && { margins }),
    ...(hyphenates !== undefined && { hyphenates }),
  }
  async function write(format: 'pdf' | 'html'): Promise<void> {
    if (session === undefined || active === null || !(await session.flush())) return
    const written = await actions.run('document.export', { what: { ids: [active] }, format, ...pages })
    if (written == null) return
    const left = written.leftCount === 0 ? '' : ` ${counted(written.leftCount, 'thing')} did not come along.`
    showToast(`Written to ${written.file}.${left}`)
  }
  async function print(): Promise<void> {
    if (session === undefined || active === null || !(await session.flush())) return
    await actions.run('document.print', { what: { ids: [active] }, ...pages })
  }
  async function copy(): Promise<void> {
    if (session === undefined) return
    const { from, to } = session.editor.selection()
    const text = session.editor.text()
    await copyBy(
      () => copyRich(from === to ? text : passageOf(text, { from, to })),
      from === to ? 'The document is copied, formatted' : 'The selection is copied, formatted',
    )
  }
  return {
    export: { run: () => showOverlay({ kind: 'export' }) },
    'export-pdf': { run: () => void write('pdf'), disabled: none },
    'export-html': { run: () => void write('html'), disabled: none },
    print: { run: () => void print(), disabled: none },
    'copy-rich': { run: () => void copy(), disabled: none },
  }
}
