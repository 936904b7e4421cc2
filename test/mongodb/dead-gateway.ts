import { createHash } from 'node:crypto'
import { Binary, MongoClient } from 'mongodb'
import { onTestFinished } from 'vitest'
import { turns } from '../../server/store/mongo/engine/change-collections.ts'

/**
 * Leaves the state of a gateway that died in a transaction of `scope`: the transaction, which nobody ends, and the gateway's record with
 * the session's id. Its lease lasts for `leaseMs`.
 */
export const leaveDeadGateway = async (
  uri: string,
  scope: string,
  { leaseMs, user = '' }: { readonly leaseMs: number; readonly user?: string },
): Promise<void> => {
  const client = await new MongoClient(uri).connect()
  onTestFinished(() => client.close())
  const session = client.startSession()
  const record = {
    _id: crypto.randomUUID() as never,
    host: 'a-machine-without-power',
    version: '0.1.0',
    level: 1000,
    started_at: new Date(),
    beat_at: new Date(),
    lease_until: new Date(Date.now() + leaseMs),
    sessions: { ids: [session.id?.id], owner: new Binary(createHash('sha256').update(user).digest()) },
  }
  await client.db().collection('gateways').insertOne(record)
  session.startTransaction()
  const turn = { $inc: { turn: 1 }, $set: { at: new Date() } }
  await client.db().collection<{ _id: string }>(turns.name).updateOne({ _id: scope }, turn, { upsert: true, session })
}
