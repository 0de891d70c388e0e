import { AlignmentType, LevelFormat, type ILevelsOptions, type IParagraphOptions } from 'docx'
import type { Block } from '../../../shared/markdown/tree/tree'
import { STEP } from './styles'
import type { Writing } from './writing'

/** Word knows no deeper levels; what is nested more deeply stays on the last. */
const LEVELS = 9

/** A list whose items are being written. */
export interface OpenList {
  readonly reference: string
  readonly level: number
  /** What is being written is its last item, and those of the lists around it. */
  readonly isLast?: boolean
}

/**
 * The list with a numbering of its own: Word takes the start of a list from there, and would count on from a list before
 * that shares it.
 */
export function listOf(
  { start }: Extract<Block, { kind: 'list' }>,
  depth: number,
  writing: Writing,
): OpenList {
  const level = Math.min(depth, LEVELS - 1)
  const reference = writing.number({
    levels: Array.from({ length: LEVELS }, (_none, at) =>
      levelOf(at, start !== undefined, at === level ? start : 1),
    ),
  })
  return { reference, level }
}

const BULLETS = ['•', '–', '▪']

function levelOf(level: number, isNumbered: boolean, start = 1): ILevelsOptions {
  const indent = { left: (level + 1) * STEP, hanging: STEP }
  return {
    level,
    alignment: AlignmentType.LEFT,
    ...(isNumbered
      ? { format: LevelFormat.DECIMAL, text: `%${level + 1}.`, start }
      : { format: LevelFormat.BULLET, text: BULLETS[level % BULLETS.length] ?? '•' }),
    style: { paragraph: { indent } },
  }
}

export const itemNumbering = ({ reference, level }: OpenList): Pick<IParagraphOptions, 'numbering'> => ({
  numbering: { reference, level },
})
