import { findAuth, listSecretNames } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { startTestGateway } from './gateway.ts'

const settingsOf = (id: string): Promise<object> =>
  Bun.file(new URL(`../providers/${id}/fixtures/settings.json`, import.meta.url))
    .json()
    .catch(() => ({}))

/** A gateway whose tenant `acme` has an account at each of the providers; all calls go to one origin. */
export const startWithProviders = async (domains: readonly Domain[], origin: string) => {
  const ids = domains.map(({ provider }) => provider.id)
  const gateway = await startTestGateway({
    domains,
    env: { PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(ids.map((id) => [id, origin]))) },
  })
  const settings = await Promise.all(ids.map(async (id) => [id, await settingsOf(id)] as const))
  const credentials = domains.map(({ provider: { id, auth } }) => {
    const one = findAuth(auth, undefined)
    const names = one && listSecretNames(one)
    const secrets = names && Object.fromEntries(names.map((name) => [name, 'a:credential']))
    return [id, secrets ? { secrets } : 'a:credential'] as const
  })
  await gateway.seed('acme', Object.fromEntries(credentials), Object.fromEntries(settings))
  return gateway
}
