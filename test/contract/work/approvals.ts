import { type ApprovalRecord, approvalBounds } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, noon } from '../samples.ts'

const idOf = (nth: number): string => `01930000-0000-7000-8000-${String(nth).padStart(12, '0')}`

export const approvalOf = (nth: number, changes: Partial<ApprovalRecord> = {}): ApprovalRecord => ({
  id: idOf(nth),
  tenant: 'acme',
  state: 'waiting',
  due_at: shiftTime(msOf(noon), nth),
  link_hash: `link-${nth}`,
  source: 'rest',
  token_id: 'token',
  tenant_token_id: null,
  grant_id: null,
  request_id: `request-${nth}`,
  ip: '127.0.0.1',
  provider: 'hubspot',
  account: 'main',
  action: 'create',
  rule: 'tenant *:write',
  same: `same-${nth}`,
  key: null,
  parameters: `parameters-${nth}`,
  policy: 'policy',
  digest: 'd'.repeat(64),
  bytes: 100,
  created_at: msOf(noon),
  expires_at: shiftTime(msOf(noon), nth),
  needed: 1,
  decisions: [],
  reason: null,
  entry_id: null,
  ended_at: null,
  version: `version-${nth}`,
  ...changes,
})

export const textOf = ({ id, tenant }: ApprovalRecord) => ({
  id,
  tenant,
  sealed_call: `sealed ${id}`,
  sealed_result: null,
})

