// Test lanes: slow

import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createNamespace } from '../network-namespace.ts'
import type { Seen } from './silent-dns.ts'

const namespace = createNamespace({
  'resolv.conf': 'nameserver 127.0.0.53\n',
  hosts: '127.0.0.1 localhost\n127.0.0.1 crm.test\n',
})
afterAll(namespace.remove)

/** Before, the cached call took 17 s and the provider's 30 s. */
const promptMs = 2000

test.skipIf(namespace.missing)(
  'eight client ids whose names are never answered hold up no call, and are refused within their time',
  { meta: { missing: namespace.missing }, timeout: 120_000 },
  async () => {
    const seen = (await namespace.run(join(import.meta.dirname, 'silent-dns.ts'))) as Seen
    expect(seen.cached[1]).toBe(200)
    expect(seen.provider[1]).toBe(200)
    expect(Math.max(seen.cached[0], seen.provider[0])).toBeLessThan(promptMs)
    expect(seen.refused.filter((status) => status !== 400 && status !== 503)).toEqual([])
    expect(seen.refusedMs).toBeLessThan(12_000)
  },
)
