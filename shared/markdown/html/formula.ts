import temml from 'temml'
import { escaped } from './escape'

/** A longer formula appears as its source. */
const FORMULA_MAX = 10_000
/** A formula with more nested groups also appears as its source, because the renderer is recursive. */
const LEVELS_MAX = 60

/** A formula as MathML that includes its TeX, so that pasting the page back restores the formula. */
export const formulaWithSource = (tex: string, isBlock: boolean): string => formulaHtml(tex, isBlock, true)

/** TeX as MathML; invalid TeX appears as it is written. A formula never loads or links anything. */
export function formulaHtml(tex: string, isBlock: boolean, hasSource = false): string {
  if (isTooHard(tex)) return asSource(tex)
  try {
    return temml.renderToString(tex, { ...formulaOptions(isBlock), annotate: hasSource })
  } catch {
    return asSource(tex)
  }
}

/** Throws for invalid TeX; macro expansion is bounded, and formulas can contain no link, picture or style. */
export const formulaOptions = (isBlock: boolean) => ({
  displayMode: isBlock,
  throwOnError: true,
  trust: false,
  strict: false,
  maxExpand: 200,
  maxSize: [50, 50] as [number, number],
})

/** Whether a formula would take long to render. */
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
