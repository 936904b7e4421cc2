import { createRecovery, resolveUnknown } from '@patchbay/core/effects'
import { currentLevel, type EffectKey, type Store } from '@patchbay/core/store'
import { asUnixMs, msOf, shiftTime } from '@patchbay/core/time'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { auditEntry, later, noon } from '../samples.ts'
import { commitOf, effectKey, entryIdAt, intentBatch, take, unknownEffect } from './samples.ts'

const day = 86_400_000

const keysOf = (store: Store): Promise<readonly EffectKey[]> =>
  store.transfer.records.effectKeys.read({ limit: 1000, after: null })

const batchesOf = async (store: Store) =>
  (await store.transfer.records.intents.read({ limit: 1000, after: null })).map(({ id }) => id)

export const effectsContract = (fresh: FreshStore): void => {
  describe('effects', () => {
    it('intents, entries, keys and unknown effects of one commit are all there, also after the store is opened again', async () => {
      const { store, reopen } = await fresh()
      await store.effects.commit(
        commitOf({
          entries: [auditEntry(later(0), { outcome: 'unknown' })],
          intents: intentBatch(),
          claims: [take()],
          unknown: [unknownEffect({ id: entryIdAt(0) })],
        }),
      )
      for (const open of [async () => store, reopen]) {
        const each = await open()
        expect(await each.audit.query({ limit: 10 })).toEqual([auditEntry(later(0), { outcome: 'unknown' })])
        expect(await each.transfer.records.intents.read({ limit: 10, after: null })).toEqual([intentBatch()])
        expect(await keysOf(each)).toEqual([effectKey()])
        expect(await each.effects.findUnknown(entryIdAt(0))).toEqual(unknownEffect({ id: entryIdAt(0) }))
      }
    })

    it('closed batches go, the others stay', async () => {
      const { store, reopen } = await fresh()
      for (const id of ['a', 'b', 'c']) await store.effects.commit(commitOf({ intents: intentBatch({ id }) }))
      await store.effects.commit(commitOf({ entries: [auditEntry(later(1))], closed: ['a', 'c'] }))
      const opened = await reopen()
      // MongoDB shows it when a majority has it on disk, for which a removal doesn't wait.
      await expect.poll(() => batchesOf(opened)).toEqual(['b'])
    })

    it('entries that are committed again are there once, as they were', async () => {
      const { store } = await fresh()
      const entries = [auditEntry(later(1)), auditEntry(later(2))]
      await store.effects.commit(commitOf({ entries }))
      const changed = entries.map((entry) => ({ ...entry, status: 500 }))
      await store.effects.commit(commitOf({ entries: [...changed, auditEntry(later(3))], again: true }))
      expect(await store.audit.query({ limit: 10 })).toEqual([auditEntry(later(3)), ...entries.toReversed()])
      expect(await store.effects.entries([entryIdAt(2), entryIdAt(9)])).toEqual([auditEntry(later(2))])
    })

    it('a key is taken once, by the first of those that claim it at once', async () => {
      const { store } = await fresh()
      const [first, second, third] = [1, 2, 3].map((n) => take({ entry_id: entryIdAt(n) }))
      if (!first || !second || !third) throw new Error('the claims are missing')
      expect(await store.effects.commit(commitOf({ claims: [first, second] }))).toEqual([
        { entry_id: entryIdAt(2), holder: first.key },
      ])
      expect(await store.effects.commit(commitOf({ claims: [third] }))).toEqual([
        { entry_id: entryIdAt(3), holder: first.key },
      ])
      expect(await keysOf(store)).toEqual([first.key])
    })

    it('of many gateways that claim a key at once one has it, and the others are told who', async () => {
      const { store } = await fresh()
      const claims = Array.from({ length: 20 }, (_, n) => take({ entry_id: entryIdAt(n) }))
      const lost = await Promise.all(claims.map((claim) => store.effects.commit(commitOf({ claims: [claim] }))))
      expect(lost.flat()).toHaveLength(19)
      const [holder] = await keysOf(store)
      for (const each of lost.flat()) expect(each.holder).toEqual(holder)
      expect(lost.flat().map(({ entry_id }) => entry_id)).not.toContain(holder?.entry_id)
    })

    it('a key that has expired is free, and goes to one of those that claim it', async () => {
      const { store } = await fresh()
      const now = noon.getTime() + 2 * day
      await store.effects.commit(commitOf({ claims: [take()] }))
      const claims = Array.from({ length: 8 }, (_, n) =>
        take({ entry_id: entryIdAt(n + 10), expires_at: asUnixMs(now + day) }),
      )
      const half = (from: number) => commitOf({ now: asUnixMs(now), claims: claims.slice(from, from + 4) })
      const lost = await Promise.all([store.effects.commit(half(0)), store.effects.commit(half(4))])
      expect(lost.flat()).toHaveLength(7)
      const [holder, ...others] = await keysOf(store)
      expect(others).toEqual([])
      expect(lost.flat().map(({ holder: other }) => other)).toEqual(Array(7).fill(holder))
    })

    it('a key that ended is done or unknown with its answer, or free; a key that another took since is not changed', async () => {
      const { store } = await fresh()
      const claims = ['a', 'b', 'c', 'd'].map((id) => take({ id }))
      await store.effects.commit(commitOf({ claims }))
      const end = { entry_id: entryIdAt(1), sealed_answer: null, bytes: 0 } as const
      await store.effects.commit(
        commitOf({
          ends: [
            { ...end, id: 'a', state: 'done', sealed_answer: 'sealed', bytes: 6 },
            { ...end, id: 'b', state: 'unknown' },
            { ...end, id: 'c', state: 'free' },
            { ...end, id: 'd', state: 'free', entry_id: entryIdAt(7) },
          ],
        }),
      )
      expect(await keysOf(store)).toEqual([
        effectKey({ id: 'a', state: 'done', sealed_answer: 'sealed', bytes: 6 }),
        effectKey({ id: 'b', state: 'unknown' }),
        effectKey({ id: 'd' }),
      ])
      expect(await store.effects.commit(commitOf({ claims: [take({ id: 'c', entry_id: entryIdAt(5) })] }))).toEqual([])
    })

    it('a look sees only what ended unknown, who finds sees any, and neither takes; who replaces takes the key from anybody', async () => {
      const { store } = await fresh()
      const look = (id: string) => ({ kind: 'look', key: effectKey({ id, entry_id: entryIdAt(9) }) }) as const
      await store.effects.commit(
        commitOf({
          claims: [take({ id: 'a' }), take({ id: 'b', state: 'unknown' }), take({ id: 'c', state: 'done' })],
        }),
      )
      const looks = ['a', 'b', 'c', 'none'].map(look)
      expect(await store.effects.commit(commitOf({ claims: looks }))).toEqual([
        { entry_id: entryIdAt(9), holder: effectKey({ id: 'b', state: 'unknown' }) },
      ])
      const finds = looks.map((each) => ({ ...each, kind: 'find' }) as const)
      expect((await store.effects.commit(commitOf({ claims: finds }))).map(({ holder }) => holder.id)).toEqual([
        'a',
        'b',
        'c',
      ])
      const replaced = effectKey({ id: 'b', entry_id: entryIdAt(9), state: 'unknown' })
      expect(await store.effects.commit(commitOf({ claims: [{ kind: 'replace', key: replaced }] }))).toEqual([])
      expect((await keysOf(store)).map(({ id, entry_id }) => [id, entry_id])).toEqual([
        ['a', entryIdAt(1)],
        ['b', entryIdAt(9)],
        ['c', entryIdAt(1)],
      ])
    })

    it('expired keys are forgotten, the oldest first and no more than asked', async () => {
      const { store } = await fresh()
      const now = noon.getTime()
      const claims = [1, 2, 3, 4].map((n) => take({ id: `key-${n}`, expires_at: asUnixMs(now + n) }))
      await store.effects.commit(commitOf({ claims }))
      expect(await store.effects.forgetKeys(asUnixMs(now + 3), 2)).toBe(2)
      expect((await keysOf(store)).map(({ id }) => id)).toEqual(['key-3', 'key-4'])
      expect(await store.effects.forgetKeys(asUnixMs(now + 3), 2)).toBe(1)
      expect(await store.effects.forgetKeys(asUnixMs(now + 3), 2)).toBe(0)
    })

    it('keys are found by when they expire, the first one first', async () => {
      const { store } = await fresh()
      const now = noon.getTime()
      const claims = [4, 2, 3, 1].map((n) => take({ id: `key-${n}`, expires_at: asUnixMs(now + n) }))
      await store.effects.commit(commitOf({ claims }))
      const found = async (until: number, limit: number) =>
        (await store.effects.expiringKeys(asUnixMs(now + until), limit)).map(({ id }) => id)
      expect(await found(3, 10)).toEqual(['key-1', 'key-2', 'key-3'])
      expect(await found(3, 2)).toEqual(['key-1', 'key-2'])
      expect(await found(0, 10)).toEqual([])
    })

    it('the oldest answers of a tenant are given up beyond the bound, not their keys', async () => {
      const { store } = await fresh()
      const done = { state: 'done', sealed_answer: 'x'.repeat(10), bytes: 10 } as const
      const claims = [1, 2, 3].map((n) => take({ id: `key-${n}`, expires_at: shiftTime(msOf(noon), n), ...done }))
      await store.effects.commit(commitOf({ claims: [...claims, take({ id: 'key-9', tenant: 'globex', ...done })] }))
      await store.effects.trimAnswers('acme', 20)
      expect((await keysOf(store)).map(({ id, bytes, sealed_answer }) => [id, bytes, sealed_answer?.length])).toEqual([
        ['key-1', 0, undefined],
        ['key-2', 10, 10],
        ['key-3', 10, 10],
        ['key-9', 10, 10],
      ])
    })

    it('a great many answers are given up as well, the oldest ones', async () => {
      const { store } = await fresh()
      const done = { state: 'done', sealed_answer: 'x', bytes: 1 } as const
      const names = Array.from({ length: 500 }, (_, n) => `key-${String(n).padStart(3, '0')}`)
      const claims = names.map((id, n) => take({ id, expires_at: shiftTime(shiftTime(msOf(noon), n), 1), ...done }))
      await store.effects.commit(commitOf({ claims }))
      await store.effects.trimAnswers('acme', 50)
      const kept = (await keysOf(store)).filter(({ bytes }) => bytes > 0)
      expect(kept.map(({ id }) => id)).toEqual(names.slice(-50))
    })

    it('unknown effects are listed newest first, by tenant and by page, until they are resolved or pruned', async () => {
      const { store } = await fresh()
      const unknown = [1, 2, 3, 4].map((n) =>
        unknownEffect({
          id: entryIdAt(n),
          tenant: n === 2 ? 'globex' : 'acme',
          next_at: n === 3 ? null : asUnixMs(10 - n),
        }),
      )
      await store.effects.commit(commitOf({ unknown }))
      const ids = async (filter: { tenant?: string; before?: string; limit: number }) =>
        (await store.effects.listUnknown(filter)).map(({ id }) => id)
      expect(await store.effects.listUnknown({ limit: 10 })).toEqual(unknown.toReversed())
      expect(await ids({ tenant: 'acme', limit: 2 })).toEqual([entryIdAt(4), entryIdAt(3)])
      expect(await ids({ tenant: 'acme', limit: 2, before: entryIdAt(3) })).toEqual([entryIdAt(1)])
      expect((await store.effects.dueUnknown(asUnixMs(9), 10)).map(({ id }) => id)).toEqual([4, 2, 1].map(entryIdAt))
      expect((await store.effects.dueUnknown(asUnixMs(8), 1)).map(({ id }) => id)).toEqual([entryIdAt(4)])
      const again = unknownEffect({ id: entryIdAt(4), next_at: asUnixMs(50), asked: 1 })
      expect(await store.effects.postponeUnknown(again)).toBe(true)
      expect(await store.effects.findUnknown(entryIdAt(4))).toEqual(again)
      await store.effects.commit(commitOf({ entries: [auditEntry(later(5))], resolved: [entryIdAt(4)] }))
      expect(await store.effects.findUnknown(entryIdAt(4))).toBeUndefined()
      expect(await store.effects.postponeUnknown(again)).toBe(false)
      expect(await store.effects.countUnknown()).toBe(3)
      await store.effects.pruneUnknown(later(2))
      expect(await ids({ limit: 10 })).toEqual([entryIdAt(3), entryIdAt(2)])
    })

    it.each([
      [['done', 'absent'], 'done'],
      [['absent', 'done'], undefined],
      [['absent', 'absent'], undefined],
    ] as const)(
      'of two at once who say %j of one call the first one counts, for its keys as well',
      async (words, state) => {
        const { store } = await fresh()
        const id = entryIdAt(1)
        const claims = ['key-1', 'key-2'].map((name) => take({ id: name, entry_id: id, state: 'unknown' }))
        const entries = [auditEntry(later(1), { outcome: 'unknown' })]
        await store.effects.commit(commitOf({ entries, claims, unknown: [unknownEffect({ id })] }))
        // Both look before either writes.
        const effect = await store.effects.findUnknown(id)
        const effects = { ...store.effects, findUnknown: async () => effect }
        for (const as of words) {
          const found = await resolveUnknown({ effects }, id, { as, source: 'job', reason: as }, noon)
          expect(found).toMatchObject({ resolved_as: words[0], reason: words[0] })
        }
        expect((await store.effects.keys(['key-1'])).map((key) => key.state)).toEqual(
          state === undefined ? [] : [state],
        )
      },
    )

    it('a gateway whose lease is over has orphans, one that lives has none, and what is closed is none', async () => {
      const { store } = await fresh()
      const live = { gateway_id: 'live', host: 'a', version: '1', level: currentLevel }
      await store.gateways.beat(live, 60_000)
      const [open, closed, ofLive] = ['dead', 'dead', 'live'].map((gateway_id, n) =>
        intentBatch({ id: entryIdAt(n), gateway_id }),
      )
      if (!open || !closed || !ofLive) throw new Error('the batches are missing')
      for (const intents of [open, closed, ofLive]) await store.effects.commit(commitOf({ intents }))
      const keys = [
        take({ id: 'a', gateway_id: 'dead' }),
        take({ id: 'b', gateway_id: 'dead', state: 'done' }),
        take({ id: 'c', gateway_id: 'live' }),
        take({ id: 'd', gateway_id: 'only-a-key' }),
      ]
      await store.effects.commit(commitOf({ claims: keys, closed: [closed.id] }))
      expect([...(await store.effects.deadGateways())].sort()).toEqual(['dead', 'only-a-key'])
      expect(await store.effects.orphans('dead', 10)).toEqual({ batches: [open], keys: [keys[0]?.key] })
      const end = { id: 'a', entry_id: entryIdAt(1), state: 'unknown', sealed_answer: null, bytes: 0 } as const
      const keyEnd = { ...end, id: 'd', state: 'free' } as const
      await store.effects.commit(commitOf({ closed: [open.id], ends: [end, keyEnd] }))
      expect(await store.effects.orphans('dead', 10)).toEqual({ batches: [], keys: [] })
      await store.effects.commit(commitOf({ intents: intentBatch({ id: entryIdAt(5), gateway_id: 'live' }) }))
    })

    it('what is closed hides nothing that is open', async () => {
      const { store } = await fresh()
      const batches = Array.from({ length: 5 }, (_, n) => intentBatch({ id: entryIdAt(n), gateway_id: 'dead' }))
      for (const intents of batches) await store.effects.commit(commitOf({ intents }))
      await store.effects.commit(commitOf({ closed: batches.slice(0, 3).map(({ id }) => id) }))
      expect((await store.effects.orphans('dead', 2)).batches).toEqual(batches.slice(3))
    })

    it('a sealed value is sealed again unless it has changed', async () => {
      const { store, reopen } = await fresh()
      const key = effectKey({ state: 'done', sealed_answer: 'an answer', bytes: 9 })
      const intents = intentBatch({ sealed: 'parameters' })
      const claims = [{ kind: 'take', key }] as const
      await store.effects.commit(commitOf({ intents, claims, unknown: [unknownEffect()] }))
      const values = [
        { kind: 'intents', id: intents.id, before: 'parameters' },
        { kind: 'effectKeys', id: key.id, before: 'an answer' },
        { kind: 'unknownEffects', id: unknownEffect().id, before: 'sealed' },
      ] as const
      for (const value of values) {
        expect(await store.effects.reseal({ ...value, before: 'another', sealed: 'anew' })).toBe(false)
        expect(await store.effects.reseal({ ...value, sealed: 'anew' })).toBe(true)
        expect(await store.effects.reseal({ ...value, id: entryIdAt(9), sealed: 'anew' })).toBe(false)
      }
      const after = await reopen()
      const all = { limit: 10, after: null }
      expect(await after.transfer.records.intents.read(all)).toEqual([{ ...intents, sealed: 'anew' }])
      expect(await keysOf(after)).toEqual([{ ...key, sealed_answer: 'anew', bytes: 4 }])
      expect(await after.effects.findUnknown(unknownEffect().id)).toEqual(unknownEffect({ sealed_parameters: 'anew' }))
    })

    it('what is kept of a tenant goes with it, but for its entries', async () => {
      const { store } = await fresh()
      const providers = {}
      for (const name of ['acme', 'globex']) {
        const options = { allow_raw: false, tools: 'domains' } as const
        await store.tenants.put(name, { name, status: 'active', providers, options }, { now: noon, prune: false })
        await store.tenantSecrets.add({ tenant: name, sealed: 'sealed' })
        await store.effects.commit(
          commitOf({
            entries: [auditEntry(later(name.length), { tenant: name })],
            claims: [take({ id: name, tenant: name })],
            unknown: [unknownEffect({ id: entryIdAt(name.length), tenant: name })],
          }),
        )
      }
      await store.tenants.remove('acme')
      expect((await keysOf(store)).map(({ id }) => id)).toEqual(['globex'])
      expect((await store.effects.listUnknown({ limit: 10 })).map(({ tenant }) => tenant)).toEqual(['globex'])
      expect(await store.tenantSecrets.get('acme')).toBeUndefined()
      expect(await store.tenantSecrets.get('globex')).toEqual({ tenant: 'globex', sealed: 'sealed' })
      expect(await store.audit.query({ tenant: 'acme', limit: 10 })).toHaveLength(1)
    })
  })

  describe('what a gateway gave up', () => {
    const ours = 'gateway-1'
    /** A batch with the intents of these entries, as the audit queue prints them. */
    const batchOf = (...ids: readonly string[]) => {
      const nulls = Array(8).fill(null)
      const printed = ids.map((id) => [id, 'acme', 'create', 'rest', 'hubspot/sales-eu', ...nulls, `same-${id}`])
      const lines = printed.map((members) => JSON.stringify(members)).join('\n')
      return intentBatch({ id: ids[0] ?? '', gateway_id: ours, count: ids.length, lines })
    }
    const vault = createVault(parseKeys(makeKey()))

    it('and the store carried out after the call had ended is taken back; what is under way stays', async () => {
      const { store } = await fresh()
      const [late, open] = [entryIdAt(1), entryIdAt(2)]
      const refused = auditEntry(later(1), { outcome: 'error', code: 'UNAVAILABLE', status: 503 })
      await store.effects.commit(commitOf({ entries: [refused] }))
      // The intents and the claims arrive behind the entry that should have ended them.
      const claims = [take({ id: 'late', entry_id: late }), take({ id: 'open', entry_id: open })]
      await store.effects.commit(commitOf({ intents: batchOf(late), claims }))
      await store.effects.commit(commitOf({ intents: batchOf(open) }))
      const unknown: string[] = []
      const recovery = createRecovery({
        store,
        vault,
        gatewayId: () => ours,
        isOpen: (id) => id === open,
        onUnknown: ({ id }) => unknown.push(id),
        onDamaged: () => undefined,
      })
      await recovery.ofThisGateway()
      expect((await keysOf(store)).map(({ id }) => id)).toEqual(['open'])
      await expect.poll(() => batchesOf(store)).toEqual([open])
      expect(await store.audit.query({ limit: 10 })).toEqual([refused])
      expect(unknown).toEqual([])
    })

    it('a record that is damaged is told, and keeps no other from its entry', async () => {
      const { store } = await fresh()
      const [first, last] = [entryIdAt(1), entryIdAt(2)]
      const whole = batchOf(first, last)
      const damage = ['', '{', 'null', whole.lines.replace(first, 'no-id').split('\n')[0] ?? '', `["${first}", "acme"]`]
      const lines = whole.lines.split('\n').join(`\n${damage.join('\n')}\n`)
      await store.effects.commit(commitOf({ intents: { ...whole, lines } }))
      const told: string[] = []
      const recovery = createRecovery({
        store,
        vault,
        gatewayId: () => ours,
        isOpen: () => false,
        onUnknown: () => undefined,
        onDamaged: (line) => told.push(line),
      })
      await recovery.ofThisGateway()
      expect(told).toEqual(damage)
      expect((await store.audit.query({ limit: 10 })).map(({ id, outcome }) => [id, outcome])).toEqual([
        [last, 'unknown'],
        [first, 'unknown'],
      ])
      await expect.poll(() => batchesOf(store)).toEqual([])
    })
  })

  describe('tenant secrets', () => {
    it('the first secret of a tenant is its secret, whoever adds another', async () => {
      const { store } = await fresh()
      const added = await Promise.all(
        [1, 2, 3].map((n) => store.tenantSecrets.add({ tenant: 'acme', sealed: `sealed-${n}` })),
      )
      const kept = await store.tenantSecrets.get('acme')
      expect(added).toEqual([kept, kept, kept])
      expect(await store.tenantSecrets.reseal({ tenant: 'acme', sealed: 'another' }, 'again')).toBe(false)
      expect(await store.tenantSecrets.reseal(kept ?? { tenant: '', sealed: '' }, 'again')).toBe(true)
      expect(await store.tenantSecrets.get('acme')).toEqual({ tenant: 'acme', sealed: 'again' })
    })
  })
}
