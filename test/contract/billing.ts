import { describe, expect, it } from 'vitest'
import type { FreshStore } from './open-store.ts'
import { billingOf, configuration, later, noon } from './samples.ts'

export const billingContract = (fresh: FreshStore): void => {
  describe('billing', () => {
    it('what was put is read, and what is put after it takes its place', async () => {
      const { store } = await fresh()
      await store.tenants.put('acme', configuration(), { now: noon, prune: false })
      const first = billingOf({ monthly_limit: 5000, hard_limit: true })
      const stored = { ...first, tenant: 'acme', updated_at: noon.toISOString() }
      expect(await store.billing.put('acme', first, noon)).toEqual(stored)
      expect(await store.billing.get('acme')).toEqual(stored)
      await store.billing.put('acme', billingOf(), later(1))
      expect(await store.billing.get('acme')).toEqual({
        ...billingOf(),
        tenant: 'acme',
        updated_at: later(1).toISOString(),
      })
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
