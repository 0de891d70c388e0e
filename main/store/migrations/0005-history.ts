/** Texts of versions, most of them stored as differences from another one; names and stars that the writer gave. */
export const sql = /* sql */ `
CREATE TABLE version_texts (
  document_id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  -- The version whose text the body changes; NULL: the body is the text.
  parent_id TEXT,
  -- How many other bodies are read for this text.
  depth INTEGER NOT NULL,
  -- Over title and text, as that of a snapshot: equal ones are one state.
  digest TEXT,
  -- Over the text as it comes out.
  text_check INTEGER,
  row_check INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (document_id, version_id)
) STRICT;
INSERT INTO version_texts
  SELECT document_id, version_id, NULL, 0, NULL, NULL, row_check, body
  FROM versions WHERE body IS NOT NULL AND row_check IS NOT NULL;
UPDATE versions SET body = NULL, row_check = NULL;

-- Of versions and of snapshots; on this device only.
CREATE TABLE version_notes (
  document_id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  name TEXT NOT NULL,
  starred INTEGER NOT NULL,
  PRIMARY KEY (document_id, version_id)
) STRICT, WITHOUT ROWID;
`
