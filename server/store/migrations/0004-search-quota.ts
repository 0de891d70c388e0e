/** How far each account has used up its search quota, so that a restart gives no new one. */
export const sql = /* sql */ `
CREATE TABLE search_quota (
  account_id INTEGER PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
  -- of the window, in milliseconds since 1970
  started_at INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT;
`
