import type { KeyboardEvent } from 'react'
import { SearchField } from '../ui/search-field'
import { useSearch } from './search-state'
import styles from './search.module.css'

export const askFor = (typed: string) => useSearch.setState({ query: typed.trim() })

/** The query field of the search panel. Arrow down and Enter go to the results, also if these have not arrived yet. */
export function QueryField(props: {
  readonly canGoOn: boolean
  /** Opens the selected passage. */
  readonly open: () => void
  readonly openFirst: () => void
  /** Focuses a passage; without a number, the selected one. */
  readonly focusOn: (index?: number) => void
}) {
  const { typed, query, answered, wrong } = useSearch()

  function onKeyDown(event: KeyboardEvent): void {
    const isDown = event.key === 'ArrowDown'
    if ((!isDown && event.key !== 'Enter') || event.nativeEvent.isComposing) return
    const { isAsking, meant } = useSearch.getState()
    if (isAsking || answered !== query) {
      if (isDown) useSearch.setState({ meant: () => props.focusOn(0) })
      else if (meant !== undefined) useSearch.setState({ meant: props.openFirst })
      askFor(typed)
    } else if (!isDown) props.open()
    else if (props.canGoOn) props.focusOn()
    else return
    event.preventDefault()
  }

  return (
    <>
      <SearchField
        label="Search"
        placeholder="Search words or describe an idea"
        value={typed}
        maxLength={10_000}
        autoFocus
        onFocus={(event) => {
          event.target.select()
          // A writer who returns to the field must not get an answer from before documents changed.
          useSearch.setState(({ isOld, times }) => (isOld ? { isOld: false, times: times + 1 } : {}))
        }}
        onChange={(words) => useSearch.setState({ typed: words, meant: undefined })}
        onKeyDown={onKeyDown}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : 'search-wrong'}
      />
      {wrong === undefined ? null : (
        <p id="search-wrong" role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
    </>
  )
}
