/** Which texts are on this device, how much room they take, and when each was last opened. */
export const sql = /* sql */ `
-- Of the text in the journal, in UTF-8 bytes; 0 where has_text is 0.
ALTER TABLE documents ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
-- What a text that is not here said, as imports compare it.
ALTER TABLE documents ADD COLUMN content_key TEXT;
-- ISO 8601; what was opened lately stays longer.
ALTER TABLE documents ADD COLUMN opened_at TEXT;
UPDATE documents SET text_bytes =
    coalesce((SELECT max(length(body)) FROM texts WHERE texts.document_id = documents.id), 0)
  WHERE has_text = 1;
CREATE INDEX documents_without_text ON documents(hidden, folder_id) WHERE has_text = 0;
`
