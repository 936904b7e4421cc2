import type { NewAuditEntry } from '@patchbay/core/audit'
import { expect, test } from 'vitest'
import { newAuditEntry } from '../../test/contract/samples.ts'
import { createMetrics } from './index.ts'

const call = (changes: Partial<NewAuditEntry> = {}): NewAuditEntry =>
  newAuditEntry({ key: 'hubspot/main', duration_ms: 240, cache: 'MISS', ...changes })

/** What is scraped after these entries have passed through to a log that keeps none. */
const metersOf = async (...entries: readonly NewAuditEntry[]) => {
  const metrics = createMetrics(new Set(['hubspot']))
  const log = metrics.meterAuditLog({
    record: async () => undefined,
    refused: () => undefined,
    assertWritable: () => undefined,
    writable: true,
    close: async () => undefined,
  })
  for (const entry of entries) await log.record(entry)
  return metrics
}

test('the duration of a call is in seconds, also where more wait to be observed than are kept', async () => {
  const { registry } = await metersOf(...Array.from({ length: 2001 }, () => call()))
  const text = await registry.metrics()
  expect(text).toContain('patchbay_call_duration_seconds_bucket{le="0.1",provider="hubspot"} 0\n')
  expect(text).toContain('patchbay_call_duration_seconds_bucket{le="0.25",provider="hubspot"} 2001\n')
  expect(text).toContain('patchbay_call_duration_seconds_count{provider="hubspot"} 2001\n')
})

test('the duration of a run of a job is in seconds', async () => {
  const { registry, onJobRun } = await metersOf()
  onJobRun({ name: 'retention', at: '2026-11-20T12:00:00.000Z', duration_ms: 1500, outcome: 'ok' })
  expect(await registry.metrics()).toContain('patchbay_job_duration_seconds_sum{job="retention"} 1.5\n')
})

test('what no cache could answer counts as BYPASS, and what failed as nothing of the cache', async () => {
  const failed = call({ outcome: 'error', code: 'TIMEOUT', status: 504 })
  const { registry } = await metersOf(call({ cache: 'BYPASS' }), call({ cache: null }), failed)
  const text = await registry.metrics()
  expect(text).toContain('patchbay_cache_total{provider="hubspot",cache="BYPASS"} 2\n')
  expect(text).toContain('patchbay_cache_total{provider="hubspot",cache="MISS"} 0\n')
})

test('calls and those that failed are told since the look before', async () => {
  const { tally } = await metersOf(call(), call({ outcome: 'error', code: 'TIMEOUT', status: 504 }))
  expect([tally(), tally()]).toEqual([
    { total: 2, errors: 1 },
    { total: 0, errors: 0 },
  ])
})
