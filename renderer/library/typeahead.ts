import { useRef } from 'react'
import { strayNamesRow } from '../state/typed/stray-words'
import { rowNamed } from '../ui/lists/list-keys'

const FORGET_MS = 700

/**
 * Collects letters typed in quick succession. The returned function tells whether the key was one of them.
 *
 * @param find goes to the row whose name begins with the prefix, in lower case, and returns whether there is one
 */
export function useTypeahead(find: (prefix: string) => boolean | Promise<boolean>): (key: string) => boolean {
  const typed = useRef({ prefix: '', at: 0 })
  return (key) => {
    if (key.length !== 1) return false
    const now = performance.now()
    const prefix = (now - typed.current.at < FORGET_MS ? typed.current.prefix : '') + key.toLocaleLowerCase()
    typed.current = { prefix, at: now }
    void Promise.resolve(find(prefix)).then((isName) => isName && strayNamesRow())
    return true
  }
}

/**
 * Like `useTypeahead`, for a list whose names are all known: goes to the matching row, searching from the one at `at`.
 */
export const useRowTypeahead = (names: () => readonly string[], at: number, go: (index: number) => void) =>
  useTypeahead((prefix) => {
    const index = rowNamed(names(), at, prefix)
    if (index !== undefined) go(index)
    return index !== undefined
  })
