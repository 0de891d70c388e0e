import { useOfConnection } from '../state/queries'
import { Button } from '../ui/button'
import { useSearch, type SearchState, type Way } from './search-state'
import styles from './search.module.css'

/** After a search without results: offers wider searches. */
export function Loosen({ way }: { readonly way: Way }) {
  const fixed = useOfConnection(({ fixedFolder }) => fixedFolder !== undefined) === true
  const state = useSearch()
  const offers = loosened(state, way, fixed)
  if (offers.length === 0) return null
  return (
    <div className={styles.loosen}>
      {offers.map(([label, change]) => (
        <Button key={label} onClick={() => useSearch.setState(change)}>
          {label}
        </Button>
      ))}
    </div>
  )
}

const QUOTATION_MARKS = /["“”„‟«»「」『』＂]/g

/** The query with each of its single words as a prefix; phrases are unchanged. */
const begun = (query: string): string =>
  query.search(QUOTATION_MARKS) >= 0
    ? query
    : query
        .split(' ')
        .map((word) => (word.length < 3 || word.startsWith('-') || word.endsWith('*') ? word : `${word}*`))
        .join(' ')

/** The wider searches by name, the most promising first. */
function loosened(
  state: SearchState,
  way: Way,
  isFixed: boolean,
): readonly (readonly [string, Partial<SearchState>])[] {
  const { query, folderId, status, tagId, withinDays } = state
  const plain = query.replace(QUOTATION_MARKS, ' ').replace(/\s+/g, ' ').trim()
  const kept = plain.replace(/(^|\s)-\S+/g, ' ').trim()
  const offers: (readonly [string, Partial<SearchState>])[] = []
  if (!isFixed && folderId !== '') offers.push(['Search every folder', { folderId: '', below: false }])
  if (!isFixed && status !== '') offers.push(['Remove status filter', { status: '' }])
  if (tagId !== '') offers.push(['Remove tag filter', { tagId: '' }])
  if (withinDays !== 0) offers.push(['Remove date filter', { withinDays: 0 }])
  const wider = begun(query)
  if (way === 'words' && wider !== query)
    offers.push(['Words that begin like these', { typed: wider, query: wider }])
  if (way === 'words' && query.search(QUOTATION_MARKS) >= 0)
    offers.push(['Words in any order', { typed: plain, query: plain }])
  if (way === 'words' && kept !== plain && kept !== '')
    offers.push(['Leave nothing out', { typed: kept, query: kept }])
  offers.push(
    way === 'words' ? ['Search by meaning', { way: 'meaning' }] : ['Search exact words', { way: 'words' }],
  )
  return offers
}
