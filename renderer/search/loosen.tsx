import { useActiveConnection } from '../queries'
import { useSearch, type SearchState, type Way } from './search-state'
import styles from './search.module.css'

/** After a search that found nothing: what was asked for that could be let go. */
export function Loosen({ way }: { readonly way: Way }) {
  const fixed = useActiveConnection()?.fixedFolder !== undefined
  const state = useSearch()
  const offers = loosened(state, way, fixed)
  if (offers.length === 0) return null
  return (
    <div className={styles.loosen}>
      {offers.map(([label, change]) => (
        <button key={label} type="button" className={styles.offer} onClick={() => useSearch.setState(change)}>
          {label}
        </button>
      ))}
    </div>
  )
}

/** Each wider search by its name, the one that most likely helps first. */
export function loosened(
  state: SearchState,
  way: Way,
  isFixed: boolean,
): readonly (readonly [string, Partial<SearchState>])[] {
  const { query, folderId, status, tagId, withinDays } = state
  const plain = query.replaceAll('"', ' ').replace(/\s+/g, ' ').trim()
  const kept = plain.replace(/(^|\s)-\S+/g, ' ').trim()
  const offers: (readonly [string, Partial<SearchState>])[] = []
  if (!isFixed && folderId !== '') offers.push(['Search every folder', { folderId: '', below: false }])
  if (!isFixed && status !== '') offers.push(['Any status', { status: '' }])
  if (way === 'words' && tagId !== '') offers.push(['Any tag', { tagId: '' }])
  if (way === 'words' && withinDays !== 0) offers.push(['Any time', { withinDays: 0 }])
  if (way === 'words' && query.includes('"'))
    offers.push(['Words in any order', { typed: plain, query: plain }])
  if (way === 'words' && kept !== plain && kept !== '')
    offers.push(['Leave nothing out', { typed: kept, query: kept }])
  offers.push(
    way === 'words' ? ['Search by meaning', { way: 'meaning' }] : ['Search exact words', { way: 'words' }],
  )
  return offers
}
