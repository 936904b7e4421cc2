import { MongoMemoryReplSet } from 'mongodb-memory-server-core'
import { memberOptions, mongodBinary } from './mongodb.ts'

/** Two members with data and one without: it keeps its primary when the secondary is stopped, and no write a majority. */
export interface ReplicaSet {
  /** Without a database's name. */
  readonly uri: string
  /** Stops and continues the secondary. */
  signalSecondary(signal: 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

export const startReplicaSet = async (): Promise<ReplicaSet> => {
  const passive = { ...memberOptions, replicaMemberConfig: { priority: 0 } }
  const arbiter = { ...memberOptions, replicaMemberConfig: { priority: 0, arbiterOnly: true } }
  const set = await MongoMemoryReplSet.create({
    binary: mongodBinary(),
    instanceOpts: [memberOptions, passive, arbiter],
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
