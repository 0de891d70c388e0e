/** Which documents use which files. */
export const sql = /* sql */ `
-- Derived from the texts together with the index of words; it can be built anew at any time.
CREATE TABLE file_uses (
  target TEXT NOT NULL,
  document_id TEXT NOT NULL,
  PRIMARY KEY (target, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_uses_by_document ON file_uses(document_id);
UPDATE indexed_until SET sequence = 0;
`
