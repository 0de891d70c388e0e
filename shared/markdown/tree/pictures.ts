import { shortened } from '../../text/shortened'
import type { Inline } from './tree'

type Image = Extract<Inline, { kind: 'image' }>

/** The picture of a paragraph that contains nothing else; its title is a caption. */
export const onlyPicture = ([first, ...others]: readonly Inline[]): Image | undefined =>
  others.length === 0 && first?.kind === 'image' ? first : undefined

/** The words that appear in place of a picture that cannot be shown. */
export const wordsInstead = ({ alt, address }: Image): string => (alt === '' ? shortened(address) : alt)
