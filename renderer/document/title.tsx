import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { useFieldRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { offerLinkUpdate } from '../links/link-offer'
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
  const { entered, typed, takeBack } = useGivingUp(session, title)
  /** The rename is settled: links that say the title before can follow. */
  function offerLinks(): void {
    const after = session.view().title
    if (before.current !== after) void offerLinkUpdate(app, session.id, { before: before.current, after })
  }
  const field = useRef<HTMLTextAreaElement>(null)
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
          before.current = session.view().title
          entered(from)
        }}
        onGiveUp={() => {
          const from = takeBack()
          if (isPlace(from)) from.focus()
          else props.onDone()
        }}
        onLeave={offerLinks}
      />
    </TitleMenu>
  )
}

/** Escape takes back what was typed since the writer came to the title; what came from elsewhere meanwhile stays. */
function useGivingUp(session: Session, title: string) {
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
      if (session.view().title !== known.current.title) session.typeTitle(known.current.title)
      return known.current.from
    },
  }
}
