import type { WordPiece } from '../../shared/text/words/diff-words'

/** Words that came and went, told apart by more than colour. */
export function PieceText({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return pieces.map(({ kind, text }, index) => {
    const Tag = TAGS[kind]
    return <Tag key={index}>{text}</Tag>
  })
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const
