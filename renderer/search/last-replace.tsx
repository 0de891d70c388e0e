import { useQueryClient } from '@tanstack/react-query'
import { useAnswer } from '../state/queries'
import type { CommandOutput } from '../../shared/ipc/ipc'
import { counted } from '../../shared/text/counted'
import type { RefObject } from 'react'
import { useApp } from '../state/context'
import { showUndone } from '../state/actions/show-undone'
import { Button } from '../ui/button'
import styles from './search.module.css'

interface LastReplace {
  /** `undefined` if there is nothing left to undo. */
  readonly batch: NonNullable<CommandOutput<'replace.last'>> | undefined
  undo(id: string): Promise<void>
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
    async undo(id) {
      if (place.current?.contains(document.activeElement) === true) place.current.focus()
      const result = await actions.run('replace.undo', { id })
      refetch()
      if (result === undefined) return
      showUndone(`Undone in ${counted(result.documents, 'document')}.`, result.stayed)
    },
  }
}

/** Shows the last replacement with its undo, as long as it can be undone. */
export function LastReplaceRow({ last }: { readonly last: LastReplace }) {
  const { batch, undo } = last
  if (batch === undefined) return null
  const { id, places, documents } = batch
  return (
    <div role="group" aria-label="Last replace" className={styles.lastReplace}>
      <span>
        Replaced {counted(places, 'place')} in {counted(documents, 'document')}.
      </span>
      <Button onClick={() => void undo(id)}>Undo last replace</Button>
    </div>
  )
}
