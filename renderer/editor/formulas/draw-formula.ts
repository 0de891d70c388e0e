import temml from 'temml'
import { formulaOptions, isTooHard } from '../../../shared/markdown/html/formula'

/** Loaded when the first formula is found. */

/** A longer formula would take too long at each key typed in it. */
const FORMULA_MAX = 2_000

const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** Renders TeX as MathML; `undefined` for invalid TeX, and for TeX that would take too long. */
export function drawFormula(tex: string, isBlock: boolean): Element | undefined {
  if (tex.length > FORMULA_MAX || isTooHard(tex)) return undefined
  const frame = document.createElement('span')
  try {
    temml.render(tex, frame, formulaOptions(isBlock))
  } catch {
    return undefined
  }
  const math = frame.firstElementChild
  // A formula contains no link, image or script: if one ever appears, nothing is rendered.
  const isMath = [...frame.querySelectorAll('*')].every(
    (element) => element.namespaceURI === MATHML && !element.hasAttribute('href'),
  )
  return isMath && frame.childNodes.length === 1 && math !== null ? math : undefined
}
