import type { WordPiece } from '../../shared/text/words/diff-words'
import styles from './conflict.module.css'

/** Words that came and went, told apart by more than colour. */
export function PieceText({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return pieces.map(({ kind, text }, index) =>
    kind === 'same' ? (
      <span key={index}>{text}</span>
    ) : kind === 'added' ? (
      <ins key={index} className={styles.added}>
        {text}
      </ins>
    ) : (
      <del key={index} className={styles.removed}>
        {text}
      </del>
    ),
  )
}
