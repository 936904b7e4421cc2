import { claimLife, createRecovery, keyLife, resolveUnknown, writeLife } from '@patchbay/core/effects'
import type { ClaimKind, EffectKey, KeyState, Store } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { auditEntry, later, noon } from '../samples.ts'
import { commitOf, effectKey, entryIdAt, intentBatch, take, unknownEffect } from './samples.ts'

const ours = 'gateway-1'
const vault = createVault(parseKeys(makeKey()))

const statesOf = async (store: Store, ids: readonly string[]): Promise<Readonly<Record<string, KeyState | 'free'>>> => {
  const keys = new Map((await store.effects.keys(ids)).map((key) => [key.id, key.state]))
  return Object.fromEntries(ids.map((id) => [id, keys.get(id) ?? 'free']))
}

/** Brings the keys into these states, each as the call of another entry has it. */
const putKeys = (store: Store, keys: readonly EffectKey[]) =>
  store.effects.commit(commitOf({ claims: keys.map((key) => ({ kind: 'replace', key })) }))

const recoveryOf = (store: Store) =>
  createRecovery({
    store,
    vault,
    gatewayId: () => ours,
    isOpen: () => false,
    onUnknown: () => undefined,
    onDamaged: () => undefined,
    now: () => noon,
  })

const recover = (store: Store): Promise<void> => recoveryOf(store).ofThisGateway()

/** A line of a batch, as the audit queue prints it. */
const intentLine = (id: string, takes: string, same: string): string =>
  JSON.stringify([id, 'acme', 'create', 'rest', 'hubspot/sales', null, null, null, null, null, null, null, takes, same])

const keyLifeContract = (fresh: FreshStore): void => {
  describe('the life of a key', () => {
    it.each(Object.entries(claimLife) as [ClaimKind, Record<string, string>][])(
      'when a write claims it, to %s it, leads from each state to the next',
      async (kind, leads) => {
        const { store } = await fresh()
        const before = Object.keys(leads)
        const holders = before.filter((state) => state !== 'free')
        await putKeys(
          store,
          holders.map((state) => effectKey({ id: state, state: state as KeyState })),
        )
        // A key whose time is over is as good as none.
        await putKeys(store, [effectKey({ id: 'expired', state: 'unknown', expires_at: msOf(noon) })])
        const state = kind === 'replace' ? 'unknown' : 'running'
        const claims = [...before, 'expired'].map((id, n) => {
          const key = effectKey({ id, entry_id: entryIdAt(10 + n), state, gateway_id: 'gateway-2' })
          return { kind, key }
        })
        const lost = new Set((await store.effects.commit(commitOf({ claims }))).map(({ holder }) => holder.id))
        const after = new Map((await store.effects.keys(before)).map((key) => [key.id, key]))
        const outcomes = before.map((id) => {
          const key = after.get(id)
          if (lost.has(id)) return [id, 'lost']
          return [id, key?.gateway_id === 'gateway-2' ? key.state : 'passes']
        })
        expect(Object.fromEntries(outcomes)).toEqual(leads)
        expect(lost.has('expired')).toBe(false)
      },
    )

    it('whose gateway died is what the entry of its write says', async () => {
      const { store } = await fresh()
      const outcomes = ['ok', 'error', 'unknown'] as const
      const entries = outcomes.map((outcome, n) => auditEntry(later(n), { outcome }))
      await store.effects.commit(commitOf({ entries }))
      const claims = [...outcomes, 'unsent'].map((id, n) => take({ id: `dead-${id}`, entry_id: entryIdAt(n) }))
      await store.effects.commit(commitOf({ claims }))
      await recover(store)
      const events = ['dead-ok', 'dead-error', 'dead-unknown', 'dead-unsent'] as const
      expect(await statesOf(store, events)).toEqual(
        Object.fromEntries(events.map((event) => [event, keyLife[event].own])),
      )
      // The store doesn't say which role a key has.
      for (const event of events)
        expect(new Set([keyLife[event].approval, keyLife[event].call])).toEqual(new Set([keyLife[event].own]))
    })

    it.each(['done', 'absent'] as const)('of a write that ended unknown and is found to be %s', async (as) => {
      const { store } = await fresh()
      const [withKey, withCall] = [entryIdAt(1), entryIdAt(2)]
      await store.effects.commit(
        commitOf({
          entries: [1, 2].map((n) => auditEntry(later(n), { outcome: 'unknown' })),
          unknown: [
            unknownEffect({ id: withKey, keys: ['own', 'left'] }),
            unknownEffect({ id: withCall, keys: ['call', 'call'] }),
          ],
        }),
      )
      await putKeys(store, [
        effectKey({ id: 'own', entry_id: withKey, state: 'unknown' }),
        effectKey({ id: 'left', entry_id: withKey, state: 'unknown' }),
        effectKey({ id: 'call', entry_id: withCall, state: 'unknown' }),
      ])
      for (const id of [withKey, withCall]) {
        const resolution = await resolveUnknown(store, id, { as, source: 'admin', reason: 'seen' }, noon)
        expect(resolution?.resolved_as).toBe(writeLife.unknown[`found-${as}`])
      }
      const { own, approval, call, left } = keyLife[`found-${as}`]
      expect(await statesOf(store, ['own', 'call', 'left'])).toEqual({ own, call, left })
      expect(approval).toBe(own)
    })
  })
}

