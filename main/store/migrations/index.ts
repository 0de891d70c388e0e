import type { Migration } from '../../../node/database'
import { sql as documents } from './0001-documents'
import { sql as library } from './0002-library'
import { sql as files } from './0003-files'
import { sql as wordsApart } from './0004-words-apart'
import { sql as history } from './0005-history'
import { sql as heldTexts } from './0006-held-texts'
import { sql as textDeltas } from './0007-text-deltas'

/**
 * The migrations in the order in which they run. Each runs once, in a transaction of its own, so that a kill leaves all
 * of it or nothing. New migrations are appended; one that has shipped is never edited.
 */
export const MIGRATIONS: readonly Migration[] = [
  { id: '0001-documents', sql: documents },
  { id: '0002-library', sql: library },
  { id: '0003-files', sql: files },
  { id: '0004-words-apart', sql: wordsApart },
  { id: '0005-history', sql: history },
  { id: '0006-held-texts', sql: heldTexts },
  { id: '0007-text-deltas', sql: textDeltas },
]
