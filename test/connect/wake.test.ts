import { rmSync } from 'node:fs'
import { createFetcher, parseAllowedHosts } from '@patchbay/core/fetch'
import { oauth2 } from '@patchbay/core/provider'
import { clientSecretBinding, refreshTokenBinding } from '@patchbay/core/refresh'
import type { RevocationRecord } from '@patchbay/core/store'
import { asUnixMs, currentMs, isoTime } from '@patchbay/core/time'
import { createVault, makeKey, parseKeys } from '@patchbay/core/vault'
import { expect, onTestFinished, test } from 'vitest'
import { createRevoker } from '../../server/connect/index.ts'
import { openSqliteStore } from '../../server/store/sqlite/index.ts'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { temporaryFolder } from '../gateway.ts'
import { startVendor } from './start-vendor.ts'

test('an access that is left while a run looks for the last time is ended, too', async () => {
  const vendor = startVendor()
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  onTestFinished(async () => {
    await Promise.all([vendor.stop(), store.close()])
    rmSync(folder, { recursive: true })
  })
  const provider = variant('vendor', {
    auth: oauth2({
      authorize: `${vendor.origin}/authorize`,
      token: `${vendor.origin}/token`,
      revoke: { url: `${vendor.origin}/revoke` },
      scopes: {},
      rotates: false,
    }),
  })
  const vault = createVault(parseKeys(makeKey()))
  const ref = { tenant: 'acme', provider: 'vendor', account: 'main' }
  const left: RevocationRecord = {
    id: Bun.randomUUIDv7(),
    ...ref,
    sealed_access_token: null,
    seed: {
      client_id: vendor.app.id,
      sealed_client_secret: await vault.seal(vendor.app.secret, clientSecretBinding(ref)),
      sealed_refresh_token: await vault.seal('a-refresh-token', refreshTokenBinding(ref)),
      client_auth: 'post',
    },
    app: null,
    identity: null,
    created_at: isoTime(currentMs()),
    failures: 0,
    next_at: asUnixMs(0),
  }

  let looking = 0
  let hasLeft = false
  const claim: typeof store.revocations.claim = async (...due) => {
    looking += 1
    const found = await store.revocations.claim(...due)
    looking -= 1
    if (looking === 0 && !hasLeft) {
      hasLeft = true
      // Nobody looks any more, and the run is not over.
      await store.revocations.add(left)
      revoker.wake()
    }
    return found
  }
  const results: unknown[] = []
  const revoker = createRevoker({
    store: { ...store, revocations: { ...store.revocations, claim } },
    vault,
    fetcher: createFetcher({ allowed: parseAllowedHosts('127.0.0.1') }),
    domains: new Map([['vendor', domainOf(provider)]]),
    auditLog: { record: async ({ code }) => void results.push(code) },
    log: { error: (context: unknown) => results.push(context) },
  })
  revoker.wake()
  await expect.poll(() => results).toEqual([null])
  expect(vendor.revoked).toEqual(['a-refresh-token'])
})
