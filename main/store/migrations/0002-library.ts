/** The sidebar's data besides documents. */
export const sql = /* sql */ `
-- Folders, tags, files, uploads: each as JSON with what is pending on it.
CREATE TABLE things (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  remote_id TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX things_by_remote_id ON things(kind, remote_id) WHERE remote_id IS NOT NULL;

-- Versions that were read from the service, kept so that history works offline; the text is packed.
CREATE TABLE versions (
  document_id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  -- Newest first as the service lists them: smaller is newer.
  place INTEGER NOT NULL,
  at TEXT NOT NULL,
  title TEXT,
  status TEXT,
  row_check INTEGER,
  body BLOB,
  PRIMARY KEY (document_id, version_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX versions_by_place ON versions(document_id, place);

-- What lists count, without reading the rows.
CREATE INDEX documents_by_count ON documents(hidden, folder_id, status, phase, edited_since_published, updated_at);

-- The index of words, over titles and texts with what is not sent yet. It can be built anew at any time.
CREATE TABLE indexed_documents (
  rowid INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE
) STRICT;
-- All words up to this documents.words_sequence are in the index.
CREATE TABLE indexed_until (sequence INTEGER NOT NULL) STRICT;
INSERT INTO indexed_until VALUES (0);
CREATE VIRTUAL TABLE words USING fts5(title, body, tokenize = "unicode61 remove_diacritics 2", content = '', contentless_delete = 1);
`
