/**
 * Texts are UTF-8 in BLOBs, because a NUL ends a TEXT in SQLite. The wide column is last, so that the small columns of
 * a row are read without it. Every row that contains words has a checksum (`row_check`) over its identity and its
 * words. Ids are AUTOINCREMENT: an id is never used again after a delete.
 */
export const sql = /* sql */ `
-- What lists and counts read: one row for each document known here, written with its working copy.
CREATE TABLE documents (
  id TEXT PRIMARY KEY,
  remote_id TEXT UNIQUE,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  folder_id TEXT,
  status TEXT NOT NULL,
  phase TEXT NOT NULL,
  -- Deleted here or elsewhere: in no list.
  hidden INTEGER NOT NULL,
  edited_since_published INTEGER NOT NULL,
  -- Something is to be sent, confirmed or decided: read at the next start.
  pending INTEGER NOT NULL,
  has_text INTEGER NOT NULL,
  etag TEXT,
  -- Over text and fields as the service last showed them: an answer with the same digest changes nothing.
  seen_digest TEXT,
  -- ISO 8601. The service's times where it says any, for comparing; then the ones that lists show.
  remote_created_at TEXT,
  remote_updated_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- Grows with every change of title or text; what is derived from them (an index of words) keeps the last one it saw.
  words_sequence INTEGER NOT NULL
) STRICT;
CREATE INDEX documents_by_folder ON documents(folder_id, hidden);
CREATE INDEX documents_by_update ON documents(hidden, updated_at);
CREATE INDEX documents_by_creation ON documents(hidden, created_at);
CREATE INDEX documents_by_title ON documents(hidden, title COLLATE NOCASE);
CREATE INDEX documents_by_words ON documents(words_sequence);
CREATE INDEX documents_pending ON documents(pending) WHERE pending = 1;

CREATE TABLE document_tags (
  tag_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  PRIMARY KEY (tag_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_tags_by_document ON document_tags(document_id);

-- The journal. A head is a working copy as JSON in which texts are references: [text, how many of its changes].
CREATE TABLE heads (
  document_id TEXT PRIMARY KEY,
  -- How many changes of its text row mine had when the head was written; later ones were typed since.
  mine_changes INTEGER NOT NULL,
  row_check INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE TABLE texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id TEXT NOT NULL,
  row_check INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX texts_by_document ON texts(document_id);

-- What was typed after a text was written: change 1, 2, ... of that text.
CREATE TABLE changes (
  text_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  row_check INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (text_id, number)
) STRICT, WITHOUT ROWID;

-- Cursor, scroll and undo history: may be lost without losing words.
CREATE TABLE views (
  document_id TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id TEXT,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  title TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  kept_at INTEGER NOT NULL,
  -- Of the text, before it is packed.
  bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- 'plain' or 'deflate'
  packing TEXT NOT NULL,
  row_check INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX snapshots_by_document ON snapshots(document_id, id);
CREATE INDEX snapshots_by_time ON snapshots(kind, kept_at);

CREATE TABLE sync_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  document_id TEXT,
  what TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

-- Small facts about this connection, as JSON: whether sending is paused, what was learned about the service.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
