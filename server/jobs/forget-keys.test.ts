import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EffectKey, noEffects } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../store/sqlite/index.ts'
import { createForgetKeysJob } from './forget-keys.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

let folder: string
let store: SqliteStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-forget-keys-'))
  store = openSqliteStore(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const keyOf = (id: string, expiresInMs: number): EffectKey => ({
  id,
  tenant: 'acme',
  entry_id: id,
  handover_id: null,
  parameters: 'p',
  state: 'done',
  sealed_answer: 'sealed',
  bytes: 6,
  expires_at: shiftTime(msOf(now), expiresInMs),
  gateway_id: 'g',
})

test('keys that have expired are removed, however many, and the others stay', async () => {
  const expired = Array.from({ length: 1200 }, (_, n) => keyOf(`old-${n}`, -n))
  const keys = [...expired, keyOf('young', 1)]
  const claims = keys.map((key) => ({ kind: 'replace', key }) as const)
  await store.effects.commit({ ...noEffects, claims, now: shiftTime(msOf(now), -86_400_000) })
  const job = createForgetKeysJob('0 0 1 1 *', { store, now: () => now })
  expect(await job.run(new AbortController().signal)).toEqual({ keys: 1200, failed_calls: 0 })
  const left = await store.effects.keys(keys.map(({ id }) => id))
  expect(left.map(({ id }) => id)).toEqual(['young'])
})
