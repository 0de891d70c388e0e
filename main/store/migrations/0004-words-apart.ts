/** The index of words has a file of its own, written by the thread that searches it; `indexed_until` is for files now. */
export const sql = /* sql */ `
DROP TABLE words;
DROP TABLE indexed_documents;
UPDATE indexed_until SET sequence = 0;
`
