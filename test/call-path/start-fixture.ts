import type { AnyProvider } from '@patchbay/core/provider'
import { afterAll } from 'vitest'
import { domainOf } from '../domain-of.ts'
import { startTestGateway } from '../gateway.ts'
import { answer, type Behaviour, startScripted } from '../providers/scripted.ts'
import { fixture } from './fixture-provider.ts'

const repeats = { 'x-repeat': 'true' }

/** The credential of the tenant `acme` at a provider, with characters that every encoding changes. */
export const secret = 'sk/live+7f3a=&"x'

/**
 * A gateway whose providers all go to one scripted upstream, and its tenant `acme`. Both end with the file's tests.
 */
export const startFixture = async ({
  env = {},
  providers = [fixture],
  origins = {},
  credentials = {},
}: {
  env?: Readonly<Record<string, string>>
  providers?: readonly AnyProvider[]
  /** Origins that replace those of some providers. */
  origins?: Readonly<Record<string, string>>
  /** Instead of `secret`, by provider: see `seed` of `createClient`. */
  credentials?: Readonly<Record<string, string | object | null>>
} = {}) => {
  const upstream = await startScripted(answer(200, { ok: true }))
  const to = { ...Object.fromEntries(providers.map(({ id }) => [id, upstream.origin])), ...origins }
  const gateway = await startTestGateway({
    domains: providers.map(domainOf),
    env: { PROVIDER_ORIGINS: JSON.stringify(to), ...env },
  })
  afterAll(async () => {
    await upstream.stop()
    await gateway.stop()
  })
  const plain = providers.filter(({ settings }) => settings === undefined)
  await gateway.seed(
    'acme',
    Object.fromEntries(plain.map(({ id }) => [id, credentials[id] === undefined ? secret : credentials[id]])),
  )

  return {
    gateway,
    upstream,
    /** Calls as `acme`; `sent` is what the upstream got of it, which plays the given behaviours. A write is sent whatever became of the same before. */
    async call(body: object, behaviours: readonly Behaviour[] = [answer(200, { ok: true })], domain = 'fixture') {
      upstream.play(...(behaviours as [Behaviour, ...Behaviour[]]))
      const before = upstream.requests.length
      const answered = await gateway.call('acme', domain, body, { headers: repeats })
      return { ...answered, sent: upstream.requests.slice(before) }
    },
    /** The newest audit entry of a call. */
    async audited(tenant = 'acme') {
      const { body } = await gateway.admin('GET', `/admin/audit?source=rest&tenant=${tenant}&limit=1`)
      return body.entries[0]
    },
  }
}
