import { expect, test } from 'vitest'
import type { AuditRange, TallySlice } from '../store/index.ts'
import { createAccessUses } from './uses.ts'

const now = new Date('2026-11-20T12:00:00Z')
const period = 30

/** A log in which each tenant has one call a day. It notes the counted tenants. */
const createLog = () => {
  const counted: string[] = []
  return {
    counted,
    async tally({ tenant, since }: AuditRange): Promise<TallySlice> {
      counted.push(tenant ?? '')
      const hour = since?.toISOString().slice(0, 13) ?? ''
      const call = { source: 'rest', token_id: 'a-token', action: 'list', key: 'hubspot/main', code: null, hour }
      return { tallies: [{ ...call, entries: 1 }], last: `entry of ${hour}`, more: false } as unknown as TallySlice
    },
  }
}

test('a tenant whose days are counted is not counted again because others were looked at', async () => {
  const log = createLog()
  const uses = createAccessUses(log)
  await uses.read('acme', period, now)
  for (let other = 0; other < 30; other++) await uses.read(`other-${other}`, period, now)
  log.counted.length = 0
  const { isComplete, uses: tenantUses } = await uses.read('acme', period, now)
  expect([isComplete, tenantUses.reduce((sum, { admitted }) => sum + admitted, 0)]).toEqual([true, period + 1])
  // The last minute alone, which is counted anew each time.
  expect(log.counted).toEqual(['acme'])
})

test('a tenant that is looked at day after day keeps no more days than a period has', async () => {
  const log = createLog()
  const uses = createAccessUses(log)
  for (let day = 0; day < 60; day++) await uses.read('acme', period, new Date(now.getTime() + day * 86_400_000))
  log.counted.length = 0
  await uses.read('acme', period, now)
  expect(log.counted.length).toBeGreaterThan(period / 2)
})
