import { MenuLines, type MenuLine } from '../commands/command-menu'
import { useApp } from '../state/context'
import { useSuggestions } from '../state/queries'
import type { Session } from '../state/sessions'

const FIRST = 'first suggestion'

/** What may be meant by a misspelt word, and where it is right; the lines of the menu that it stands in are behind More. */
export function SpellingLines(props: {
  readonly session: Session
  readonly word: string
  readonly replace: (by: string) => void
  readonly more: readonly (readonly MenuLine[])[]
}) {
  const { session, word, replace, more } = props
  const { actions } = useApp()
  const { data } = useSuggestions(word)
  const readOnly = session.view().readOnly === undefined ? undefined : 'this document is read only'
  const suggestions = (data?.suggestions ?? []).map((by, index) => ({
    // A menu that a key opens has the focus on its first line, before suggestions are there and after.
    id: index === 0 ? FIRST : by,
    name: by,
    disabled: readOnly,
    run: () => replace(by),
  }))
  const none: MenuLine =
    data === undefined
      ? { id: FIRST, name: 'Looking for suggestions…' }
      : { id: FIRST, name: 'No suggestions', disabled: 'no dictionary has a similar word' }
  const keeping = [
    { name: 'Add to dictionary', run: () => void actions.run('spelling.change-words', { add: [word] }) },
    {
      name: 'Ignore in this document',
      run: () => void actions.run('spelling.ignore', { id: session.id, word }),
    },
  ]
  const groups = [suggestions.length === 0 ? [none] : suggestions, keeping, [{ name: 'More', lines: more }]]
  return <MenuLines groups={groups} />
}
