import temml from 'temml'
import { escaped } from './escape'

/** A longer formula stands as its source. */
const FORMULA_MAX = 10_000

/** TeX as MathML; what is no TeX stands as it is written. No formula loads or links anything. */
export function formulaHtml(tex: string, isBlock: boolean): string {
  if (tex.length > FORMULA_MAX) return asSource(tex)
  try {
    return temml.renderToString(tex, {
      displayMode: isBlock,
      // A page that comes back brings its formulas along.
      annotate: true,
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
