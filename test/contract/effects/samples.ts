import type { EffectKey, EffectsCommit, IntentBatch, KeyClaim, UnknownEffect } from '@patchbay/core/store'
import { noEffects } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { auditEntry, later, noon } from '../samples.ts'

/** The id of the n-th entry. */
export const entryIdAt = (n: number): string => auditEntry(later(n)).id

export const intentBatch = (changes: Partial<IntentBatch> = {}): IntentBatch => ({
  id: entryIdAt(1),
  gateway_id: 'gateway-1',
  count: 1,
  lines: '["a line"]',
  sealed: null,
  ...changes,
})

export const effectKey = (changes: Partial<EffectKey> = {}): EffectKey => ({
  id: 'key-1',
  tenant: 'acme',
  entry_id: entryIdAt(1),
  parameters: 'parameters-1',
  handover_id: 'handover-1',
  state: 'running',
  sealed_answer: null,
  bytes: 0,
  expires_at: shiftTime(msOf(noon), 86_400_000),
  gateway_id: 'gateway-1',
  ...changes,
})

export const unknownEffect = (changes: Partial<UnknownEffect> = {}): UnknownEffect => ({
  id: entryIdAt(1),
  tenant: 'acme',
  action: 'create',
  key: 'hubspot/sales-eu',
  source: 'rest',
  token_id: '0123456789ab',
  request_id: 'request-1',
  keys: ['key-1', 'key-2'],
  sealed_parameters: 'sealed',
  next_at: msOf(noon),
  asked: 0,
  ...changes,
})

export const commitOf = (changes: Partial<EffectsCommit>): EffectsCommit => ({
  ...noEffects,
  now: msOf(noon),
  ...changes,
})

export const take = (changes: Partial<EffectKey> = {}): KeyClaim => ({ kind: 'take', key: effectKey(changes) })
