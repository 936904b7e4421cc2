import { summarizeRecentUsage } from '@patchbay/core/reports'
import { asIsoTime } from '@patchbay/core/time'
import { createPace, noUsage, type UsageCell } from '@patchbay/core/usage'
import { expect, test } from 'vitest'
import { configuration, noon } from '../../test/contract/samples.ts'
import { createDigest } from './digest.ts'
import type { Evidence } from './evidence.ts'

const evidenceOf = async (tenant: string, cells: readonly Partial<UsageCell>[]): Promise<Evidence> => ({
  now: noon,
  domains: new Map(),
  tenant: {
    id: tenant,
    ...configuration('hubspot/eu'),
    created_at: asIsoTime(''),
    updated_at: asIsoTime(''),
    version: '',
  },
  accounts: [{ provider: 'hubspot', account: 'eu', credential: undefined, seed: undefined, health: undefined }],
  tenantTokens: [],
  hasGrants: false,
  billing: undefined,
  usage: {
    overLimit: 0,
    ...(await summarizeRecentUsage(
      [
        {
          tenant,
          day: noon.toISOString().slice(0, 10),
          cells: cells.map((cell) => ({ key: 'hubspot/eu', action: 'search', ...noUsage(), ...cell })),
          tokens: {},
        },
      ],
      noon,
      createPace(),
    )),
  },
  unknown: [],
})

test('a digest names the configured accounts, and no other name that a caller sent', async () => {
  const digest = createDigest()
  digest.add(await evidenceOf('acme', [{ calls: 3 }, { key: 'a-secret-typed-as-a-domain', calls: 5 }]), [])
  const [told] = digest.tenants()
  expect(told).toMatchObject({ tenant: 'acme', calls: 3, actions: [{ action: 'hubspot/eu search' }] })
  expect(JSON.stringify(told)).not.toContain('a-secret')
})

test('a digest holds the 50 tenants with the most calls, the busiest first', async () => {
  const digest = createDigest()
  for (let n = 1; n <= 250; n++) digest.add(await evidenceOf(`tenant-${n}`, [{ calls: (n * 7) % 251 }]), [])
  expect(digest.tenants().map(({ calls }) => calls)).toEqual(Array.from({ length: 50 }, (_, n) => 250 - n))
})
