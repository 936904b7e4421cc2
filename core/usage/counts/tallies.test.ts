import { rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from '../../../server/store/sqlite/index.ts'
import { auditEntry, noon } from '../../../test/contract/samples.ts'
import { temporaryFolder } from '../../../test/gateway.ts'
import { tallies } from './tallies.ts'

test('calls get their turn while a long stretch of the embedded log is counted', async () => {
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  await store.audit.append(Array.from({ length: 10_001 }, (_, nth) => auditEntry(noon, {}, nth)))

  let turns = 0
  let isCounted = false
  const others = async (): Promise<void> => {
    for (; !isCounted; turns++) await nextTurn()
  }
  const waiting = others()
  let slices = 0
  for await (const _ of tallies(store.audit, {})) slices++
  isCounted = true
  await waiting
  expect(slices).toBe(5)
  expect(turns).toBeGreaterThanOrEqual(slices - 1)
})
