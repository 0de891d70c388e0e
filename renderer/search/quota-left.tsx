import { useActiveConnection } from '../state/queries'
import styles from './search.module.css'

/** What the service says is left of its searches by meaning, for the foot of a panel. */
export function useQuotaLeft() {
  const quota = useActiveConnection()?.searchQuota
  if (quota === undefined) return undefined
  return (
    <span className={styles.quota}>
      {quota.remaining.toLocaleString('en')} of {quota.limit.toLocaleString('en')} searches left
    </span>
  )
}
