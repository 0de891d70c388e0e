import { expect, test } from 'vitest'
import { marginsOf, PAPER_MARGINS, PAPER_SIZES, SHEETS } from '../../../shared/export-forms'
import { sheetStyle } from './sheet-style'

test('each paper has its size, and margins that leave room for a running head and for lines', () => {
  for (const paper of PAPER_SIZES)
    for (const margins of PAPER_MARGINS) {
      const { width, height } = SHEETS[paper]
      const { side, edge } = marginsOf(paper, margins)
      expect(sheetStyle({ paper, margins }, 'A')).toContain(
        `size: ${width}mm ${height}mm; margin: ${edge}mm ${side}mm;`,
      )
      expect(edge).toBeGreaterThanOrEqual(15)
      expect(width - 2 * side).toBeGreaterThan(90)
    }
  expect(marginsOf('A4')).toEqual({ side: 25.2, edge: 24.9 })
})

test('a title is words above the page, whatever stands in it', () => {
  const headOf = (title: string) =>
    /@top-center { content: (.*?); font/.exec(sheetStyle({ paper: 'A5' }, title))?.[1]
  expect(headOf('Über die Fähre 海')).toBe('"Über die Fähre 海"')
  expect(headOf('"; } </style><script>\\\n')).toBe(
    '"\\22 \\3b  \\7d  \\3c \\2f style\\3e \\3c script\\3e \\5c "',
  )
  expect(headOf('word '.repeat(30))).toMatch(/^"(?:word ){13}word\\2026 "$/)
})
