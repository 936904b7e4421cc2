import { setTimeout } from 'node:timers/promises'
import { type Document, type MongoClient, MongoServerError } from 'mongodb'
import { announcements } from '../change-collections.ts'

/** The name by which gateways that know nothing of levels (8b7bad6 and before) are connected. */
const unversionedName = 'patchbay'

/** The name of this and later versions. */
export const appName = 'patchbay-gateway'

/** The server may count a gateway that has just ended as connected for a second or two. */
const patienceMs = 3000
const lookAgainMs = 250

/** `$currentOp` can miss a cursor that is taken up while it reads: one look in two thousand does. */
const looks = 4
const betweenLooksMs = 50

/** The addresses of gateways without levels that are connected at this moment and follow the database's changes. */
export const seeUnversioned = async (client: MongoClient): Promise<readonly string[]> => {
  const namespace = `${client.db().databaseName}.${announcements.name}`
  const connected = [
    { $currentOp: { idleCursors: true, idleConnections: true } },
    { $match: { appName: unversionedName } },
  ]
  for (let look = 1; ; look++) {
    let operations: readonly Document[]
    try {
      operations = await client.db('admin').aggregate(connected).toArray()
    } catch (error) {
      // A server that doesn't answer this counts as having no such gateways.
      if (error instanceof MongoServerError) return []
      throw error
    }
    const following = operations.filter(({ ns }) => ns === namespace)
    if (following.length > 0) return [...new Set(following.map((operation) => String(operation.client)))]
    if (operations.length === 0 || look === looks) return []
    await setTimeout(betweenLooksMs)
  }
}

/** The addresses of gateways without levels that keep running on the database: they follow its changes. */
export const findUnversioned = async (client: MongoClient): Promise<readonly string[]> => {
  const startedAt = performance.now()
  for (;;) {
    const addresses = await seeUnversioned(client)
    if (addresses.length === 0 || performance.now() - startedAt > patienceMs) return addresses
    await setTimeout(lookAgainMs)
  }
}

/** Throws an Error for the operator while gateways without levels run on the database. */
export const refuseUnversioned = async (client: MongoClient): Promise<void> => {
  const addresses = await findUnversioned(client)
  if (addresses.length === 0) return
  throw new Error(
    `gateways of an earlier version run on it (connected from ${addresses.join(', ')}), which would erase what this version stores: ` +
      'stop all of them, then start this version (docs/upgrading-and-backup.md)',
  )
}
