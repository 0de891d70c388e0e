import { BaseSequencer } from 'vitest/node'

/** The slowest files of the unit stage, matched by parts of their names. */
const SLOW =
  /exhaustive|fuzz|hostile|planted|conformance|contributing|foreign|faults\.test|kill|merge-oracle|regular-expressions|restoring|durability/

/**
 * Starts the slowest files first, so that none of them runs alone at the end. Vitest does this from the second run on,
 * but in continuous integration every run is a first one.
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
