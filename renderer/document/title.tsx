import { useEffect, useImperativeHandle, useRef, type Ref, type RefObject } from 'react'
import { useFieldRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { offerLinkUpdate } from '../links/link-offer'
import { insertText } from '../state/typed/insert-text'
import { isPlace } from '../ui/focus-before'
import type { Session } from '../state/sessions'
import { TitleField } from './title-field'
import { TitleMenu } from './title-menu'
import { useTitleSpelling } from './use-title-spelling'
import { useSessionPart } from './use-session'

/** The title of a document, with what is done about links to it and about its spelling. */
export function Title(props: {
  readonly session: Session
  readonly ref: Ref<HTMLTextAreaElement>
  readonly onDone: () => void
}) {
  const { session, ref } = props
  const app = useApp()
  const title = useSessionPart(session, (view) => view.title)
  const isNew = useSessionPart(session, (view) => view.state.isNew === true)
  const refused = useFieldRefusals()('title')
  /** The title when the writer came to it. */
  const before = useRef('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { entered, typed, takeBack } = useGivingUp(session, title, field)
  /** The rename is settled: links that say the title before can follow. */
  function offerLinks(): void {
    const after = session.view().title
    if (before.current !== after) void offerLinkUpdate(app, session.id, { before: before.current, after })
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
          offerLinks()
        }}
      />
    </TitleMenu>
  )
}

/**
 * Escape takes back what was typed since the writer came to the title, and undo in the title brings that again; what came
 * from elsewhere meanwhile stays.
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
    /** Answers where the writer came from. */
    takeBack(): Element | null {
      const { title: before, from } = known.current
      if (session.view().title === before) return from
      // As a key of the writer: what is set by the window could not be undone.
      field.current?.select()
      if (before === '') document.execCommand('delete')
      else insertText(before)
      return from
    },
  }
}
