import temml from 'temml'
import { escaped } from './escape'

/** A longer formula stands as its source. */
const FORMULA_MAX = 10_000
/** So does one whose groups lie deeper in each other: what draws them calls itself for each level. */
const LEVELS_MAX = 60

/** The same with its TeX in it: a page that comes back brings its formulas along. */
export const formulaWithSource = (tex: string, isBlock: boolean): string => formulaHtml(tex, isBlock, true)

/** TeX as MathML; what is no TeX stands as it is written. No formula loads or links anything. */
export function formulaHtml(tex: string, isBlock: boolean, hasSource = false): string {
  if (isTooHard(tex)) return asSource(tex)
  try {
    return temml.renderToString(tex, { ...formulaOptions(isBlock), annotate: hasSource })
  } catch {
    return asSource(tex)
  }
}

/** Throws at what is no TeX; macros come to an end, and nothing of a formula is a link, a picture or a style. */
export const formulaOptions = (isBlock: boolean) => ({
  displayMode: isBlock,
  throwOnError: true,
  trust: false,
  strict: false,
  maxExpand: 200,
  maxSize: [50, 50] as [number, number],
})

/** Whether a formula would take long to draw. */
export function isTooHard(tex: string): boolean {
  if (tex.length > FORMULA_MAX) return true
  let level = 0
  for (const [sign] of tex.matchAll(/\\(?:begin|left|end|right)(?![a-zA-Z])|\\.|[{}]/gs)) {
    if (sign === '{' || sign === String.raw`\begin` || sign === String.raw`\left`) level += 1
    else if (sign === '}' || sign === String.raw`\end` || sign === String.raw`\right`) level -= 1
    if (level > LEVELS_MAX) return true
  }
  return false
}

const asSource = (tex: string): string => `<code>${escaped(tex)}</code>`
