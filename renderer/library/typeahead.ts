import { useRef, type KeyboardEvent } from 'react'
import { strayNamesRow } from '../state/typed/stray-words'
import { rowNamed } from '../ui/lists/list-keys'

const FORGET_MS = 700

/** The keys of a list by which its rows are found by name. */
export interface Typeahead {
  /** Takes a key if it is a letter, and returns whether it is. */
  takes(key: string): boolean
  /** Takes a space within a name that is being typed, and returns whether it did; any other key is left to the list. */
  takesWithin(event: KeyboardEvent): boolean
}

/**
 * Collects letters typed in quick succession.
 *
 * @param find goes to the row whose name begins with the prefix, in lower case, and returns whether there is one
 */
export function useTypeahead(find: (prefix: string) => boolean | Promise<boolean>): Typeahead {
  const typed = useRef({ prefix: '', at: -Infinity })
  function takes(key: string): boolean {
    if (key.length !== 1) return false
    const now = performance.now()
    const isFresh = now - typed.current.at < FORGET_MS
    const prefix = (isFresh ? typed.current.prefix : '') + key.toLocaleLowerCase()
    typed.current = { prefix, at: now }
    void Promise.resolve(find(prefix)).then((isName) => isName && strayNamesRow())
    return true
  }
  return {
    takes,
    takesWithin(event) {
      const { key, ctrlKey, metaKey, altKey } = event
      const isWithin = performance.now() - typed.current.at < FORGET_MS
      if (key !== ' ' || ctrlKey || metaKey || altKey || !isWithin) return false
      event.preventDefault()
      event.stopPropagation()
      return takes(key)
    },
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
