import { createAccessUses } from '@patchbay/core/policies'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { auditEntry } from '../samples.ts'
import { randomEntries } from './random-calls.ts'

const first = new Date('2026-10-01T00:00:00Z')
const now = new Date('2026-10-10T12:00:00Z')

/** The numbers of calls by account and action, as the log says. */
const byHand = (log: readonly ReturnType<typeof auditEntry>[], since: Date) => {
  const sums = new Map<string, number>()
  for (const { tenant, source, key, action, at } of log) {
    if (tenant !== 'acme' || !['rest', 'mcp'].includes(source) || at < since.toISOString()) continue
    if (action === null || !key?.includes('/')) continue
    const name = `${key} ${action}`
    sums.set(name, (sums.get(name) ?? 0) + 1)
  }
  return sums
}

export const accessUsesContract = (fresh: FreshStore): void => {
  describe('what was used', () => {
    it('is counted from the log; where time is over it is told since when, and asking again goes on', async () => {
      const { store } = await fresh()
      const log = randomEntries(3000, first, now, 5)
      await store.audit.append(log)
      let slices = 0
      const tally: typeof store.audit.tally = (range) => {
        slices += 1
        return store.audit.tally({ ...range, limit: 40 })
      }
      const uses = createAccessUses({ tally }, 0)
      const found = async () => {
        slices = 0
        const { uses: all, ...rest } = await uses.read('acme', 7, now)
        return {
          ...rest,
          sums: new Map(all.map((use) => [`${use.provider}/${use.account} ${use.action}`, use.admitted])),
        }
      }
      const early = await found()
      expect(early.isComplete).toBe(false)
      let answers = 1
      for (let last = early; !last.isComplete; answers++) {
        // The last minute, and one slice more.
        expect(slices).toBe(2)
        expect(last.sums).toEqual(byHand(log, last.since))
        last = await found()
      }
      expect(answers).toBeGreaterThan(7)
      const all = await Promise.all([found(), found()])
      for (const each of all)
        expect(each).toEqual({
          isComplete: true,
          since: new Date('2026-10-04T00:00:00Z'),
          sums: byHand(log, new Date('2026-10-04T00:00:00Z')),
        })
      await store.audit.append([auditEntry(now, { tenant: 'acme', key: 'hubspot/eu', action: 'new' })])
      expect((await found()).sums.get('hubspot/eu new')).toBe(1)
    })

    it('is counted for a tenant while the log of another is still read', async () => {
      const { store } = await fresh()
      await store.audit.append(randomEntries(100, first, now, 5))
      const { promise: gate, resolve: open } = Promise.withResolvers<void>()
      const tally: typeof store.audit.tally = async (range) => {
        if (range.tenant === 'slow') await gate
        return store.audit.tally(range)
      }
      const uses = createAccessUses({ tally })
      const slow = uses.read('slow', 7, now)
      expect((await uses.read('acme', 7, now)).isComplete).toBe(true)
      open()
      expect((await slow).isComplete).toBe(true)
    })

    it('tells tokens and refusals apart, and leaves out what was never decided', async () => {
      const { store } = await fresh()
      const at = new Date('2026-10-10T11:30:00Z')
      const failed = { outcome: 'error', status: 400, tenant: 'acme', action: 'get' } as const
      const [key, token_id] = ['hubspot/eu', 'a00000000000']
      await store.audit.append([
        auditEntry(at, { ...failed, key, token_id, code: 'FORBIDDEN' }, 1),
        auditEntry(at, { ...failed, key, token_id, code: 'UPSTREAM_ERROR' }, 2),
        auditEntry(at, { ...failed, key, token_id, code: 'VALIDATION_ERROR' }, 3),
        auditEntry(at, { ...failed, key, token_id: 'b00000000000', code: 'FORBIDDEN' }, 4),
        auditEntry(at, { ...failed, key: 'hubspot', token_id, code: 'FORBIDDEN' }, 5),
        auditEntry(at, { ...failed, key: 'hubspot', token_id, code: 'CONFIG_MISSING' }, 6),
        auditEntry(at, { ...failed, key, token_id, code: 'FORBIDDEN', source: 'admin' }, 7),
      ])
      const { uses } = await createAccessUses(store.audit).read('acme', 1, now)
      const use = { provider: 'hubspot', action: 'get', token_id, last: '2026-10-10T11' }
      const inOrder = uses.toSorted((one, other) =>
        `${one.account} ${one.token_id}` < `${other.account} ${other.token_id}` ? -1 : 1,
      )
      expect(inOrder).toEqual([
        { ...use, account: 'eu', admitted: 1, refused: 1 },
        { ...use, account: 'eu', token_id: 'b00000000000', admitted: 0, refused: 1 },
        { ...use, account: null, admitted: 0, refused: 1 },
      ])
    })
  })
}
