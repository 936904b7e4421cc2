import { expect, test } from 'vitest'
import type { Change } from '../../store/index.ts'
import { createTenantDigests, TenantDigests } from './tenant-digests.ts'

test('a tenant that is removed while its secret is opened, and made again, gets its new secret', async () => {
  const vault = { open: async (sealed: string) => sealed, seal: async (text: string) => text }
  const first = Promise.withResolvers<{ tenant: string; sealed: string }>()
  let reading: Promise<{ tenant: string; sealed: string }> = first.promise
  let tell: (change: Change) => void = () => undefined
  const store = {
    tenantSecrets: { get: () => reading, add: async (record: unknown) => record },
    changes: {
      listen(heard: typeof tell) {
        tell = heard
      },
    },
  }
  const digestsOf = createTenantDigests(store as never, vault as never)

  const underWay = digestsOf('acme')
  tell({ kind: 'tenant', tenant: 'acme' } as Change)
  reading = Promise.resolve({ tenant: 'acme', sealed: 'new' })
  const meanwhile = digestsOf('acme')
  first.resolve({ tenant: 'acme', sealed: 'old' })

  const ofSecrets = await Promise.all([underWay, meanwhile, digestsOf('acme')])
  const [old, ...others] = ofSecrets.map((digests) => digests.of('same', 'x'))
  expect(new Set(others).size).toBe(1)
  expect(others).not.toContain(old)
  // The next call finds the new one in memory.
  await Promise.resolve()
  expect((await digestsOf('acme')).of('same', 'x')).toBe(others[0])
})

test('keys that earlier versions stored are found: the digest of a text is the same for ever', () => {
  const digests = new TenantDigests(Buffer.alloc(32, 7))
  expect(digests.of('key', 'hubspot', 'main', 'create', 'k-1')).toBe('904cf016c9dcd887df06b58cc68378f3')
})
