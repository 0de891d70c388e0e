import { useState } from 'react'
import type { WordPiece } from '../../shared/text/words/diff-words'
import { PieceText } from './piece-text'
import styles from './conflict.module.css'

/** A few pages; laying out megabytes at once would block the window. */
const SHOWN_FIRST = 6_000
const SHOWN_MORE = 4

/** Shows the beginning of a possibly very long text, and several times as much at each request. */
export function LongPieces({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  const [shown, setShown] = useState(SHOWN_FIRST)
  const { beginning, left } = cut(pieces, shown)
  if (left === 0) return <PieceText pieces={pieces} />
  return (
    <>
      <PieceText pieces={beginning} />{' '}
      <button type="button" className={styles.fold} onClick={() => setShown(shown * SHOWN_MORE)}>
        … {left.toLocaleString('en')} more characters …
      </button>
    </>
  )
}

export const LongText = ({ text }: { readonly text: string }) => (
  <LongPieces pieces={[{ kind: 'same', text }]} />
)

function cut(pieces: readonly WordPiece[], shown: number) {
  const beginning: WordPiece[] = []
  let left = 0
  let room = shown
  for (const { kind, text } of pieces) {
    // Does not cut between the halves of a surrogate pair.
    const at = /[\uD800-\uDBFF]/.test(text[room - 1] ?? '') ? room - 1 : room
    if (at > 0) beginning.push({ kind, text: text.slice(0, at) })
    left += Math.max(0, text.length - at)
    room = Math.max(0, room - text.length)
  }
  return { beginning, left }
}
