import { expect, it } from 'vitest'
import { memoryContinuations } from './continuations.ts'

it('over all tenants there are no more than the bound, and those that were used longest ago go first', async () => {
  const megabyte = 2 ** 20
  const continuations = memoryContinuations(5 * megabyte)
  const ids = Array.from({ length: 8 }, (_, n) => `${n}`.repeat(32))
  for (const [n, id] of ids.entries()) {
    const record = { id, tenant: `tenant-${n}`, provider: 'hubspot', account: 'main', sealed: 'x'.repeat(megabyte) }
    await continuations.put(record, new Date())
  }
  const records = ids.map((id, n) => continuations.use(`tenant-${n}`, id, new Date()))
  expect(records.flatMap((record) => (record && 'id' in record ? record.id : []))).toEqual(ids.slice(-4))
})
