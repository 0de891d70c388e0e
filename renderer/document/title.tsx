import { useEffect, useImperativeHandle, useRef, type Ref, type RefObject } from 'react'
import { shownTitle, type DocumentId } from '../../shared/terms'
import { useFieldRefusals } from '../state/abilities'
import { undoing } from '../state/actions/undoable-operation'
import { useApp, type App } from '../state/context'
import { showDone, showToast } from '../state/toasts'
import { offerLinkUpdate, type RenamedLinks } from '../links/link-offer'
import { insertText } from '../state/typed/insert-text'
import { isPlace } from '../ui/focus-before'
import type { Session } from '../state/sessions'
import { TitleField } from './title-field'
import { TitleMenu } from './title-menu'
import { useTitleSpelling } from './use-title-spelling'
import { useSessionPart } from './use-session'

/** The title of a document, with the update of links to it and its spelling. */
export function Title(props: {
  readonly session: Session
  readonly ref: Ref<HTMLTextAreaElement>
  readonly onDone: () => void
  /** The writer has left the title: what it was and is, if it changed. */
  readonly onLeave: (renamed: RenamedLinks | undefined) => void
}) {
  const { session, ref } = props
  const app = useApp()
  const title = useSessionPart(session, (view) => view.title)
  const isNew = useSessionPart(session, (view) => view.state.isNew === true)
  const refused = useFieldRefusals()('title')
  /** The title when the writer entered the field. */
  const before = useRef('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { entered, typed, takeBack } = useGivingUp(session, title, field)
  /** Once the rename is complete, offers to update the links that contain the old title. */
  function left(): void {
    const renamed = { before: before.current, after: session.view().title }
    const isRenamed = renamed.before !== renamed.after
    props.onLeave(isRenamed ? renamed : undefined)
    if (isRenamed) void offerLinkUpdate(app, session.id, renamed)
  }
  const isChecked = app.speller.languages().length > 0
  const misspelt = useTitleSpelling(session, title)
  useImperativeHandle(ref, () => field.current!, [])
  return (
    <TitleMenu session={session} field={field} misspelt={misspelt}>
      <TitleField
        ref={field}
        value={title}
        misspelt={misspelt}
        isChecked={isChecked}
        readOnly={session.view().readOnly !== undefined}
        refused={isNew ? undefined : refused}
        onType={typed}
        onDone={props.onDone}
        onEnter={(from) => {
          session.holdTitle(true)
          before.current = session.view().title
          entered(from)
        }}
        onGiveUp={() => {
          const from = takeBack()
          if (isPlace(from)) from.focus()
          else props.onDone()
        }}
        onLeave={() => {
          session.holdTitle(false)
          left()
        }}
      />
    </TitleMenu>
  )
}

/** Ends a rename that the writer began in the list, if this is one, when the writer leaves the title. */
export function endListRename(
  app: App,
  id: DocumentId,
  isUnderWay: RefObject<boolean>,
  renamed: RenamedLinks | undefined,
): void {
  if (isUnderWay.current && renamed !== undefined) sayRenamed(app, id, renamed)
  isUnderWay.current = false
}

/** Says that the document is renamed; Undo, and Ctrl+Z in the list, restore its title. */
function sayRenamed(app: App, id: DocumentId, { before, after }: RenamedLinks): void {
  const done = `Renamed “${shownTitle(before)}” to “${shownTitle(after)}”`
  const undo = async () => {
    const open = app.sessions.get(id)
    if (open === undefined)
      return (await app.actions.run('document.edit-fields', { id, title: before })) !== undefined
    open.typeTitle(before)
    return true
  }
  showDone(done, undoing(showToast, done, undo), id)
}

/**
 * Escape reverts what was typed since the writer entered the title, and undo in the title restores it. Changes from
 * elsewhere stay.
 */
function useGivingUp(session: Session, title: string, field: RefObject<HTMLTextAreaElement | null>) {
  const known = useRef({ title, typed: title, from: null as Element | null })
  useEffect(() => {
    if (title !== known.current.typed) known.current.title = title
  }, [title])
  return {
    entered(from: Element | null): void {
      const now = session.view().title
      known.current = { title: now, typed: now, from }
    },
    typed(next: string): void {
      known.current.typed = next
      session.typeTitle(next)
    },
    /** Reverts the title; returns the element the writer came from. */
    takeBack(): Element | null {
      const { title: before, from } = known.current
      if (session.view().title === before) return from
      // The title is replaced like typed text, because a value set by code cannot be undone.
      field.current?.select()
      if (before === '') document.execCommand('delete')
      else insertText(before)
      return from
    },
  }
}
