/**
 * Preloaded into a server by a test, and no part of the server: once told by SIGUSR2, the process kills itself with
 * SIGKILL at the step of the next refresh that `DIE_AT` names.
 */
import { Database } from 'bun:sqlite'

const step = process.env.DIE_AT
let isArmed = false
let seedWrites = 0
process.on('SIGUSR2', () => {
  isArmed = true
  console.log('armed')
})

const die = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

/** A refresh writes the seed twice: the lease with the intent, and the result. */
const beforeSeedWrite = (): void => {
  if (!isArmed) return
  seedWrites++
  if (step === 'before the intent') die()
}
const afterCommit = (): void => {
  if (step === 'after the swap' && seedWrites === 2) die()
}

const { fetch } = globalThis
const dyingFetch = async (...args: Parameters<typeof fetch>): Promise<Response> => {
  const isTokenRequest = isArmed && String(args[0]).endsWith('/token')
  if (isTokenRequest && step === 'after the intent') die()
  const response = await fetch(...args)
  if (isTokenRequest && step === 'after the response') die()
  return response
}
globalThis.fetch = Object.assign(dyingFetch, { preconnect: fetch.preconnect })

const { query, run } = Database.prototype
Database.prototype.query = function (this: Database, sql: string) {
  const statement = query.call(this, sql)
  if (!sql.includes('INTO seeds')) return statement
  const write = statement.run.bind(statement)
  statement.run = (...args) => {
    beforeSeedWrite()
    return write(...args)
  }
  return statement
} as typeof query
Database.prototype.run = function (this: Database, sql: string, ...rest: never[]) {
  const result = run.call(this, sql, ...rest)
  if (sql === 'COMMIT') afterCommit()
  return result
} as typeof run

if (process.env.MONGODB_URI) {
  const { ClientSession, Collection } = await import('mongodb')
  // The lease is written by itself, the result in one command with what belongs to it.
  for (const method of ['replaceOne', 'bulkWrite'] as const) {
    const write = Collection.prototype[method]
    Object.assign(Collection.prototype, {
      [method](this: InstanceType<typeof Collection>, ...args: never[]) {
        if (this.collectionName === 'seeds') beforeSeedWrite()
        return Reflect.apply(write, this, args)
      },
    })
  }
  const { commitTransaction } = ClientSession.prototype
  ClientSession.prototype.commitTransaction = async function (...args) {
    const result = await Reflect.apply(commitTransaction, this, args)
    afterCommit()
    return result
  }
}
