/**
 * The changes that the search index has to process: the last change of each document that search can see, including
 * deleted ones, in order. Triggers write them, so they are part of the transaction of the change itself, whoever makes
 * it. The index is in files of its own (`store/search-index.ts`) and stores its position.
 */
export const sql = /* sql */ `
CREATE TABLE search_changes (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  document_id INTEGER NOT NULL UNIQUE
) STRICT;
CREATE INDEX search_changes_by_account ON search_changes(account_id, position);

CREATE TRIGGER search_changes_insert AFTER INSERT ON documents BEGIN
  DELETE FROM search_changes WHERE document_id = new.id;
  INSERT INTO search_changes (account_id, document_id) VALUES (new.account_id, new.id);
END;
CREATE TRIGGER search_changes_content AFTER UPDATE OF content ON documents BEGIN
  DELETE FROM search_changes WHERE document_id = new.id;
  INSERT INTO search_changes (account_id, document_id) VALUES (new.account_id, new.id);
END;
CREATE TRIGGER search_changes_fields AFTER UPDATE OF title, folder_id, status ON documents
WHEN old.title <> new.title OR old.folder_id IS NOT new.folder_id OR old.status <> new.status BEGIN
  DELETE FROM search_changes WHERE document_id = new.id;
  INSERT INTO search_changes (account_id, document_id) VALUES (new.account_id, new.id);
END;
CREATE TRIGGER search_changes_delete AFTER DELETE ON documents BEGIN
  DELETE FROM search_changes WHERE document_id = old.id;
  INSERT INTO search_changes (account_id, document_id) VALUES (old.account_id, old.id);
END;
CREATE TRIGGER search_changes_account AFTER DELETE ON accounts BEGIN
  DELETE FROM search_changes WHERE account_id = old.id;
END;

INSERT INTO search_changes (account_id, document_id) SELECT account_id, id FROM documents ORDER BY id;
`
