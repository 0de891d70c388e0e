import { stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../shared/problem'
import type { OpenLibrary } from '../../connections/open-libraries'
import type { Workspaces } from '../../connections/workspaces'
import type { Exporter } from '../exporter'
import { isHtmlFolder } from '../html/html-folder-names'
import { exportedWhat } from './exported-what'
import { failed, type ExportAsked, type ExportOutcome } from './arguments'

interface CommandLineParts {
  readonly workspaces: Pick<Workspaces, 'active' | 'current' | 'list' | 'visit'>
  readonly exporter: Pick<Exporter, 'export' | 'addStyles' | 'addCover'>
}

/** Carries out the export of a command line. It never rejects. */
export async function runExportAsked(
  asked: ExportAsked,
  { workspaces, exporter }: CommandLineParts,
): Promise<ExportOutcome> {
  try {
    return await within(asked.library, workspaces, (library) => exportFrom(library, asked, exporter))
  } catch (error) {
    return failed(error instanceof AppError ? error.message : `Nothing was exported: ${String(error)}`)
  }
}

async function within(
  name: string | undefined,
  workspaces: CommandLineParts['workspaces'],
  work: (library: OpenLibrary) => Promise<ExportOutcome>,
): Promise<ExportOutcome> {
  if (name === undefined) return work(workspaces.active())
  const all = workspaces.list()
  const known = all.find((one) => one.name.toLocaleLowerCase() === name.toLocaleLowerCase())
  if (known === undefined)
    return failed(
      `There is no library “${name}”. There ${all.length === 1 ? 'is' : 'are'} ${all.map((one) => `“${one.name}”`).join(', ')}.`,
    )
  if (known.id === workspaces.current().id) return work(workspaces.active())
  return workspaces.visit(known, work)
}

async function exportFrom(
  library: OpenLibrary,
  asked: ExportAsked,
  exporter: Pick<Exporter, 'export' | 'addStyles' | 'addCover'>,
): Promise<ExportOutcome> {
  const { format, paper, target, margins, hyphenates, cover, shape } = asked
  const styles = asked.styles === undefined ? undefined : await exporter.addStyles(asked.styles)
  const coverImage = asked.coverImage === undefined ? undefined : await exporter.addCover(asked.coverImage)
  const what = await exportedWhat(asked, library)
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  )
  // A script that exports to the same folder again replaces that folder.
  const isInside = isFolder && !(shape === 'folder' && isHtmlFolder(target))
  const choice = {
    ...{ format, paper },
    ...(styles !== undefined && { styles }),
    ...(margins !== undefined && { margins }),
    ...(hyphenates !== undefined && { hyphenates }),
    ...(cover !== undefined && { cover }),
    ...(coverImage !== undefined && { coverImage }),
    ...(shape !== undefined && { shape }),
  }
  const done = await exporter.export({ what, ...choice }, library, async (name) =>
    isInside ? path.join(target, name) : target,
  )
  if (done === null) return failed('The export was cancelled, and nothing was written.')
  const { file, left, leftCount } = done
  const told = left.map(({ path: where, why }) => `  ${where}: ${why}\n`).join('')
  const more = leftCount > left.length ? `  and ${leftCount - left.length} more\n` : ''
  return {
    code: 0,
    said: `${file}\n`,
    complaint:
      leftCount === 0
        ? ''
        : `${leftCount === 1 ? '1 thing did' : `${leftCount} things did`} not come along:\n${told}${more}`,
  }
}
