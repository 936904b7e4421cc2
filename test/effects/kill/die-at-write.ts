/**
 * Preloaded into a server by a test, and no part of the server: once told by SIGWINCH, the process kills itself with SIGKILL, or with
 * the signal of `DIE_BY`, at the step of the next write that `DIE_AT` names (kill-steps.ts).
 */
import { Database } from 'bun:sqlite'

const step = process.env.DIE_AT
let isArmed = false
process.on('SIGWINCH', () => {
  isArmed = true
  console.log('armed')
})

const dieAt = (reached: string): void => {
  if (isArmed && step === reached) process.kill(process.pid, process.env.DIE_BY ?? 'SIGKILL')
}

interface Inserted {
  readonly insert?: string
  readonly documents?: readonly { readonly _id: string }[]
}

interface Removed {
  readonly _id?: { readonly $in?: readonly string[] }
}

const { fetch } = globalThis
const dyingFetch = async (...args: Parameters<typeof fetch>): Promise<Response> => {
  dieAt('after the intent')
  const response = await fetch(...args)
  if (isArmed && step === 'answer half read') {
    await response.body?.getReader().read()
    dieAt('answer half read')
  }
  if (isArmed && step === 'answer read') {
    await response.arrayBuffer()
    dieAt('answer read')
  }
  return response
}
globalThis.fetch = Object.assign(dyingFetch, { preconnect: fetch.preconnect })

const { query, run } = Database.prototype
let holdsEntry = false
/** Who asks for the same text gets the same statement. */
const watched = new WeakSet<object>()
Database.prototype.query = function (this: Database, sql: string) {
  const statement = query.call(this, sql)
  if (!/INTO (intents|audit_batches) /.test(sql) || watched.has(statement)) return statement
  watched.add(statement)
  const write = statement.run.bind(statement)
  statement.run = (...args) => {
    if (sql.includes('INTO intents')) dieAt('before the intent')
    else holdsEntry = true
    return write(...args)
  }
  return statement
} as typeof query
Database.prototype.run = function (this: Database, sql: string, ...rest: never[]) {
  const result = run.call(this, sql, ...rest)
  if (sql === 'COMMIT' && holdsEntry) {
    holdsEntry = false
    dieAt('entry written')
  }
  return result
} as typeof run

if (process.env.MONGODB_URI) {
  const { Collection, Db } = await import('mongodb')
  const { command } = Db.prototype
  let opened: string | undefined
  Object.assign(Db.prototype, {
    async command(this: InstanceType<typeof Db>, given: Inserted, ...rest: never[]) {
      if (given.insert === 'intents') dieAt('before the intent')
      const result = await Reflect.apply(command, this, [given, ...rest])
      if (given.insert === 'intents' && isArmed) opened = given.documents?.[0]?._id
      if (given.insert === 'intents') dieAt('intent written')
      if (given.insert === 'audit') dieAt('entry written')
      return result
    },
  })
  const { deleteMany } = Collection.prototype
  Object.assign(Collection.prototype, {
    async deleteMany(this: InstanceType<typeof Collection>, filter: Removed, ...rest: never[]) {
      const result = await Reflect.apply(deleteMany, this, [filter, ...rest])
      // Recovery removes those of other gateways.
      if (this.collectionName === 'intents' && filter._id?.$in?.includes(opened ?? '')) dieAt('closed')
      return result
    },
  })
}
