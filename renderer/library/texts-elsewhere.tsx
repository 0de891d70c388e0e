import { useLibrary } from '../state/queries'
import styles from './library.module.css'

const number = (count: number) => count.toLocaleString('en')

/** How many texts of the library are not on this device, and what that means here; nothing where all are. */
export function TextsElsewhere({ so }: { readonly so: string }) {
  const library = useLibrary().data
  if (library === undefined || library.withoutText === 0) return null
  const all = library.counts['all'] ?? 0
  const are = library.withoutText === 1 ? 'is' : 'are'
  return (
    <p className={styles.elsewhere}>
      {`${number(library.withoutText)} of ${number(all)} texts ${are} not on this device: ${so}.`}
    </p>
  )
}
