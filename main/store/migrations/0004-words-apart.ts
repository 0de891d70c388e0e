/**
 * The index of words moves to a file of its own, written by the thread that searches it; `indexed_until` is for files
 * from now on.
 */
export const sql = /* sql */ `
DROP TABLE words;
DROP TABLE indexed_documents;
UPDATE indexed_until SET sequence = 0;
`
