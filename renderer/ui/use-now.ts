import { useEffect, useState } from 'react'

/** The time, renewed every second while something counts down. */
export function useNow(counting: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!counting) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [counting])
  return now
}
