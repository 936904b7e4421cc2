import { rmSync } from 'node:fs'
import { parametersBinding } from '@patchbay/core/effects'
import { asUnixMs } from '@patchbay/core/time'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { expect, onTestFinished, test } from 'vitest'
import { commitOf, entryIdAt, unknownEffect } from '../../test/contract/effects/samples.ts'
import { auditEntry, later } from '../../test/contract/samples.ts'
import { temporaryFolder } from '../../test/gateway.ts'
import { openSqliteStore } from '../store/sqlite/index.ts'
import { createConfirmEffectsJob } from './confirm-effects.ts'

test('a write whose entry comes a moment later, as on MongoDB, is looked for then', async () => {
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const vault = createVault(parseKeys(makeKey()))
  let now = later(1).getTime()
  const job = createConfirmEffectsJob('* * * * *', {
    store,
    vault,
    confirmEffect: async () => ({ effect: 'shown', reason: 'list' }),
    requestTimeoutMs: 30_000,
    now: () => new Date(now),
  })
  const run = () => job.run(new AbortController().signal)
  const binding = parametersBinding({ tenant: 'acme', id: entryIdAt(1) })
  const unknown = [unknownEffect({ next_at: asUnixMs(now), sealed_parameters: await vault.seal('{}', binding) })]
  await store.effects.commit(commitOf({ unknown }))
  expect(await run()).toMatchObject({ done: 0, unknown: 1 })
  await store.effects.commit(commitOf({ entries: [auditEntry(later(1), { outcome: 'unknown' })] }))
  now += 60_000
  expect(await run()).toMatchObject({ done: 1, unknown: 0 })
})
