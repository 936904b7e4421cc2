import type { EffectKey, Effects, IntentBatch } from '@patchbay/core/store'
import { atMost, lessThan } from '../../records/filter.ts'
import type { RecordStore } from '../../records/record-store.ts'
import type { RecordRead } from '../../records/table.ts'
import { oldestIdAt } from '../audit/ids.ts'
import { buildReseal } from './build-reseal.ts'
import { effectKeyTable, intentTable, unknownEffectTable } from './effect-tables.ts'

/** The batches of intents that a gateway left behind, oldest first. */
export const readBatches = (gateway_id: string, limit: number): RecordRead<readonly IntentBatch[]> =>
  intentTable.list({ gateway_id }, { sort: ['id'], limit })

/** The keys of writes that a gateway left running. */
export const readRunningKeys = (gateway_id: string, limit: number): RecordRead<readonly EffectKey[]> =>
  effectKeyTable.list({ gateway_id, state: 'running' }, { sort: ['id'], limit })

type PlainOperations = Pick<
  Effects,
  'expiringKeys' | 'listUnknown' | 'findUnknown' | 'dueUnknown' | 'postponeUnknown' | 'reseal' | 'pruneUnknown'
>

/** Operations on single records of the part with the audit log. */
export const createUnknownEffects = (part: Pick<RecordStore, 'read' | 'write'>): PlainOperations => ({
  expiringKeys: (until, limit) =>
    part.read(effectKeyTable.list({ expires_at: atMost(until) }, { sort: ['expires_at', 'id'], limit })),
  listUnknown: ({ tenant, limit, before }) => {
    const filter = {
      ...(tenant !== undefined && { tenant }),
      ...(before !== undefined && { id: lessThan(before) }),
    }
    return part.read(unknownEffectTable.list(filter, { sort: ['id'], descending: true, limit }))
  },
  findUnknown: (id) => part.read(unknownEffectTable.at({ id })),
  dueUnknown: (now, limit) =>
    part.read(unknownEffectTable.list({ next_at: atMost(now) }, { sort: ['next_at', 'id'], limit })),
  postponeUnknown: async ({ id, next_at, asked }) =>
    (await part.write(unknownEffectTable.update({ id }, { next_at, asked }))) > 0,
  reseal: async (value) => (await part.write(buildReseal(value))) > 0,
  pruneUnknown: async (before) => {
    await part.write(unknownEffectTable.remove({ id: lessThan(oldestIdAt(before)) }))
  },
})
