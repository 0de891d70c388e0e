/**
 * The documents of a tag, in each order of lists, with the columns that lists filter by, so that the documents
 * themselves are not read. The other indexes also get the time of the last change: no list reads a row only to leave it
 * out.
 */
export const sql = /* sql */ `
ALTER TABLE document_tags ADD COLUMN folder_id INTEGER;
ALTER TABLE document_tags ADD COLUMN status TEXT NOT NULL DEFAULT '';
ALTER TABLE document_tags ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE document_tags ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document_tags ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
UPDATE document_tags SET (folder_id, status, title, created_at, updated_at) =
  (SELECT folder_id, status, title, created_at, updated_at FROM documents WHERE id = document_tags.document_id);
DROP INDEX document_tags_by_tag;
CREATE INDEX document_tags_by_update ON document_tags(tag_id, updated_at, document_id, folder_id, status);
CREATE INDEX document_tags_by_creation
  ON document_tags(tag_id, created_at, document_id, folder_id, status, updated_at);
CREATE INDEX document_tags_by_title
  ON document_tags(tag_id, title COLLATE NOCASE, document_id, folder_id, status, updated_at);
CREATE TRIGGER document_tags_follow AFTER UPDATE OF folder_id, status, title, created_at, updated_at ON documents BEGIN
  UPDATE document_tags SET folder_id = new.folder_id, status = new.status, title = new.title,
    created_at = new.created_at, updated_at = new.updated_at
  WHERE document_id = new.id;
END;

DROP INDEX documents_by_id;
DROP INDEX documents_by_creation;
DROP INDEX documents_by_title;
CREATE INDEX documents_by_creation ON documents(account_id, created_at, id, folder_id, status, updated_at);
CREATE INDEX documents_by_title
  ON documents(account_id, title COLLATE NOCASE, id, folder_id, status, updated_at);
`
