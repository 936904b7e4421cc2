import { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import { findMongod, mongodArgs } from './mongodb.ts'

/** Two members with data and one without: it keeps its primary when the secondary is stopped, and no write a majority. */
export interface ReplicaSet {
  /** Without a database's name. */
  readonly uri: string
  /** Stops and continues the secondary. */
  signalSecondary(signal: 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

export const startReplicaSet = async (): Promise<ReplicaSet> => {
  const member = { args: mongodArgs, storageEngine: 'wiredTiger' } as const
  const passive = { ...member, replicaMemberConfig: { priority: 0 } }
  const arbiter = { ...member, replicaMemberConfig: { priority: 0, arbiterOnly: true } }
  const set = await MongoMemoryReplSet.create({
    binary: { systemBinary: findMongod(), checkMD5: false },
    instanceOpts: [member, passive, arbiter],
    replSet: { count: 3 },
  })
  return {
    uri: set.getUri().replace(/\/(?=\?|$)/, ''),
    signalSecondary(signal) {
      set.servers[1]?.instanceInfo?.instance.mongodProcess?.kill(signal)
    },
    async stop() {
      await set.stop({ doCleanup: true, force: true })
    },
  }
}
