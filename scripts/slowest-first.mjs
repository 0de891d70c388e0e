import { BaseSequencer } from 'vitest/node'

/** What takes longest of the unit stage, as the parts of the files' names that say so. */
const SLOW =
  /exhaustive|fuzz|hostile|planted|conformance|contributing|foreign|faults\.test|kill|merge-oracle|regular-expressions|restoring|durability/

/**
 * Starts the slowest files first, so that none of them runs alone at the end. Vitest does this from the second run on;
 * continuous integration has nothing but first ones.
 */
export class SlowestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files)
    const isSlow = (/** @type {import('vitest/node').TestSpecification} */ file) => SLOW.test(file.moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
