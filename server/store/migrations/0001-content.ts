/**
 * Times are milliseconds since 1970. Ids are AUTOINCREMENT: an id is never used again after a delete (requirement G1).
 * Texts of documents are UTF-8 in BLOBs, because a NUL ends a TEXT in SQLite. Each has a CRC-32, because SQLite does
 * not notice when the bytes of a text change on the disk. The wide column is last, so that the small columns of a row
 * are read without it.
 */
export const sql = /* sql */ `
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  deleting INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  abilities TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  hash BLOB NOT NULL UNIQUE
) STRICT;
CREATE INDEX keys_by_account ON keys(account_id);

CREATE TABLE folders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  parent_id INTEGER REFERENCES folders(id),
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX folders_by_position ON folders(account_id, position, id);
CREATE INDEX folders_by_parent ON folders(account_id, parent_id, position);
CREATE INDEX folders_by_parent_alone ON folders(parent_id);

CREATE TABLE documents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  folder_id INTEGER REFERENCES folders(id),
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  published_at INTEGER,
  checksum INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX documents_by_update ON documents(account_id, updated_at, id);
CREATE INDEX documents_by_creation ON documents(account_id, created_at, id);
CREATE INDEX documents_by_title ON documents(account_id, title COLLATE NOCASE, id);
CREATE INDEX documents_by_folder ON documents(account_id, folder_id, updated_at, id);
CREATE INDEX documents_by_status ON documents(account_id, status, updated_at, id);
CREATE INDEX documents_by_folder_alone ON documents(folder_id);

-- How many documents an account has per folder and status (folder 0: in none), so that no list has to count its rows.
CREATE TABLE document_counts (
  account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  folder_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (account_id, folder_id, status)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER document_counts_insert AFTER INSERT ON documents BEGIN
  INSERT INTO document_counts VALUES (new.account_id, ifnull(new.folder_id, 0), new.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER document_counts_delete AFTER DELETE ON documents BEGIN
  UPDATE document_counts SET n = n - 1
  WHERE account_id = old.account_id AND folder_id = ifnull(old.folder_id, 0) AND status = old.status;
  DELETE FROM document_counts
  WHERE account_id = old.account_id AND folder_id = ifnull(old.folder_id, 0) AND status = old.status AND n = 0;
END;
CREATE TRIGGER document_counts_move AFTER UPDATE OF folder_id, status ON documents
WHEN old.folder_id IS NOT new.folder_id OR old.status <> new.status BEGIN
  UPDATE document_counts SET n = n - 1
  WHERE account_id = old.account_id AND folder_id = ifnull(old.folder_id, 0) AND status = old.status;
  DELETE FROM document_counts
  WHERE account_id = old.account_id AND folder_id = ifnull(old.folder_id, 0) AND status = old.status AND n = 0;
  INSERT INTO document_counts VALUES (new.account_id, ifnull(new.folder_id, 0), new.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  documents_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (account_id, folded_name)
) STRICT;

CREATE TABLE document_tags (
  document_id INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
  PRIMARY KEY (document_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_tags_by_tag ON document_tags(tag_id, document_id);
CREATE TRIGGER document_tags_insert AFTER INSERT ON document_tags BEGIN
  UPDATE tags SET documents_count = documents_count + 1 WHERE id = new.tag_id;
END;
CREATE TRIGGER document_tags_delete AFTER DELETE ON document_tags BEGIN
  UPDATE tags SET documents_count = documents_count - 1 WHERE id = old.tag_id;
END;

-- kind 0: body is the text; 1: the text, deflated; 2: a delta against the version before (JSON); 3: such a delta, deflated.
CREATE TABLE versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- bytes of the text
  size INTEGER NOT NULL,
  -- of the text
  checksum INTEGER NOT NULL,
  -- bytes of deltas since the last whole text, this one included
  chain INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX versions_by_document ON versions(document_id, id);

CREATE TABLE files (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  alt TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX files_by_account ON files(account_id, id);
CREATE INDEX files_by_hash ON files(sha256);

CREATE TABLE idempotency (
  account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  operation TEXT NOT NULL,
  body_hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  etag TEXT,
  answer BLOB NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT;
CREATE INDEX idempotency_by_time ON idempotency(created_at);
`
