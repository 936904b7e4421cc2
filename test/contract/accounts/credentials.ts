import { asUnixSeconds } from '@patchbay/core/time'
import { describe, expect, it } from 'vitest'
import type { FreshStore } from '../open-store.ts'
import { configuration, credential, later, noon, refOf } from '../samples.ts'

const seconds = noon.getTime() / 1000
const keep = { now: noon, prune: false }

export const credentialsContract = (fresh: FreshStore): void => {
  const withAcme = async () => {
    const opened = await fresh()
    await opened.store.tenants.put('acme', configuration('hubspot/eu', 'hubspot/us', 'stripe/eu'), keep)
    return opened
  }

  describe('credentials', () => {
    it.each([seconds + 3600, seconds - 3600, null])(
      'one that expires at %s is read as it was put',
      async (expires_at) => {
        const { store } = await withAcme()
        const given = credential({
          expires_at: expires_at === null ? null : asUnixSeconds(expires_at),
          token_type: 'Bearer',
        })
        const stored = await store.credentials.put(refOf('acme', 'hubspot/eu'), given, noon)
        expect(stored).toMatchObject({ after: { credential: given } })
        expect(await store.credentials.get(refOf('acme', 'hubspot/eu'))).toEqual({
          ...refOf('acme', 'hubspot/eu'),
          ...given,
          version: expect.stringMatching(/./),
          updated_at: noon.toISOString(),
          rejected_at: null,
          handover_id: expect.stringMatching(/./),
        })
      },
    )

    it('one that the vendor rejects says since when, until the vendor takes it or another is stored', async () => {
      const { store } = await withAcme()
      const ref = refOf('acme', 'hubspot/eu')
      await store.credentials.put(ref, credential(), noon)
      const rejectedAt = async () => (await store.credentials.get(ref))?.rejected_at
      const { version = '' } = (await store.credentials.get(ref)) ?? {}
      const heard: unknown[] = []
      store.changes.listen((change) => heard.push(change))

      expect(await store.credentials.recordVerdict(ref, version, null)).toBe(false)
      expect(await store.credentials.recordVerdict(ref, version, later(1))).toBe(true)
      expect(await store.credentials.recordVerdict(ref, version, later(2))).toBe(false)
      expect(await rejectedAt()).toBe(later(1).toISOString())
      expect((await store.credentials.get(ref))?.version).toBe(version)
      expect(await store.credentials.recordVerdict(ref, version, null)).toBe(true)
      expect(await rejectedAt()).toBeNull()
      expect(heard).toEqual(Array(2).fill({ kind: 'credential', ...ref }))

      expect(await store.credentials.recordVerdict(ref, version, later(3))).toBe(true)
      await store.credentials.put(ref, credential(), later(4))
      expect(await rejectedAt()).toBeNull()
      expect(await store.credentials.recordVerdict(ref, version, later(5))).toBe(false)
      expect(await store.credentials.recordVerdict(refOf('acme', 'hubspot/us'), version, later(5))).toBe(false)
    })

    it.each([
      ['nobody', 'hubspot/eu', 'TENANT_NOT_FOUND'],
      ['ACME', 'hubspot/eu', 'TENANT_NOT_FOUND'],
      ['__proto__', 'hubspot/eu', 'TENANT_NOT_FOUND'],
      ['acme', 'pipedrive/eu', 'CONFIG_MISSING'],
      ['acme', 'constructor/eu', 'CONFIG_MISSING'],
      ['acme', '__proto__/eu', 'CONFIG_MISSING'],
      ['acme', 'hubspot/nowhere', 'CONFIG_MISSING'],
      ['acme', 'hubspot/EU', 'CONFIG_MISSING'],
      ['acme', 'stripe/us', 'CONFIG_MISSING'],
    ])('one for %s %s is %s and is not stored', async (tenant, path, outcome) => {
      const { store } = await withAcme()
      expect(await store.credentials.put(refOf(tenant, path), credential(), noon)).toBe(outcome)
      expect(await store.credentials.get(refOf(tenant, path))).toBeUndefined()
      expect((await store.credentials.count(noon, 60)).total).toBe(0)
    })

    it('each account has its own', async () => {
      const { store } = await withAcme()
      await store.tenants.put('globex', configuration('hubspot/eu'), keep)
      const refs = [
        refOf('acme', 'hubspot/eu'),
        refOf('acme', 'hubspot/us'),
        refOf('acme', 'stripe/eu'),
        refOf('globex', 'hubspot/eu'),
      ]
      for (const [n, ref] of refs.entries())
        await store.credentials.put(ref, credential({ sealed: `sealed ${n}` }), noon)
      for (const [n, ref] of refs.entries()) expect((await store.credentials.get(ref))?.sealed).toBe(`sealed ${n}`)
    })

    it('a version never comes back: not for the same value, not after a removal, not on another account', async () => {
      const { store } = await withAcme()
      const versions: (string | undefined)[] = []
      const put = async (path: string) => {
        await store.credentials.put(refOf('acme', path), credential(), noon)
        versions.push((await store.credentials.get(refOf('acme', path)))?.version)
      }
      for (let round = 0; round < 5; round++) {
        await put('hubspot/eu')
        await put('hubspot/eu')
        await put('stripe/eu')
        await store.credentials.remove(refOf('acme', 'hubspot/eu'))
        await put('hubspot/eu')
        await store.tenants.put('acme', configuration(), { now: noon, prune: true })
        await store.tenants.put('acme', configuration('hubspot/eu', 'stripe/eu'), keep)
      }
      expect(versions).not.toContain(undefined)
      expect(new Set(versions).size).toBe(20)
    })

    it('a later one replaces all of the one before', async () => {
      const { store } = await withAcme()
      const ref = refOf('acme', 'hubspot/eu')
      await store.credentials.put(ref, credential(), noon)
      const before = { credential: await store.credentials.get(ref), seed: undefined }
      const next = credential({ sealed: 'another', token_type: 'Token', expires_at: null })
      const stored = await store.credentials.put(ref, next, later(1000))
      const after = await store.credentials.get(ref)
      expect(stored).toEqual({ before, after: { credential: after, seed: undefined } })
      expect(after).toMatchObject({ ...next, updated_at: later(1000).toISOString() })
      expect((await store.credentials.count(noon, 60)).total).toBe(1)
    })

    it('a removed one is gone, and removing it twice says so', async () => {
      const { store } = await withAcme()
      for (const path of ['hubspot/eu', 'hubspot/us'])
        await store.credentials.put(refOf('acme', path), credential(), noon)
      expect(await store.credentials.remove(refOf('acme', 'hubspot/eu'))).toBe(true)
      expect(await store.credentials.remove(refOf('acme', 'hubspot/eu'))).toBe(false)
      expect(await store.credentials.get(refOf('acme', 'hubspot/eu'))).toBeUndefined()
      expect(await store.credentials.get(refOf('acme', 'hubspot/us'))).toBeDefined()
    })

    it('counts what has expired and what soon will, to the second', async () => {
      const { store } = await fresh()
      const day = 86_400
      const expiries = [null, ...[-1, 0, 1, day, day + 1].map((more) => asUnixSeconds(seconds + more))]
      const paths = expiries.map((_, n) => `hubspot/account-${n}`)
      await store.tenants.put('acme', configuration(...paths), keep)
      for (const [n, path] of paths.entries()) {
        await store.credentials.put(refOf('acme', path), credential({ expires_at: expiries[n] ?? null }), noon)
      }
      expect(await store.credentials.count(noon, day)).toEqual({ total: 6, expired: 2, expiring_soon: 2 })
      expect(await store.credentials.count(later(999), day)).toEqual({ total: 6, expired: 2, expiring_soon: 2 })
      expect(await store.credentials.count(later(1000), day)).toEqual({ total: 6, expired: 3, expiring_soon: 2 })
    })

    it('counts nothing in an empty store', async () => {
      const { store } = await fresh()
      expect(await store.credentials.count(noon, 60)).toEqual({ total: 0, expired: 0, expiring_soon: 0 })
    })

    it('a credential that is put while its account is dropped is either refused or kept with its account', async () => {
      const { store } = await withAcme()
      const ref = refOf('acme', 'hubspot/us')
      const [stored, put] = await Promise.all([
        store.credentials.put(ref, credential(), noon),
        store.tenants.put('acme', configuration('hubspot/eu'), keep),
      ])
      const kept = (await store.credentials.get(ref)) !== undefined
      expect({ stored: typeof stored === 'string' ? stored : 'stored', put: put.outcome, kept }).toBeOneOf([
        { stored: 'stored', put: 'conflict', kept: true },
        { stored: 'CONFIG_MISSING', put: 'replaced', kept: false },
      ])
    })
  })
}
