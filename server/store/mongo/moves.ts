import type { Progress } from '@patchbay/core/store'
import { ownTables } from '../rules/own-tables.ts'
import type { CollectionOf } from './engine/collection.ts'
import type { MongoDatabase } from './engine/database.ts'

/**
 * Keeps out gateways that know nothing of levels (8b7bad6 and before). At their start they check only whether the store holds an
 * interrupted move, and print its source: so there is always one for them.
 */
interface Move extends Progress {
  readonly _id: 'transfer'
  /** Only a fence: there is no move. */
  readonly is_fence?: true
}

/** Holds one document, while a move into this database isn't complete or since a gateway was started on it. */
export const moves: CollectionOf<Move> = { name: 'transfer', bound: ownTables.transfer, indexes: [] }

export const onlyMove = { _id: 'transfer' } as const
export const unlessFence = { ...onlyMove, is_fence: { $ne: true } } as const

const fence: Omit<Move, '_id'> = {
  from:
    'an earlier version of Patchbay, as a newer one was started on it: start that one (docs/upgrading-and-backup.md). ' +
    'What this version advises does not help',
  kind: 'tenants',
  after: null,
  is_fence: true,
}

export const putFence = async (db: MongoDatabase): Promise<void> => {
  await db.collection(moves).updateOne(onlyMove, { $setOnInsert: fence }, { upsert: true })
}
