import {
  AlignmentType,
  LevelFormat,
  type ILevelsOptions,
  type IParagraphOptions,
  type NumberingDefinition,
} from 'docx'
import { bulletOf } from '../../../shared/markdown/bullets'
import type { Block } from '../../../shared/markdown/tree/tree'
import { STEP } from './styles'
import type { Writing } from './writing'

/** Word has no deeper levels; deeper items stay on the last one. */
const LEVELS = 9

/** A list whose items are being written. */
export interface OpenList {
  readonly numbering: NumberingDefinition
  readonly level: number
  /** Whether the item being written is the last one of this list and of the lists around it. */
  readonly isLast?: boolean
}

/**
 * The properties of a list. A numbered list has a numbering of its own, because Word takes its start from there and
 * would continue the count of another list with the same one. All other lists share one, because a book has thousands
 * of them.
 */
export function listOf(
  { start }: Extract<Block, { kind: 'list' }>,
  depth: number,
  writing: Writing,
): OpenList {
  const level = Math.min(depth, LEVELS - 1)
  if (start === undefined) return { numbering: BULLETED, level }
  const levels = levelsOf((at) => ({
    format: LevelFormat.DECIMAL,
    text: `%${at + 1}.`,
    start: at === level ? start : 1,
  }))
  return { numbering: { reference: writing.listName(), levels }, level }
}

const levelsOf = (
  markOf: (level: number) => Pick<ILevelsOptions, 'format' | 'text' | 'start'>,
): ILevelsOptions[] =>
  Array.from({ length: LEVELS }, (_none, level) => ({
    level,
    alignment: AlignmentType.LEFT,
    ...markOf(level),
    style: { paragraph: { indent: { left: (level + 1) * STEP, hanging: STEP } } },
  }))

const BULLETED: NumberingDefinition = {
  reference: 'bullets',
  levels: levelsOf((level) => ({ format: LevelFormat.BULLET, text: bulletOf(level) })),
}

export const itemNumbering = ({ numbering, level }: OpenList): Pick<IParagraphOptions, 'numbering'> => ({
  numbering: { reference: numbering, level },
})
