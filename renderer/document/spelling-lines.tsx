import { STYLE_KINDS, type StyleKind } from '../../shared/ipc/settings-bounds'
import { MenuLines, type MenuLine } from '../commands/command-menu'
import { ignoredAs, type FoundHint } from '../editor/editor'
import { useChangeSettings } from '../state/change-settings'
import { useApp } from '../state/context'
import { useSuggestions } from '../state/queries'
import type { Session } from '../state/sessions'

const FIRST = 'first suggestion'

/** Suggestions for a misspelt word and ways to accept it. The usual lines of the menu are under More. */
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
    // A menu opened by keyboard focuses its first line, before and after the suggestions arrive.
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

const MEANT: Readonly<Record<StyleKind, string>> = {
  filler: 'Says little: it may go',
  repeat: 'The same word stands close before',
  long: 'A long sentence: more than 35 words',
  passive: 'Passive voice: who does it?',
  typography: 'The language writes this otherwise',
}
const NAMES: Readonly<Record<StyleKind, string>> = {
  filler: 'fillers',
  repeat: 'repeated words',
  long: 'long sentences',
  passive: 'the passive voice',
  typography: 'typography',
}

/** The explanation of a style hint, its replacement and the ways to switch it off. */
export function StyleLines(props: {
  readonly session: Session
  readonly hint: FoundHint
  readonly more: readonly (readonly MenuLine[])[]
}) {
  const { session, hint, more } = props
  const { actions } = useApp()
  const change = useChangeSettings()
  const readOnly = session.view().readOnly === undefined ? undefined : 'this document is read only'
  const { kind, instead } = hint
  const groups: readonly (readonly MenuLine[])[] = [
    [
      { name: MEANT[kind] },
      ...(instead === undefined
        ? []
        : [
            {
              name: `Write ${shown(instead)}`,
              disabled: readOnly,
              run: () => session.editor.replaceMisspelt(hint, instead),
            },
          ]),
    ],
    [
      {
        name: 'Ignore in this document',
        run: () => void actions.run('spelling.ignore', { id: session.id, word: ignoredAs(hint) }),
      },
      {
        name: `Do not mark ${NAMES[kind]}`,
        run: () =>
          change(({ styleHints }) => ({
            styleHints: STYLE_KINDS.filter((one) => one !== kind && styleHints.includes(one)),
          })),
      },
    ],
    [{ name: 'More', lines: more }],
  ]
  return <MenuLines groups={groups} />
}

/** Names non-breaking spaces, which are invisible. */
const shown = (instead: string): string =>
  `${instead.trim()}${instead.trim() === instead ? '' : ', with a space that does not break'}`
