import { useOfConnection } from '../state/queries'
import styles from './search.module.css'

/** The remaining searches by meaning, as the service reports them, for the foot of a panel. */
export function useQuotaLeft() {
  const quota = useOfConnection(({ searchQuota }) => searchQuota)
  if (quota === undefined) return undefined
  return (
    <span className={styles.quota}>
      {quota.remaining.toLocaleString('en')} of {quota.limit.toLocaleString('en')} searches left
    </span>
  )
}
