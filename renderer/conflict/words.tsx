import { useMemo } from 'react'
import { diffWords } from '../../shared/text/words/diff-words'
import { LongPieces, LongText } from './long-pieces'
import styles from './conflict.module.css'

/** A text in which the words that `base` does not contain are marked; without a base nothing is marked. */
export function Words({ base, text }: { readonly base: string | undefined; readonly text: string }) {
  const pieces = useMemo(
    () =>
      base === undefined ? undefined : diffWords(base, text).pieces.filter(({ kind }) => kind !== 'removed'),
    [base, text],
  )
  if (text.trim() === '') return <span className={styles.gone}>Nothing is left of it</span>
  return pieces === undefined ? <LongText text={text} /> : <LongPieces pieces={pieces} />
}
