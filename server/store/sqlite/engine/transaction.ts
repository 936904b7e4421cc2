import type { Database } from 'bun:sqlite'

/**
 * Commits everything that `work` writes, or nothing. Bun's own `db.transaction` uses a savepoint if a transaction is open
 * already: after a failed rollback it would acknowledge writes that are never committed. BEGIN throws instead.
 */
export const transaction = <T>(db: Database, work: () => T): T => {
  db.run('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.run('COMMIT')
    return result
  } catch (error) {
    // A full disk or an I/O error may have ended the transaction (sqlite.org/lang_transaction.html, section 3).
    if (db.inTransaction) db.run('ROLLBACK')
    throw error
  }
}
