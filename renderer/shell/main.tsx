import './trusted-types'
import { begin } from './begin'
import { windowBridge } from '../bridge/bridge'
import '../styles/fonts'

/**
 * The rest of the window loads while the main process prepares its answer, and runs when the answer is there, so the
 * window renders in the same task in which its script begins. Chromium caches the code compiled by the end of that task
 * for the next start, and this includes all code for the first rendering.
 */
const root = document.getElementById('app')
if (root !== null) {
  const begun = begin(windowBridge())
  void begun.answer.then(() => import('./mount')).then(({ mount }) => mount(begun, root))
}
