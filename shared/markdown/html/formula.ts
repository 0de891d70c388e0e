import temml from 'temml'
import { escaped } from './escape'

/** A longer formula stands as its source. */
const FORMULA_MAX = 10_000

/** The same with its TeX in it: a page that comes back brings its formulas along. */
export const formulaWithSource = (tex: string, isBlock: boolean): string => formulaHtml(tex, isBlock, true)

/** TeX as MathML; what is no TeX stands as it is written. No formula loads or links anything. */
export function formulaHtml(tex: string, isBlock: boolean, hasSource = false): string {
  if (tex.length > FORMULA_MAX) return asSource(tex)
  try {
    return temml.renderToString(tex, {
      displayMode: isBlock,
      annotate: hasSource,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: 200,
      maxSize: [50, 50],
    })
  } catch {
    return asSource(tex)
  }
}

const asSource = (tex: string): string => `<code>${escaped(tex)}</code>`
