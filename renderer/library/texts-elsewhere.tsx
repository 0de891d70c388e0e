import { useLibrary } from '../state/queries'
import styles from './library.module.css'
/** The number of texts that are not on this device, and what follows from that; nothing if all are here. */
export function TextsElsewhere({ so }: { readonly so: string }) {
  const library = useLibrary().data
  if (library === undefined || library.withoutText === 0) return null
  const all = library.counts['all'] ?? 0
  const are = library.withoutText === 1 ? 'is' : 'are'
  return (
    <p className={styles.elsewhere}>
      {`${library.withoutText.toLocaleString('en')} of ${all.toLocaleString('en')} texts ${are} not on this device: ${so}.`}
    </p>
  )
}
