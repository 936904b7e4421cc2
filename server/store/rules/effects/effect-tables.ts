import type { EffectKey, IntentBatch, UnknownEffect } from '@patchbay/core/store'
import { defineTable } from '../../records/table.ts'

/** These tables lie beside the audit log, as all three change with it at once. */

export const intentTable = defineTable<IntentBatch, 'id'>({
  name: 'intents',
  bound: { kind: 'count', text: 'as long as one of its writes is under way' },
  key: ['id'],
  indexes: [{ on: { gateway_id: 1 } }],
})

export const effectKeyTable = defineTable<EffectKey, 'id'>({
  name: 'effect_keys',
  bound: { kind: 'age', by: 'forget-keys', text: 'until it expires' },
  key: ['id'],
  indexes: [
    { on: { gateway_id: 1 }, where: { state: 'running' } },
    { on: { expires_at: 1 } },
    { on: { tenant: 1, expires_at: -1, bytes: 1 } },
  ],
  tenant: 'tenant',
  earlier: () => ({ handover_id: null }),
})

export const unknownEffectTable = defineTable<UnknownEffect, 'id'>({
  name: 'unknown_effects',
  bound: { kind: 'age', by: 'retention', text: 'until it is resolved, or its audit entry is removed' },
  key: ['id'],
  columns: { keys: 'json' },
  indexes: [{ on: { next_at: 1 } }, { on: { tenant: 1 } }],
  tenant: 'tenant',
})
