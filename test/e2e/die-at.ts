/**
 * Preloaded into a server by a test, and no part of the server: once told by SIGWINCH, the process kills itself with
 * SIGKILL at the step of the next refresh that `DIE_AT` names.
 */
import { Database } from 'bun:sqlite'

const step = process.env.DIE_AT
let isArmed = false
let seedWrites = 0
process.on('SIGWINCH', () => {
  isArmed = true
  console.log('armed')
})

const die = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

/** The first write of the seed is the lease with the intent, the second one the refresh token that was given. */
const beforeSeedWrite = (): void => {
  if (!isArmed) return
  seedWrites++
  if (step === 'before the intent') die()
}
/** On SQLite nothing is committed yet, on MongoDB the refresh token is stored and the access token isn't. */
const afterSeedWrite = (): void => {
  if (step === 'while the result is stored' && seedWrites === 2) die()
}
const afterSwap = (): void => {
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
/** Who asks for the same text gets the same statement. */
const seedStatements = new WeakSet<object>()
Database.prototype.query = function (this: Database, sql: string) {
  const statement = query.call(this, sql)
  if (!sql.includes('INTO seeds') || seedStatements.has(statement)) return statement
  seedStatements.add(statement)
  const write = statement.run.bind(statement)
  statement.run = (...args) => {
    beforeSeedWrite()
    const result = write(...args)
    afterSeedWrite()
    return result
  }
  return statement
} as typeof query
Database.prototype.run = function (this: Database, sql: string, ...rest: never[]) {
  const result = run.call(this, sql, ...rest)
  if (sql === 'COMMIT') afterSwap()
  return result
} as typeof run

if (process.env.MONGODB_URI) {
  const { Collection } = await import('mongodb')
  const { replaceOne } = Collection.prototype
  Object.assign(Collection.prototype, {
    async replaceOne(this: InstanceType<typeof Collection>, ...args: never[]) {
      if (this.collectionName === 'seeds') beforeSeedWrite()
      const result = await Reflect.apply(replaceOne, this, args)
      if (this.collectionName === 'seeds') afterSeedWrite()
      if (this.collectionName === 'credentials') afterSwap()
      return result
    },
  })
}
