import type { AuditEntry, AuditFilter, Tally } from '@patchbay/core/store'
import { describe, expect, it } from 'vitest'
import { latencyBucket } from '../../../core/usage/counts/latency.ts'
import type { FreshStore } from '../open-store.ts'
import { auditEntry, later, noon } from '../samples.ts'

const all = { limit: 1000 }
const newestFirst = (entries: readonly AuditEntry[]) => [...entries].sort((a, b) => (a.id < b.id ? 1 : -1))

/** Joins tallies that count the same combination of members. */
const joined = (tallies: readonly Tally[]): Tally[] => {
  const sums = new Map<string, Tally>()
  for (const tally of tallies) {
    const name = JSON.stringify(Object.entries({ ...tally, entries: 0, bytes: 0 }).sort())
    const { entries = 0, bytes = 0 } = sums.get(name) ?? {}
    sums.set(name, { ...tally, entries: entries + tally.entries, bytes: bytes + tally.bytes })
  }
  return [...sums.values()]
}

export const auditContract = (fresh: FreshStore): void => {
  describe('audit', () => {
    it('an entry is read as it was appended, its empty members too', async () => {
      const { store } = await fresh()
      const failed = { outcome: 'error', code: 'UPSTREAM_ERROR', status: 502, reason: 'It “broke”,\n"twice"' } as const
      const full = auditEntry(noon, { ...failed, count: 17, tries: '502 120,broken 31' })
      const write = auditEntry(later(2), {
        outcome: 'unknown',
        digest: 'ab'.repeat(32),
        resolves: full.id,
        resolved_as: 'done',
        approval_id: 'approval-1',
        parent: 'run-1',
        actor: 'Ann “the boss”',
        idempotency_key: 'orde…4711',
        class: 'access',
        changes: [
          { path: 'options.allow', from: ['crm:*'], to: null },
          { path: 'name', to: 'Ann’s' },
        ],
      })
      const bare = auditEntry(later(1), {
        tenant: null,
        action: null,
        key: null,
        code: null,
        ip: null,
        token_id: null,
        request_id: null,
        duration_ms: 0,
      })
      await store.audit.append([full, bare, write])
      expect(await store.audit.query(all)).toEqual([write, bare, full])
    })

    it('entries come newest first, in whatever order they were appended', async () => {
      const { store } = await fresh()
      const entries = [5, 1, 4, 2, 3].map((ms) => auditEntry(later(ms)))
      await store.audit.append(entries.slice(0, 2))
      await store.audit.append(entries.slice(2))
      expect(await store.audit.query(all)).toEqual(newestFirst(entries))
    })

    const entries = [
      auditEntry(later(1)),
      auditEntry(later(2), { tenant: 'acme-2' }),
      auditEntry(later(3), { source: 'admin', action: 'put_tenant', key: 'tenants/acme' }),
      auditEntry(later(4), { source: 'admin', action: 'put_tenant', key: 'tenants/globex', tenant: 'globex' }),
      auditEntry(later(5), { source: 'mcp', action: 'create' }),
      auditEntry(later(6), { tenant: null, action: null, key: null, outcome: 'error', code: 'AUTH_FAILED' }),
      auditEntry(later(7), { action: 'SEARCH', key: 'HubSpot/sales-eu', tenant: 'ACME', request_id: 'ok' }),
    ]
    it.each<[filter: Omit<AuditFilter, 'limit'>, want: readonly number[]]>([
      [{}, [6, 5, 4, 3, 2, 1, 0]],
      [{ tenant: 'acme' }, [4, 2, 0]],
      [{ tenant: 'acm' }, []],
      [{ tenant: 'acm%' }, []],
      [{ action: 'search' }, [1, 0]],
      [{ action: 'put_tenant' }, [3, 2]],
      [{ source: 'admin' }, [3, 2]],
      [{ source: 'job' }, []],
      [{ key: 'hubspot/sales-eu' }, [4, 1, 0]],
      [{ key: 'tenants/acme' }, [2]],
      [{ tenant: 'acme', source: 'admin', action: 'put_tenant', key: 'tenants/acme' }, [2]],
      [{ tenant: 'globex', key: 'tenants/acme' }, []],
      [{ id: entries[2]?.id }, [2]],
      [{ id: entries[2]?.id, tenant: 'acme', source: 'admin' }, [2]],
      [{ id: entries[2]?.id, tenant: 'globex' }, []],
      [{ id: entries[2]?.id, since: later(4) }, []],
      [{ id: entries[2]?.id.slice(0, 13) }, []],
      [{ since: later(5) }, [6, 5, 4]],
      [{ since: later(8) }, []],
      [{ since: new Date(-1) }, [6, 5, 4, 3, 2, 1, 0]],
      [{ since: later(2), tenant: 'acme' }, [4, 2]],
      [{ before: entries[3]?.id }, [2, 1, 0]],
      [{ before: entries[4]?.id, since: later(2), source: 'admin' }, [3, 2]],
      [{ action: undefined, since: undefined, tenant: 'acme-2' }, [1]],
      [{ until: later(3) }, [1, 0]],
      [{ since: later(2), until: later(5), tenant: 'acme' }, [2]],
      [{ until: later(6), before: entries[3]?.id }, [2, 1, 0]],
      [{ until: later(2), before: entries[6]?.id }, [0]],
      [{ code: 'AUTH_FAILED' }, [5]],
      [{ code: 'AUTH' }, []],
      [{ outcome: 'error' }, [5]],
      [{ outcome: 'ok', source: 'admin' }, [3, 2]],
      [{ request_id: 'ok' }, [6]],
      [{ request_id: 'request-1', tenant: 'acme', source: 'mcp' }, [4]],
      [{ request_id: 'Request-1' }, []],
      [{ token_id: '0123456789ab', outcome: 'error' }, [5]],
      [{ token_id: '0123456789a' }, []],
    ])('%j finds exactly what matches', async (filter, want) => {
      const { store } = await fresh()
      await store.audit.append(entries)
      const found = await store.audit.query({ ...filter, ...all })
      expect(found.map(({ id }) => entries.findIndex((entry) => entry.id === id))).toEqual(want)
    })

    it('pages join without a gap or a repeat, while newer entries come in', async () => {
      const { store } = await fresh()
      const old = Array.from({ length: 25 }, (_, n) => auditEntry(later(Math.floor(n / 5)), {}, n))
      await store.audit.append(old)
      const seen: AuditEntry[] = []
      for (let page = 0; page < 4; page++) {
        seen.push(...(await store.audit.query({ tenant: 'acme', limit: 7, before: seen.at(-1)?.id })))
        await store.audit.append([auditEntry(later(1000 + page))])
      }
      expect(seen).toEqual(newestFirst(old))
    })

    it('a rare entry is found under very many others', async () => {
      const { store } = await fresh()
      const rare = [
        auditEntry(noon, { source: 'admin', action: 'put_tenant' }),
        auditEntry(later(1), { source: 'admin', action: 'put_tenant' }),
        auditEntry(later(25_000), { source: 'admin', action: 'put_tenant' }),
      ]
      await store.audit.append(rare)
      // A gateway appends no more at once.
      const batch = 500
      for (let from = 2; from < 30_002; from += batch)
        await store.audit.append(Array.from({ length: batch }, (_, n) => auditEntry(later(from + n), {}, 1)))
      const newest = newestFirst(rare)
      expect(await store.audit.query({ action: 'put_tenant', limit: 10 })).toEqual(newest)
      expect(await store.audit.query({ tenant: 'acme', action: 'put_tenant', limit: 2 })).toEqual(newest.slice(0, 2))
      expect(await store.audit.query({ action: 'put_tenant', since: later(1), limit: 10 })).toEqual(newest.slice(0, 2))
      expect(await store.audit.query({ action: 'put_tenant', tenant: 'globex', limit: 10 })).toEqual([])
    })

    it('entries of slow calls are found in their places, however late they are appended', async () => {
      const { store } = await fresh()
      const entries: AuditEntry[] = []
      const late: { readonly entry: AuditEntry; readonly at: number }[] = []
      for (let n = 0; n < 400; n++) {
        const batch = [0, 1, 2].map((nth) => auditEntry(later(n * 20), {}, nth))
        entries.push(...batch)
        // One of three is a write that takes up to two seconds.
        late.push({ entry: batch.pop() as AuditEntry, at: n + ((n * 37) % 100) })
        const ended = late.filter(({ at }) => at <= n).map(({ entry }) => entry)
        late.splice(0, late.length, ...late.filter(({ at }) => at > n))
        await store.audit.append([...batch, ...ended])
      }
      await store.audit.append(late.map(({ entry }) => entry))
      const sorted = newestFirst(entries)
      expect(await store.audit.query({ limit: 2000 })).toEqual(sorted)
      const seen: AuditEntry[] = []
      while (seen.length < 300) seen.push(...(await store.audit.query({ limit: 29, before: seen.at(-1)?.id })))
      expect(seen).toEqual(sorted.slice(0, seen.length))
      const after = entries[500]?.id ?? ''
      const { tallies, last } = await store.audit.tally({ after, limit: 450 })
      expect(tallies.reduce((sum, { entries: count }) => sum + count, 0)).toBe(450)
      expect(last).toBe(sorted.at(-951)?.id)
    })

    it('an entry that is appended again is there once, as it was', async () => {
      const { store } = await fresh()
      const first = auditEntry(noon)
      await store.audit.append([first])
      await store.audit.append([{ ...first, status: 500 }, auditEntry(later(1)), auditEntry(later(1))], true)
      expect(await store.audit.query(all)).toEqual([auditEntry(later(1)), first])
    })

    it('nothing to append is not an error', async () => {
      const { store } = await fresh()
      await store.audit.append([])
      expect(await store.audit.query(all)).toEqual([])
    })

    it('what many writers append at once is all there', async () => {
      const { store } = await fresh()
      const batches = Array.from({ length: 40 }, (_, batch) =>
        Array.from({ length: 20 }, (_, n) => auditEntry(later(n), { tenant: `tenant-${batch % 3}` }, batch)),
      )
      await Promise.all(batches.map((batch) => store.audit.append(batch)))
      expect(await store.audit.query(all)).toEqual(newestFirst(batches.flat()))
    })

    it('a tally tells the entries of a range by what they have in common', async () => {
      const { store } = await fresh()
      const alike = { duration_ms: 12.34, bytes: 10 }
      await store.audit.append([
        auditEntry(later(0), alike),
        auditEntry(later(1), { ...alike, duration_ms: 12.9, ip: null, request_id: 'another' }),
        auditEntry(later(2), { ...alike, cache: 'HIT' }),
        auditEntry(later(3), { ...alike, billable: false, cache: null }),
        auditEntry(later(4), { ...alike, tenant: null, key: null, action: null, code: 'AUTH_FAILED', count: 7 }),
        auditEntry(later(3_600_000), alike),
        auditEntry(later(3_600_001), { ...alike, tenant: 'globex' }),
      ])
      const one = {
        tenant: 'acme',
        source: 'rest',
        action: 'search',
        key: 'hubspot/sales-eu',
        outcome: 'ok',
        code: null,
      }
      const call = {
        ...one,
        status: 200,
        token_id: '0123456789ab',
        hour: '2026-11-20T12',
        cache: 'MISS',
        billable: true,
        latency: 120,
        entries: 1,
        bytes: 10,
      }
      const slice = await store.audit.tally({ after: '', until: later(3_600_001) })
      const tallies = joined(slice.tallies)
      expect(tallies).toHaveLength(5)
      expect(slice).toMatchObject({ last: auditEntry(later(3_600_000)).id, more: false })
      for (const tally of [
        { ...call, entries: 2, bytes: 20 },
        { ...call, cache: 'HIT' },
        { ...call, cache: null, billable: false },
        { ...call, tenant: null, key: null, action: null, code: 'AUTH_FAILED', entries: 7 },
        { ...call, hour: '2026-11-20T13' },
      ]) {
        expect(tallies).toContainEqual(tally)
      }
      const range = { after: auditEntry(later(0)).id, upTo: auditEntry(later(2)).id, tenant: 'acme' }
      expect((await store.audit.tally(range)).tallies.map(({ cache }) => cache).sort()).toEqual(['HIT', 'MISS'])
      expect(await store.audit.tally({ since: later(7_200_000) })).toEqual({
        tallies: [],
        last: undefined,
        more: false,
      })
    })

    it('durations fall into the same buckets in every store', async () => {
      const { store } = await fresh()
      const durations = [
        0,
        0.04,
        0.05,
        0.29,
        0.3,
        1.1,
        2.3,
        9.99,
        10,
        10.99,
        28.7,
        99.99,
        100,
        109.99,
        999.99,
        1000,
        1234.56,
        9999.99,
        10_000,
        30_000.01,
        59_999,
        99_999.99,
        100_000,
        3e6,
        ...Array.from({ length: 300 }, (_, n) => Math.round(1.06 ** n * 3) / 100),
      ]
      for (const [n, duration_ms] of durations.entries()) {
        await store.audit.append([auditEntry(later(n), { duration_ms, key: `hubspot/${duration_ms}` })])
      }
      const { tallies } = await store.audit.tally({})
      const found = new Map(tallies.map(({ key, latency }) => [key, latency]))
      for (const duration of durations) {
        expect([duration, found.get(`hubspot/${duration}`)]).toEqual([duration, latencyBucket(duration)])
      }
    })

    it('a long range is counted slice by slice, each entry once', async () => {
      const { store } = await fresh()
      const length = 60_000
      for (let from = 0; from < length; from += 5000) {
        await store.audit.append(Array.from({ length: 5000 }, (_, n) => auditEntry(later(from + n))))
      }
      let [entries, slices, after, more] = [0, 0, '', true]
      for (; more; slices++) {
        const slice = await store.audit.tally({ after })
        for (const tally of slice.tallies) entries += tally.entries
        after = slice.last ?? after
        more = slice.more
      }
      expect([entries, slices > 1]).toEqual([length, true])
    })

    it('pruning removes what is older than the moment, the oldest first and no more than asked', async () => {
      const { store } = await fresh()
      const entries = Array.from({ length: 10 }, (_, n) => auditEntry(later(n), { tenant: `tenant-${n % 2}` }))
      await store.audit.append(entries)
      expect(await store.audit.prune(later(7), 5)).toBe(5)
      expect(await store.audit.query(all)).toEqual(newestFirst(entries.slice(5)))
      expect(await store.audit.prune(later(7), 5)).toBe(2)
      expect(await store.audit.prune(later(7), 5)).toBe(0)
      expect(await store.audit.query(all)).toEqual(newestFirst(entries.slice(7)))
      expect(await store.audit.query({ tenant: 'tenant-1', limit: 10 })).toHaveLength(2)
    })

    it('removing a tenant leaves its audit log', async () => {
      const { store } = await fresh()
      await store.audit.append([auditEntry(noon)])
      await store.tenants.remove('acme')
      expect(await store.audit.query({ tenant: 'acme', limit: 10 })).toHaveLength(1)
    })
  })
}
