/** Deltas of versions have another format. Texts in the earlier one are read from the service again. */
export const sql = /* sql */ `
DELETE FROM version_texts;
`
