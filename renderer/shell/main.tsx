import './trusted-types'
import { begin } from './begin'
import { windowBridge } from '../bridge/bridge'
import '../styles/fonts'

/**
 * The rest of the window is read while main answers, and run when it has: so the window is drawn in the same task in
 * which its script begins. Chromium keeps what it has compiled by the end of that task for the next start, and all
 * that the first drawing needs is then among it.
 */
const root = document.getElementById('app')
if (root !== null) {
  const begun = begin(windowBridge())
  void begun.answer.then(() => import('./mount')).then(({ mount }) => mount(begun, root))
}
