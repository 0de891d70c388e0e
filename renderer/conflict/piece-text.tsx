import type { WordPiece } from '../../shared/text/words/diff-words'

/** Added and removed words, distinguished by more than colour. */
export function PieceText({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return pieces.map(({ kind, text }, index) => {
    const Tag = TAGS[kind]
    return <Tag key={index}>{text}</Tag>
  })
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const
