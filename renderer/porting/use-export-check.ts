import { useEffect, useState } from 'react'
import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { useApp } from '../state/context'

type Checked =
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly found: CommandOutput<'document.check-export'> }
  /** The reason, in words for the writer. */
  | { readonly kind: 'refused'; readonly why: string }

/** Checks what an export would leave out. `flush` hands over the latest text first. */
export function useExportCheck(
  asked: CommandInput<'document.check-export'>,
  flush: () => Promise<unknown>,
): Checked {
  const { client } = useApp()
  const [checked, setChecked] = useState<Checked>({ kind: 'checking' })
  // The choices are new objects at each rendering, so they are compared by content.
  const key = JSON.stringify(asked)
  useEffect(() => {
    let isOver = false
    setChecked({ kind: 'checking' })
    const check = async () => {
      await flush()
      if (isOver) return
      const result = await client.call('document.check-export', asked)
      if (isOver) return
      if (result.ok) setChecked({ kind: 'checked', found: result.value })
      else setChecked({ kind: 'refused', why: result.problem.message })
    }
    void check()
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says all that is asked
  }, [client, key])
  return checked
}
