import { createApprovalDesk } from '@patchbay/core/approvals'
import type { NewAuditEntry, StandingApprovalRecord } from '@patchbay/core/store'
import { asUnixMs } from '@patchbay/core/time'
import { afterAll, expect, it } from 'vitest'
import { openAdmin } from '../admin/testing/open-admin.ts'
import { createApprovalsJob } from './approvals.ts'

const { store, vault, call, close } = openAdmin()
afterAll(close)

const now = Date.now()
const standing = (nth: number, expires_at: number): StandingApprovalRecord => ({
  id: `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
  tenant: 'acme',
  token_id: '0123456789ab',
  provider: 'shop',
  account: 'main',
  action: 'create',
  parameters: null,
  rule: 'tenant *:write',
  policy: 'policy',
  identity: 'identity',
  given_by: [],
  created_at: asUnixMs(now - 3_600_000),
  expires_at: asUnixMs(expires_at),
})

it('approvals in advance whose time is over are forgotten with an entry each, and the others stand', async () => {
  const over = Array.from({ length: 120 }, (_, nth) => standing(nth, now - 1 - nth))
  const alive = standing(500, now + 3_600_000)
  await store.transfer.records.standingApprovals.write([...over, alive])
  const { body } = await call('GET', '/admin/approvals/standing')
  expect(body.standing).toMatchObject([{ approval_id: alive.id }])
  const entries: NewAuditEntry[] = []
  const approvalDesk = createApprovalDesk({
    approvalUrl: (secret) => secret,
    store,
    vault,
    auditLog: {
      record: async (entry) => {
        entries.push(entry)
      },
    },
    domains: new Map(),
    gateway: { id: () => 'gateway' },
    run: () => Promise.reject(new Error('no call was expected')),
    onChange: () => {},
    onError: () => {},
  })
  const job = createApprovalsJob('* * * * *', { approvalDesk })
  expect(await job.run(new AbortController().signal)).toMatchObject({ forgotten: 120 })
  expect(entries).toHaveLength(120)
  expect(entries[0]).toMatchObject({ action: 'end_standing_approval', source: 'job', reason: 'Its time is over' })
  expect(await store.transfer.records.standingApprovals.count()).toBe(1)
})
