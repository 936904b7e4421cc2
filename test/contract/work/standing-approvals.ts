import { mostStanding, type StandingApprovalRecord } from '@patchbay/core/store'
import { asUnixMs } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, noon } from '../samples.ts'
import { approvalOf, textOf } from './approvals.ts'

const at = noon.getTime()

export const standingOf = (nth: number, changes: Partial<StandingApprovalRecord> = {}): StandingApprovalRecord => ({
  id: approvalOf(nth).id,
  tenant: 'acme',
  token_id: 'token',
  provider: 'hubspot',
  account: 'main',
  action: 'create',
  parameters: 'digest',
  rule: 'tenant *:write',
  policy: 'policy',
  identity: 'identity',
  given_by: [{ by: 'admin', id: 'key', name: 'Ada' }],
  created_at: asUnixMs(at),
  expires_at: asUnixMs(at + nth),
  ...changes,
})

export const standingApprovalsContract = (fresh: FreshStore): void => {
  describe('standing approvals', () => {
    const start = async () => {
      const { store } = await fresh()
      const give = async (standing: StandingApprovalRecord) => {
        const { id, tenant, token_id } = standing
        const record = { ...approvalOf(1), id, tenant, token_id, same: id }
        await store.approvals.add(record, textOf(record))
        return store.standingApprovals.give(record.version, { ...record, state: 'approved', version: 'next' }, standing)
      }
      return { store, give, standing: store.standingApprovals }
    }
    const call = { tenant: 'acme', token_id: 'token', provider: 'hubspot', account: 'main', action: 'create' }

    it('one is given with its approval or not at all', async () => {
      const { store, give, standing } = await start()
      const first = standingOf(1)
      expect(await give(first)).toBe('given')
      expect(await store.approvals.get(first.id)).toMatchObject({ state: 'approved', version: 'next' })
      expect(await standing.find(call, asUnixMs(at))).toEqual([first])
      const late = { ...approvalOf(1), id: first.id, state: 'refused' as const }
      expect(await standing.give('another version', late, { ...first, expires_at: asUnixMs(at + 99) })).toBe('changed')
      expect(await standing.find(call, asUnixMs(at))).toEqual([first])
      expect(await store.approvals.get(first.id)).toMatchObject({ state: 'approved' })
    })

    it('it is found for exactly its tenant, token, account and action, until it expires', async () => {
      const { give, standing } = await start()
      await give(standingOf(1))
      await give(standingOf(5))
      const ids = async (changes: object, now = at) =>
        (await standing.find({ ...call, ...changes }, asUnixMs(now))).map(({ id }) => id)
      expect(await ids({})).toEqual([standingOf(5).id, standingOf(1).id])
      for (const member of Object.keys(call)) expect([member, await ids({ [member]: 'other' })]).toEqual([member, []])
      expect(await ids({}, at + 1)).toEqual([standingOf(5).id])
      expect(await ids({}, at + 5)).toEqual([])
      expect((await standing.expired(asUnixMs(at + 1), 9)).map(({ id }) => id)).toEqual([standingOf(1).id])
    })

    it('of two who end one, one is given it', async () => {
      const { give, standing } = await start()
      await give(standingOf(1))
      const ended = await Promise.all([standing.end(standingOf(1).id), standing.end(standingOf(1).id)])
      expect(ended.filter(Boolean)).toEqual([standingOf(1)])
      expect(await standing.find(call, asUnixMs(at))).toEqual([])
    })

    it('they are listed newest first, and go with their tenant', async () => {
      const { store, give, standing } = await start()
      await store.tenants.put('acme', configuration('hubspot/main'), { now: noon, prune: false })
      for (const nth of [1, 2, 3, 4]) await give(standingOf(nth, nth === 4 ? { tenant: 'globex' } : {}))
      const ids = async (page: object) =>
        (await standing.list({ now: asUnixMs(at), limit: 9, ...page })).map(({ id }) => id)
      const idOf = (nth: number) => standingOf(nth).id
      expect(await ids({})).toEqual([4, 3, 2, 1].map(idOf))
      expect(await ids({ tenant: 'acme', limit: 2 })).toEqual([3, 2].map(idOf))
      expect(await ids({ last: idOf(2) })).toEqual([idOf(1)])
      expect(await ids({ now: at + 3 })).toEqual([idOf(4)])
      await store.tenants.remove('acme')
      expect(await ids({})).toEqual([idOf(4)])
    })

    it('so many stand of a tenant and no more; those that have expired do not count', async () => {
      const { store, give, standing } = await start()
      const many = Array.from({ length: mostStanding }, (_, nth) => standingOf(nth + 10))
      await store.transfer.records.standingApprovals.write(many)
      const refused = standingOf(5000)
      expect(await give(refused)).toBe('full')
      expect(await store.approvals.get(refused.id)).toMatchObject({ state: 'waiting' })
      expect(await give(standingOf(5001, { tenant: 'globex' }))).toBe('given')
      expect(await give(standingOf(5002, { created_at: asUnixMs(at + 10) }))).toBe('given')
      expect(await standing.list({ now: asUnixMs(at), tenant: 'globex', limit: 9 })).toHaveLength(1)
    })
  })
}