export const approvalsContract = (fresh: FreshStore): void => {
  describe('approvals', () => {
    const start = async () => {
      const { store } = await fresh()
      const add = (record: ApprovalRecord) => store.approvals.add(record, textOf(record))
      return { store, approvals: store.approvals, add }
    }

    it('one is found by its id and its link, with what was sealed', async () => {
      const { approvals, add } = await start()
      const record = approvalOf(1)
      expect(await add(record)).toEqual({ outcome: 'added', isFirst: true })
      expect(await approvals.get(record.id)).toEqual(record)
      expect(await approvals.findByLink('link-1')).toEqual(record)
      expect(await approvals.findByLink('link-2')).toBeUndefined()
      expect(await approvals.text(record.id)).toEqual(textOf(record))
      await approvals.remove(record.id)
      expect([await approvals.get(record.id), await approvals.text(record.id)]).toEqual([undefined, undefined])
    })

    it('the same call of the same token waits once, and of others again; a key holds until its call failed', async () => {
      const { approvals, add } = await start()
      const first = approvalOf(1, { same: 'same' })
      await add(first)
      expect(await add(approvalOf(2, { same: 'same' }))).toEqual({ outcome: 'same', record: first })
      expect(await add(approvalOf(3, { same: 'same', token_id: 'other' }))).toEqual({ outcome: 'added', isFirst: true })
      const keyed = approvalOf(4, { key: 'key', state: 'done' })
      await add(keyed)
      expect(await add(approvalOf(5, { key: 'key' }))).toEqual({ outcome: 'same', record: keyed })
      expect(await add(approvalOf(6, { key: 'key', tenant: 'globex' }))).toEqual({ outcome: 'added', isFirst: true })
      await approvals.swap(keyed.version, { ...keyed, state: 'failed' })
      expect(await add(approvalOf(7, { key: 'key' }))).toEqual({ outcome: 'added', isFirst: true })
    })

    it('so many wait of a token and no more, whatever the others do', async () => {
      const { approvals, add } = await start()
      for (let nth = 0; nth < approvalBounds.ofToken; nth++) await add(approvalOf(nth))
      expect(await add(approvalOf(500))).toEqual({ outcome: 'full', bound: 'ofToken' })
      expect(await add(approvalOf(501, { token_id: 'other' }))).toEqual({ outcome: 'added', isFirst: true })
      expect(await add(approvalOf(502, { tenant: 'globex' }))).toEqual({ outcome: 'added', isFirst: true })
      const huge = approvalOf(503, { token_id: 'other', bytes: approvalBounds.tenantBytes })
      expect(await add(huge)).toEqual({ outcome: 'full', bound: 'tenantBytes' })
      expect(await approvals.countWaiting('acme')).toBe(approvalBounds.ofToken + 1)
      expect(await approvals.countWaiting()).toBe(approvalBounds.ofToken + 2)
      const [first] = await approvals.list({ tenant: 'acme', token_id: 'token', limit: 1 })
      if (first) await approvals.swap(first.version, { ...first, state: 'withdrawn' })
      expect(await add(approvalOf(504))).toEqual({ outcome: 'added', isFirst: true })
    })

    it('of the calls of one run the first that waits is told as such, and they are listed by their run', async () => {
      const { approvals, add } = await start()
      const ofRun = (nth: number, run_id: string) => approvalOf(nth, { run_id })
      const outcomes = await Promise.all([1, 2, 3].map((nth) => add(ofRun(nth, 'run'))))
      expect(outcomes.map((added) => 'isFirst' in added && added.isFirst).toSorted()).toEqual([false, false, true])
      expect(await add(ofRun(4, 'other'))).toEqual({ outcome: 'added', isFirst: true })
      const list = async (page: object) => (await approvals.list({ limit: 10, ...page })).map(({ id }) => id)
      expect(await list({ run_id: 'run', state: 'waiting', isOldestFirst: true })).toEqual([1, 2, 3].map(idOf))
      for (const record of await approvals.list({ run_id: 'run', limit: 10 }))
        await approvals.swap(record.version, { ...record, state: 'done' })
      expect(await add(ofRun(5, 'run'))).toEqual({ outcome: 'added', isFirst: true })
      expect(await list({ state: ['done', 'refused'], tenant: 'acme' })).toEqual([3, 2, 1].map(idOf))
    })

    it('of two who change one at once, one does', async () => {
      const { approvals, add } = await start()
      const record = approvalOf(1)
      await add(record)
      const next = (state: ApprovalRecord['state']) => ({ ...record, state, version: state })
      const swapped = await Promise.all([
        approvals.swap(record.version, next('approved')),
        approvals.swap(record.version, next('refused'), 'sealed result'),
      ])
      expect(swapped.toSorted()).toEqual([false, true])
      const stored = await approvals.get(record.id)
      expect(stored).toEqual(next(swapped[0] ? 'approved' : 'refused'))
      expect((await approvals.text(record.id))?.sealed_result).toBe(swapped[0] ? null : 'sealed result')
    })

    it('they are listed newest or oldest first, by what they are, and due in their order', async () => {
      const { approvals, add } = await start()
      const all = [1, 2, 3, 4].map((nth) => approvalOf(nth, nth % 2 ? {} : { tenant: 'globex', state: 'done' }))
      for (const record of all) await add(record)
      const ids = async (page: object) => (await approvals.list({ limit: 10, ...page })).map(({ id }) => id)
      expect(await ids({})).toEqual([4, 3, 2, 1].map(idOf))
      expect(await ids({ tenant: 'acme', limit: 1 })).toEqual([idOf(3)])
      expect(await ids({ last: idOf(3) })).toEqual([2, 1].map(idOf))
      expect(await ids({ isOldestFirst: true })).toEqual([1, 2, 3, 4].map(idOf))
      expect(await ids({ isOldestFirst: true, last: idOf(3) })).toEqual([idOf(4)])
      expect(await ids({ state: 'done' })).toEqual([4, 2].map(idOf))
      const due = async (ms: number) => (await approvals.due(shiftTime(msOf(noon), ms), 2)).map(({ id }) => id)
      expect([await due(0), await due(1), await due(9)]).toEqual([[], [idOf(1)], [idOf(1), idOf(2)]])
    })

    it('they go with their tenant', async () => {
      const { store, approvals, add } = await start()
      await store.tenants.put('acme', configuration('hubspot/main'), { now: noon, prune: false })
      await add(approvalOf(1))
      await add(approvalOf(2, { tenant: 'globex' }))
      await store.tenants.remove('acme')
      expect([await approvals.get(idOf(1)), await approvals.text(idOf(1))]).toEqual([undefined, undefined])
      expect(await approvals.get(idOf(2))).toBeDefined()
    })
  })
}
