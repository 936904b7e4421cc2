import type { Change } from '@patchbay/core/store'
import { ownTables } from '../../rules/own-tables.ts'
import type { CollectionOf } from './collection.ts'

export interface Turn {
  readonly _id: string
  readonly turn: number
  readonly at: Date
}

export interface Announcement {
  readonly _id: string
  readonly at: Date
  readonly changes: readonly Change[]
}

const forgetAfter = (seconds: number) => [{ key: { at: 1 }, expireAfterSeconds: seconds }] as const

/** Written by each transaction of a scope: of two simultaneous ones, one conflicts and starts again. */
export const turns: CollectionOf<Turn> = { name: 'turns', bound: ownTables.turns, indexes: forgetAfter(3600) }

/** The changes by the transactions of all gateways. Each gateway follows this collection. */
export const announcements: CollectionOf<Announcement> = {
  name: 'changes',
  bound: ownTables.changes,
  indexes: forgetAfter(3600),
}
