/** What a planted bug of the core is looked for with; bundled once for each bug. */
export { searchFrom } from '../../main/documents/proof/exhaustive-runner'
export { runRandom } from '../../main/documents/proof/fuzz'
export { STARTS } from '../../main/documents/proof/starts'