const intentLifeContract = (fresh: FreshStore): void => {
  describe('the life of an intent', () => {
    it('whose gateway died ends as its key proves, or unknown', async () => {
      const { store } = await fresh()
      const cases = [
        ['dead', undefined],
        ['dead', { entry: 1, state: 'running' }],
        ['dead', { entry: 2, state: 'unknown' }],
        ['dead-done', { entry: 3, state: 'done' }],
        // The entry of another write.
        ['dead-lost', { entry: 20, state: 'running' }],
        ['dead-lost', { entry: 21, state: 'done' }],
      ] as const
      const lines = cases.map((_, n) => intentLine(entryIdAt(n), `key-${n}`, `same-${n}`))
      await store.effects.commit(
        commitOf({ intents: intentBatch({ id: entryIdAt(0), count: lines.length, lines: lines.join('\n') }) }),
      )
      await putKeys(
        store,
        cases.flatMap(([, key], n) =>
          key ? effectKey({ id: `key-${n}`, entry_id: entryIdAt(key.entry), state: key.state }) : [],
        ),
      )
      await recover(store)
      const entries = await store.effects.entries(cases.map((_, n) => entryIdAt(n)))
      const outcomes = new Map(entries.map(({ id, outcome }) => [id, outcome]))
      expect(cases.map(([event], n) => [event, outcomes.get(entryIdAt(n))])).toEqual(
        cases.map(([event]) => [event, writeLife.intent[event]]),
      )
      for (const { outcome, billable } of entries) expect([outcome, billable]).toEqual([outcome, outcome === 'ok'])
    })

    it('is ended for each gateway that died, however much they left', async () => {
      const { store } = await fresh()
      const ids = Array.from({ length: 45 }, (_, n) => entryIdAt(n))
      const dead = (n: number): string => (n % 2 === 0 ? 'dead-1' : 'dead-2')
      for (const [n, id] of ids.entries())
        await store.effects.commit(
          commitOf({
            intents: intentBatch({ id, gateway_id: dead(n), lines: intentLine(id, `key-${n}`, `same-${n}`) }),
            claims: [take({ id: `key-${n}`, entry_id: id, gateway_id: dead(n) })],
          }),
        )
      await store.effects.commit(
        commitOf({ claims: [take({ id: 'alone', entry_id: entryIdAt(99), gateway_id: 'dead-3' })] }),
      )
      await recoveryOf(store).ofDeadGateways()
      const entries = await store.effects.entries(ids)
      expect(entries.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'unknown'))
      // MongoDB shows it when a majority has it on disk, for which a removal doesn't wait.
      for (const gateway of ['dead-1', 'dead-2', 'dead-3'])
        await expect.poll(() => store.effects.orphans(gateway, 10)).toEqual({ batches: [], keys: [] })
      expect(await statesOf(store, ['key-0', 'key-44', 'alone'])).toEqual({
        'key-0': 'unknown',
        'key-44': 'unknown',
        alone: 'free',
      })
    })

    it('whose gateway died is ended once, though another gateway ends it at the same time', async () => {
      const { store } = await fresh()
      const id = entryIdAt(1)
      await store.effects.commit(commitOf({ intents: intentBatch({ id, lines: intentLine(id, 'key', 'same') }) }))
      const entry = auditEntry(later(1), { outcome: 'unknown' })
      await store.effects.commit(commitOf({ entries: [entry] }))
      // The other gateway's entry comes right after this one has looked for it.
      let looks = 0
      const entries: Store['effects']['entries'] = async (ids) => (looks++ === 0 ? [] : store.effects.entries(ids))
      await recover({ ...store, effects: { ...store.effects, entries } })
      expect(await store.audit.query({ limit: 10 })).toEqual([entry])
    })
  })
}

/** The tables of `core/effects`, transition by transition. */
export const effectLivesContract = (fresh: FreshStore): void => {
  keyLifeContract(fresh)
  intentLifeContract(fresh)
}
