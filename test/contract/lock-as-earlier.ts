/** A program for Bun that locks a database as the gateways up to version 0.1 do, writes a line to its output, and stays until it is killed. */
export const lockAsEarlier = (path: string): string =>
  `const db = new (require('bun:sqlite').Database)(${JSON.stringify(path)}, { create: true, strict: true })
   db.run('PRAGMA locking_mode = EXCLUSIVE')
   db.run('PRAGMA journal_mode = WAL')
   db.run('BEGIN IMMEDIATE')
   db.run('COMMIT')
   console.log('locked')
   setInterval(() => undefined, 60_000)`
