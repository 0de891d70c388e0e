import {
  CodeXml,
  Folder,
  Hash,
  Inbox,
  Plus,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
} from 'lucide-react'
import { useMemo, type ComponentProps } from 'react'
import { isSameTagName } from '../../shared/text/tag-name'
import { type DocumentId, type FolderId, shownTitle } from '../../shared/terms'
import { useActiveSession } from '../document/use-session'
import { useApp } from '../state/context'
import { CODE_LANGUAGES, codeLanguageName, isLanguageWord } from '../editor/markdown/code-language'
import { COLUMN_ALIGNMENTS, type TableCommand } from '../editor/tables/table-commands'
import { foldersByPath, mayMoveInto } from '../state/tree-rows'
import { useAnswer, useLibrary } from '../state/queries'
import type { Overlay } from '../state/store'
import { showToastHere } from '../state/toasts'
import { Palette } from './palette'

/** The documents that a command is about, in a few words. */
function useAbout(ids: readonly DocumentId[]): string {
  const { sessions } = useApp()
  const [id] = ids
  const own = id === undefined ? undefined : sessions.get(id)?.view().title
  const { data } = useAnswer(
    ['titles', 'one', id],
    'documents.summaries',
    { ids: [...ids] },
    { enabled: ids.length === 1 && own === undefined },
  )
  if (ids.length !== 1) return `${ids.length.toLocaleString('en')} documents`
  return `“${shownTitle(own ?? data?.[0]?.title ?? '')}”`
}

/** Chooses a folder for documents, or none. */
export function MovePalette({ ids }: Extract<Overlay, { kind: 'move' }>) {
  const { actions } = useApp()
  return (
    <FolderPalette
      label="Move to"
      placeholder="Move to which folder"
      about={useAbout(ids)}
      onChoose={(id, name) => void actions.moveDocuments(ids, id, `“${name}”`)}
      none={{ name: 'In no folder', run: () => void actions.moveDocuments(ids, null, 'no folder') }}
    />
  )
}

/** Chooses a folder, or creates one. */
export function FolderPalette(
  props: Pick<ComponentProps<typeof Palette>, 'label' | 'placeholder' | 'about' | 'foot'> & {
    readonly onChoose: (id: FolderId, name: string) => void
    /** The choice of no folder, if it is offered. */
    readonly none?: { readonly name: string; readonly run: () => void }
  },
) {
  const { onChoose, none, ...words } = props
  const { actions } = useApp()
  const folders = useLibrary().data?.folders
  const choices = useMemo(() => foldersByPath(folders ?? []), [folders])
  return (
    <Palette
      {...words}
      empty="No folder of that name."
      choices={[
        ...choices.map(({ id, name, names, path }) => ({
          ...{ id, name: path, path: names, icon: Folder },
          run: () => onChoose(id, name),
        })),
        ...(none === undefined ? [] : [{ id: 'none', icon: Inbox, ...none }]),
      ]}
      create={(typed) =>
        typed === '' || choices.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
          ? undefined
          : {
              id: 'create',
              name: `New folder “${typed}”`,
              icon: Plus,
              run: () =>
                void actions.run('folder.create', { name: typed, parentId: null }).then((made) => {
                  if (made !== undefined) onChoose(made.id, typed)
                }),
            }
      }
    />
  )
}

/** Chooses a new parent for a folder, or the top level. */
export function MoveFolderPalette({ id }: Extract<Overlay, { kind: 'move-folder' }>) {
  const { actions } = useApp()
  const folders = useLibrary().data?.folders ?? []
  const moving = folders.find((folder) => folder.id === id)
  const move = (parentId: string | null) => void actions.moveFolder(id, parentId)
  return (
    <Palette
      label="Move folder to"
      placeholder="Move into which folder"
      about={`“${moving?.name ?? ''}”`}
      empty="No folder of that name."
      choices={[
        ...foldersByPath(folders)
          .filter((folder) => mayMoveInto(folders, id, folder.id))
          .map((folder) => ({
            id: folder.id,
            name: folder.path,
            path: folder.names,
            icon: Folder,
            run: () => move(folder.id),
          })),
        { id: 'top', name: 'To the top', icon: Inbox, run: () => move(null) },
      ]}
    />
  )
}

/** Chooses the tag that replaces this one. */
export function MergeTagPalette({ id }: Extract<Overlay, { kind: 'merge-tag' }>) {
  const { actions } = useApp()
  const tags = useLibrary().data?.tags ?? []
  const from = tags.find((tag) => tag.id === id)
  if (from === undefined) return null
  return (
    <Palette
      label="Merge tag into"
      placeholder="Merge into which tag"
      about={`“${from.name}”`}
      empty="No tag of that name."
      choices={tags
        .filter((tag) => tag.id !== id)
        .map((tag) => ({
          id: tag.id,
          name: tag.name,
          icon: Hash,
          run: () => void actions.mergeTags(from, tag),
        }))}
    />
  )
}

const ALIGNMENT_ICONS = {
  left: TextAlignStart,
  center: TextAlignCenter,
  right: TextAlignEnd,
  none: TextAlignJustify,
} as const

/** Chooses the alignment of the column at the cursor. */
export function AlignColumnPalette() {
  const session = useActiveSession()
  const align = (id: TableCommand) => {
    if (session?.editor.run(id) === false) showToastHere('The cursor is not in a table.')
  }
  return (
    <Palette
      label="Align column"
      placeholder="How the column stands"
      empty="Left, centre or right."
      choices={COLUMN_ALIGNMENTS.map(({ id, alignment, name }) => ({
        ...{ id, name, icon: ALIGNMENT_ICONS[alignment] },
        run: () => align(id),
      }))}
    />
  )
}

/** Chooses the language of the code at the cursor, or none. */
export function CodeLanguagePalette() {
  const session = useActiveSession()
  const now = session?.editor.codeLanguage() ?? ''
  const choice = (word: string, name: string, also?: string) => ({
    ...{ id: `language-${word}`, name, also, icon: CodeXml },
    ...((word === now || (now !== '' && name === codeLanguageName(now))) && { hint: 'as it is' }),
    run() {
      if (session?.editor.setCodeLanguage(word) === false)
        showToastHere('The cursor is not in a block of code.')
    },
  })
  return (
    <Palette
      label="Language of the code"
      placeholder="Which language"
      {...(now !== '' && { about: codeLanguageName(now) })}
      empty="A language is one word."
      choices={[
        choice('', 'No language', 'none plain text'),
        ...CODE_LANGUAGES.map(({ word, name, also }) => choice(word, name, also)),
      ]}
      create={(typed) =>
        !isLanguageWord(typed) ||
        CODE_LANGUAGES.some(({ also }) => also.split(' ').includes(typed.toLowerCase()))
          ? undefined
          : choice(typed, `As “${typed}”`)
      }
    />
  )
}

/** Chooses a tag, or creates one. */
export function AddTagPalette({ ids }: Extract<Overlay, { kind: 'add-tag' }>) {
  const { actions } = useApp()
  const tags = useLibrary().data?.tags ?? []
  return (
    <Palette
      label="Add tag"
      placeholder="Which tag"
      about={useAbout(ids)}
      empty="No tag of that name."
      choices={tags.map(({ id, name }) => ({
        id,
        name,
        icon: Hash,
        run: () => void actions.addTag(ids, id),
      }))}
      create={(typed) =>
        typed === '' || tags.some(({ name }) => isSameTagName(name, typed))
          ? undefined
          : {
              id: 'create',
              name: `New tag “${typed}”`,
              icon: Plus,
              run: () => void actions.addNewTag(ids, typed),
            }
      }
    />
  )
}
