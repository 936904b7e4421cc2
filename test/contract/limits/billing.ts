import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { billingOf, configuration, later, noon } from '../samples.ts'

export const billingContract = (fresh: FreshStore): void => {
  describe('billing', () => {
    it('what was put is read, and what is put after it takes its place', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), { now: noon, prune: false })
      const first = billingOf({ monthly_limit: 5000, hard_limit: true })
      const stored = { ...first, tenant: 'acme', updated_at: noon.toISOString(), version: expect.any(String) }
      expect(await store.billing.put('acme', first, noon)).toEqual(stored)
      expect(await store.billing.get('acme')).toEqual(stored)
      await store.billing.put('acme', billingOf(), later(1))
      expect(await store.billing.get('acme')).toEqual({
        ...billingOf(),
        tenant: 'acme',
        updated_at: later(1).toISOString(),
        version: expect.any(String),
      })
    })

    it('a check sees what is stored, and what it throws keeps that as it is', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), { now: noon, prune: false })
      const seen: unknown[] = []
      const check = (current: unknown): void => {
        seen.push(current)
        if (seen.length > 1) throw new RangeError('not as expected')
      }
      const stored = await store.billing.put('acme', billingOf(), noon, check)
      await expect(store.billing.put('acme', billingOf({ plan: 'Other' }), noon, check)).rejects.toThrow(RangeError)
      expect(seen).toEqual([undefined, stored])
      expect(await store.billing.get('acme')).toEqual(stored)
    })

    it('a version changes with each put', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), { now: noon, prune: false })
      const first = await store.billing.put('acme', billingOf(), noon)
      const second = await store.billing.put('acme', billingOf(), noon)
      expect(first).not.toEqual(second)
      expect(await store.billing.get('acme')).toEqual(second)
    })

    it('a tenant that is not there has none and gets none', async () => {
      const { store } = await fresh()
      expect(await store.billing.put('acme', billingOf(), noon)).toBe('TENANT_NOT_FOUND')
      expect(await store.billing.get('acme')).toBeUndefined()
    })

    it('it goes with its tenant, and nobody else does', async () => {
      const { store } = await fresh()
      for (const id of ['acme', 'acme-2']) {
        await store.tenants.put(id, configuration(), { now: noon, prune: false })
        await store.billing.put(id, billingOf(), noon)
      }
      await store.tenants.remove('acme')
      expect(await store.billing.get('acme')).toBeUndefined()
      expect(await store.billing.get('acme-2')).toBeDefined()
    })

    it('a change is announced before it is acknowledged', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), { now: noon, prune: false })
      const heard: unknown[] = []
      store.changes.listen((change) => heard.push(change))
      await store.billing.put('acme', billingOf(), noon)
      expect(heard).toEqual([{ kind: 'billing', tenant: 'acme' }])
    })
  })
}
