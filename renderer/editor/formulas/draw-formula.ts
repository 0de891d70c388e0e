import temml from 'temml'
import { formulaOptions, isTooHard } from '../../../shared/markdown/html/formula'

/** Loaded when the first formula is met. */

/** A longer one takes more than a moment, with each key that is typed in it. */
const FORMULA_MAX = 2_000

const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** TeX as an element of MathML; `undefined` for what is no TeX, and for what would take too long. */
export function drawFormula(tex: string, isBlock: boolean): Element | undefined {
  if (tex.length > FORMULA_MAX || isTooHard(tex)) return undefined
  const frame = document.createElement('span')
  try {
    temml.render(tex, frame, formulaOptions(isBlock))
  } catch {
    return undefined
  }
  const math = frame.firstElementChild
  // Nothing of a formula is a link, a picture or a script: should one ever come through, nothing is drawn.
  const isMath = [...frame.querySelectorAll('*')].every(
    (element) => element.namespaceURI === MATHML && !element.hasAttribute('href'),
  )
  return isMath && frame.childNodes.length === 1 && math !== null ? math : undefined
}
