/** The use of each account's search quota, so that a restart does not reset it. */
export const sql = /* sql */ `
CREATE TABLE search_quota (
  account_id INTEGER PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
  -- of the window, in milliseconds since 1970
  started_at INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT;
`
