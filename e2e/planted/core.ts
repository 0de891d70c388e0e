/** What a planted bug of the core is looked for with; bundled once for each bug. */
export { searchFrom } from '../../main/documents/exhaustive-told'
export { tellAtRandom } from '../../main/documents/fuzz'
export { STARTS } from '../../main/documents/starts'
