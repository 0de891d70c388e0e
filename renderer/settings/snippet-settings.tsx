import { useState } from 'react'
import { readSnippets, writeSnippets, type Snippets } from '../../shared/text/snippets'
import { useApp } from '../state/context'
import { useTyped } from '../state/typed/use-typed'
import { useIsShown } from './setting-line'
import window from '../ui/window.module.css'
import styles from './settings.module.css'

const PAUSE_MS = 1_000

/** The snippets, one a line, to be edited as a text. */
export function SnippetSettings({ snippets }: { readonly snippets: Snippets }) {
  const { actions } = useApp()
  const { typed, type, leave } = useTyped(keep, { pauseMs: PAUSE_MS })
  const [isTooMuch, setIsTooMuch] = useState(false)
  if (!useIsShown('Snippets Tab expand abbreviations', NOTE)) return null

  async function keep(lines: string): Promise<boolean> {
    const next = readSnippets(lines)
    setIsTooMuch(next === undefined)
    if (next === undefined) return false
    return actions.did('settings.set', { snippets: next })
  }

  return (
    <label className={window.field} data-setting>
      <span className={styles.heading}>Snippets</span>
      <textarea
        aria-label="Snippets"
        spellCheck={false}
        rows={6}
        value={typed ?? writeSnippets(snippets)}
        placeholder={'br Best regards,\\nM.'}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      <span className={styles.note}>{NOTE}</span>
      {isTooMuch ? (
        <span role="alert" className={styles.note}>
          A word, a text or the list is too long, so that these snippets are not kept yet.
        </span>
      ) : null}
    </label>
  )
}

const NOTE =
  'One a line: a word, a space, and the text that it becomes when you press Tab behind it. \\n begins a new line; {{date}}, {{time}} and {{cursor}} are filled in.'
