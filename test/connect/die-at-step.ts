/**
 * Preloaded into a gateway by a test, and no part of it: kills the process with SIGKILL at the write of a connect link that the
 * file `DIE_AT_FILE` names, e.g. `before used` or `after connected`. Before: all is written and nothing committed. After: all is
 * committed, and nobody was told. The file `DIED_IN_FILE` names the session of MongoDB whose transaction stays open.
 */
import { Database } from 'bun:sqlite'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { ConnectLink } from '@patchbay/core/store'

const { DIE_AT_FILE: file = '', DIED_IN_FILE = '' } = process.env

/** The step that a write of a link completes. */
const stepOf = ({ status, attempt, tries }: ConnectLink): string => {
  if (status === 'connected') return 'connected'
  return attempt?.phase ?? (tries > 0 ? 'counted' : status)
}

/** Records of the open transaction; the gateway under test runs one at a time. */
let written: string | undefined
const dieAt = (side: 'before' | 'after', session?: string): void => {
  if (written === undefined || !existsSync(file) || readFileSync(file, 'utf8') !== `${side} ${written}`) return
  if (session !== undefined) writeFileSync(DIED_IN_FILE, session)
  process.kill(process.pid, 'SIGKILL')
}

const { query, run } = Database.prototype
/** Who asks for the same text gets the same statement. */
const seen = new WeakSet<object>()
Database.prototype.query = function (this: Database, sql: string) {
  const statement = query.call(this, sql)
  if (!sql.includes('INTO connect_links') || seen.has(statement)) return statement
  seen.add(statement)
  const write = statement.run.bind(statement)
  statement.run = (...args) => {
    const record = (args as unknown as unknown[]).find((value) => String(value).startsWith('{'))
    written = stepOf(JSON.parse(String(record)))
    return write(...args)
  }
  return statement
} as typeof query
Database.prototype.run = function (this: Database, sql: string, ...rest: never[]) {
  if (sql === 'COMMIT') dieAt('before')
  const result = run.call(this, sql, ...rest)
  if (sql === 'COMMIT') {
    dieAt('after')
    written = undefined
  }
  return result
} as typeof run

if (process.env.MONGODB_URI) {
  const { ClientSession, Collection } = await import('mongodb')
  const { bulkWrite } = Collection.prototype
  const { commitTransaction } = ClientSession.prototype
  Object.assign(Collection.prototype, {
    bulkWrite(this: InstanceType<typeof Collection>, ...args: Parameters<typeof bulkWrite>) {
      const [operation] = args[0] as unknown as [{ readonly replaceOne?: { readonly replacement: ConnectLink } }]
      if (this.collectionName === 'connect_links' && operation.replaceOne)
        written = stepOf(operation.replaceOne.replacement)
      return Reflect.apply(bulkWrite, this, args)
    },
  })
  Object.assign(ClientSession.prototype, {
    async commitTransaction(this: InstanceType<typeof ClientSession>, ...args: never[]) {
      dieAt('before', this.id?.id.toUUID().toString())
      const result = await Reflect.apply(commitTransaction, this, args)
      dieAt('after')
      written = undefined
      return result
    },
  })
}
