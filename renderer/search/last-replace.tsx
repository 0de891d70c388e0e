import { useQueryClient } from '@tanstack/react-query'
import { useAnswer } from '../state/queries'
import type { CommandOutput } from '../../shared/ipc/ipc'
import { counted } from '../../shared/text/counted'
import type { RefObject } from 'react'
import { useApp } from '../state/context'
import { showUndone } from '../state/actions/show-undone'
import { Button } from '../ui/button'
import styles from './search.module.css'

/** A completed replacement. */
type Replacement = Pick<CommandOutput<'replace.apply'>, 'id' | 'places' | 'documents' | 'isDeletion'>

export const replacedText = ({ places, documents, isDeletion }: Replacement): string =>
  `${isDeletion ? 'Deleted' : 'Replaced'} ${counted(places, 'place')} in ${counted(documents, 'document')}`

interface LastReplace {
  /** `undefined` if there is nothing left to undo. */
  readonly batch: NonNullable<CommandOutput<'replace.last'>> | undefined
  undo(batch: Replacement): Promise<void>
  /** Call this after another replacement. */
  refetch(): void
}

/**
 * The last replacement in the library, made in any window, and its undo.
 *
 * @param place the element that gets the focus when the undo button disappears
 */
export function useLastReplace(place: RefObject<HTMLElement | null>): LastReplace {
  const { actions } = useApp()
  const queries = useQueryClient()
  const { data } = useAnswer(['last-replace'], 'replace.last', undefined)
  const refetch = () => {
    void queries.invalidateQueries({ queryKey: ['last-replace'] })
    void queries.invalidateQueries({ queryKey: ['replace'] })
  }
  return {
    batch: data ?? undefined,
    refetch,
    async undo(undone) {
      if (place.current?.contains(document.activeElement) === true) place.current.focus()
      const result = await actions.run('replace.undo', { id: undone.id })
      refetch()
      if (result !== undefined) showUndone(replacedText(undone), result)
    },
  }
}

/**
 * Shows the last replacement with its undo, as long as it can be undone. If `findAgain` is given, the replacement was
 * made just now and the panel has said so already.
 */
export function LastReplaceRow(props: { readonly last: LastReplace; readonly findAgain?: () => void }) {
  const { last, findAgain } = props
  const { batch, undo } = last
  if (batch === undefined && findAgain === undefined) return null
  return (
    <div role="group" aria-label="Last replace" className={styles.lastReplace}>
      {batch === undefined || findAgain !== undefined ? null : <span>{replacedText(batch)}.</span>}
      {batch === undefined ? null : <Button onClick={() => void undo(batch)}>Undo last replace</Button>}
      {findAgain === undefined ? null : <Button onClick={findAgain}>Find again</Button>}
    </div>
  )
}
