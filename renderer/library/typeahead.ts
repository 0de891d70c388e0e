import { useRef } from 'react'

const FORGET_MS = 700

/** Collects letters typed in one go; answers whether the key was one. */
export function useTypeahead(find: (prefix: string) => void): (key: string) => boolean {
  const typed = useRef({ prefix: '', at: 0 })
  return (key) => {
    if (key.length !== 1) return false
    const now = performance.now()
    const prefix = (now - typed.current.at < FORGET_MS ? typed.current.prefix : '') + key.toLocaleLowerCase()
    typed.current = { prefix, at: now }
    find(prefix)
    return true
  }
}
