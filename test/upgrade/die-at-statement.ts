/** Opens the store in a folder, and is killed before the n-th statement on one of its files: `bun die-at-statement.ts <folder> <n>`. */
import { Database } from 'bun:sqlite'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'

const [, , folder = '', last = ''] = process.argv
const { run } = Database.prototype
let left = Number(last)
Database.prototype.run = function (this: Database, ...given: Parameters<typeof run>) {
  if (this.filename !== ':memory:') left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  return run.apply(this, given)
} as typeof run
await openSqliteStore(folder).close()
