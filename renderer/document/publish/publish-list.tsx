import { CircleAlert, CircleCheck, OctagonAlert } from 'lucide-react'
import { Button } from '../../ui/button'
import styles from '../document.module.css'
import type { PublishCheck, PublishPlace } from './publish-checks'

const PLACES_SHOWN = 10
const WORDS_SHOWN = 40

/** The results of the publish checks; each place is a button that leads there. */
export function PublishList(props: {
  readonly checks: readonly PublishCheck[]
  readonly goTo: (place: PublishPlace) => void
}) {
  const { checks, goTo } = props
  return (
    <ul aria-label="Checks" className={styles.checks}>
      {checks.length === 0 ? (
        <li>
          <CircleCheck className={styles.fine} />
          No problems found.
        </li>
      ) : (
        checks.map(({ text, isBlocking, places }) => (
          <li key={text}>
            {isBlocking ? (
              <OctagonAlert className={styles.blocking} />
            ) : (
              <CircleAlert className={styles.advice} />
            )}
            <span>
              {places.length === 0 ? text : `${text.replace(/\.$/, '')}: `}
              {places.slice(0, PLACES_SHOWN).map((place, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the same words may stand twice; the list is made anew with its text
                <span key={index}>
                  {index === 0 ? '' : ', '}
                  <Button kind="link" onClick={() => goTo(place)}>
                    “{shortWords(place.words)}”
                  </Button>
                </span>
              ))}
              {places.length > PLACES_SHOWN ? ` and ${places.length - PLACES_SHOWN} more` : ''}
              {places.length === 0 ? '' : '.'}
            </span>
          </li>
        ))
      )}
    </ul>
  )
}

const shortWords = (words: string): string =>
  words.trim() === '' ? '…' : words.length > WORDS_SHOWN ? `${words.slice(0, WORDS_SHOWN)}…` : words
