/**
 * The indexes of documents cover the filters of lists, so that counting and walking reads no rows, which are as wide as
 * their texts. `documents_by_id` serves the documents of a tag; it leaves out `updated_at`, because every write would
 * move its entry.
 */
export const sql = /* sql */ `
DROP INDEX documents_by_update;
DROP INDEX documents_by_creation;
DROP INDEX documents_by_title;
DROP INDEX documents_by_folder;
DROP INDEX documents_by_status;
CREATE INDEX documents_by_update ON documents(account_id, updated_at, id, folder_id, status);
CREATE INDEX documents_by_creation ON documents(account_id, created_at, id, folder_id, status);
CREATE INDEX documents_by_title ON documents(account_id, title COLLATE NOCASE, id, folder_id, status);
CREATE INDEX documents_by_folder ON documents(account_id, folder_id, updated_at, id, status);
CREATE INDEX documents_by_status ON documents(account_id, status, updated_at, id, folder_id);
CREATE INDEX documents_by_id ON documents(id, account_id, folder_id, status);
`
