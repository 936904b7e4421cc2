// Test lanes: slow

import { CallRecord } from '@patchbay/core/context'
import { asIsoTime } from '@patchbay/core/time'
import { expect, test } from 'vitest'
import { createMetrics } from './index.ts'

const arrival = { ip: '127.0.0.1', requestId: 'r', startedAt: 0, signal: new AbortController().signal }
const recordOf = (cache: CallRecord['cache']): CallRecord =>
  Object.assign(new CallRecord('rest', arrival), { provider: 'hubspot', action: 'search', cache })

interface Recorded {
  readonly cache?: CallRecord['cache'] | undefined
  readonly code?: string
}

const call = (recorded: Recorded = {}): Recorded => ({ cache: 'MISS', ...recorded })

/** The metrics after these calls, each of 240 ms, were recorded. */
const metersOf = async (...calls: readonly Recorded[]) => {
  const metrics = createMetrics(new Set(['hubspot']))
  for (const { cache, code = null } of calls) metrics.call(recordOf(cache), code, 240)
  return metrics
}

test('the duration of a call is in seconds, also when more durations wait than are kept', async () => {
  const { registry } = await metersOf(...Array.from({ length: 2001 }, () => call()))
  const text = await registry.metrics()
  expect(text).toContain('patchbay_call_duration_seconds_bucket{le="0.1",provider="hubspot"} 0\n')
  expect(text).toContain('patchbay_call_duration_seconds_bucket{le="0.25",provider="hubspot"} 2001\n')
  expect(text).toContain('patchbay_call_duration_seconds_count{provider="hubspot"} 2001\n')
})

test('the duration of a run of a job is in seconds', async () => {
  const { registry, onJobRun } = await metersOf()
  onJobRun({ name: 'retention', at: asIsoTime('2026-11-20T12:00:00.000Z'), duration_ms: 1500, outcome: 'ok' })
  expect(await registry.metrics()).toContain('patchbay_job_duration_seconds_sum{job="retention"} 1.5\n')
})

test('a call that the cache can’t answer counts as BYPASS, and a failed call isn’t counted for the cache', async () => {
  const failed = call({ code: 'TIMEOUT' })
  const { registry } = await metersOf(call({ cache: 'BYPASS' }), call({ cache: undefined }), failed)
  const text = await registry.metrics()
  expect(text).toContain('patchbay_cache_total{provider="hubspot",cache="BYPASS"} 2\n')
  expect(text).toContain('patchbay_cache_total{provider="hubspot",cache="MISS"} 0\n')
})

test('a scrape tells nothing that Bun doesn’t have, and what would take a walk through the whole heap', async () => {
  const { registry } = await metersOf()
  const text = await registry.metrics()
  expect(text).toContain('nodejs_heap_size_used_bytes')
  expect(text).not.toContain('heap_space')
})

/** In a process of its own: other tests leave room in the heap, which new values would fill before it grows. */
const heapProgram = `
  import { createMetrics } from './index.ts'
  const { registry } = createMetrics(new Set())
  const metricOf = async (name) => Number(new RegExp('^' + name + ' (.*)$', 'm').exec(await registry.metrics())?.[1])
  const before = await metricOf('process_heap_bytes')
  const kept = Array.from({ length: 500_000 }, (_, n) => ({ n }))
  const after = await metricOf('process_heap_bytes')
  console.log(JSON.stringify({ before, after, resident: await metricOf('process_resident_memory_bytes'), kept: kept.length }))`

test('the heap is the memory of JavaScript values, not all that the process has reserved', () => {
  const { stdout } = Bun.spawnSync([process.execPath, '-e', heapProgram], { cwd: import.meta.dirname })
  const { before, after, resident } = JSON.parse(stdout.toString())
  expect(after - before).toBeGreaterThan(8_000_000)
  expect(after).toBeLessThan(resident)
})

test('the tally counts calls and failures since the previous reading', async () => {
  const { tally } = await metersOf(call(), call({ code: 'TIMEOUT' }))
  expect([tally(), tally()]).toEqual([
    { total: 2, errors: 1 },
    { total: 0, errors: 0 },
  ])
})
