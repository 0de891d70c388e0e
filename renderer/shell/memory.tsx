import { begin } from './begin'
import { memoryBridge, type MemoryBridge } from '../bridge/bridge.memory'
import { mount } from './mount'
import '../styles/fonts'

declare global {
  interface Window {
    /** The hook through which a UI test changes the library directly. */
    memory?: MemoryBridge
  }
}

const root = document.getElementById('app')
if (root !== null) {
  window.memory = memoryBridge({
    nowMs: () => Date.now(),
    after: (delayMs, run) => void setTimeout(run, delayMs),
  })
  void mount(begin(window.memory), root)
}
