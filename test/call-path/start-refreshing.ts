import type { Auth } from '@patchbay/core/provider'
import { onTestFinished } from 'vitest'
import { domainOf } from '../domain-of.ts'
import { onlyJobs, startTestGateway } from '../gateway.ts'
import { type AuthorizationServerOptions, startAuthorizationServer } from '../providers/authorization-server.ts'
import { fixture } from './fixture-provider.ts'

const refreshCron = '0 0 1 1 *'

const seconds = (): number => Math.floor(Date.now() / 1000)

/**
 * A gateway whose provider takes the access tokens of an authorization server, and its tenant `acme` with an OAuth seed
 * there. Both end with the running test. `oauth`: what the provider declares.
 */
export const startRefreshing = async (options: AuthorizationServerOptions = {}, oauth: Auth = fixture.auth) => {
  const auth = startAuthorizationServer(options)
  const gateway = await startTestGateway({
    domains: [domainOf({ ...fixture, auth: oauth })],
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ fixture: auth.origin }),
      CRONS: onlyJobs({ 'refresh-tokens': refreshCron }),
    },
  })
  onTestFinished(async () => {
    await gateway.stop()
    await auth.stop()
  })
  const tokenPath = '/admin/tokens/acme/fixture/main'
  const storeToken = (access_token: string, expiresIn: number | null) =>
    gateway.admin('PUT', tokenPath, {
      access_token,
      ...(expiresIn !== null && { expires_at: seconds() + expiresIn }),
    })
  const first = auth.authorize()
  await gateway.seed('acme', { fixture: first.access_token })

  /** The answer of `POST /admin/seed-oauth` for a refresh token, by default the first one. */
  const storeSeed = (changes: Readonly<Record<string, string | undefined>> = {}) =>
    gateway.admin('POST', '/admin/seed-oauth', {
      tenant_id: 'acme',
      provider: 'fixture',
      account_id: 'main',
      ...auth.seedFor(first.refresh_token),
      ...changes,
    })

  return {
    auth,
    gateway,
    /** The tokens that the account begins with. */
    first,
    storeToken,
    storeSeed,
    /** The account has a seed, and a token that has expired. */
    async expire(): Promise<void> {
      await storeToken(first.access_token, 60)
      await storeSeed()
      await storeToken(first.access_token, -60)
    },
    state: async () => (await gateway.admin('GET', tokenPath)).body,
    call: (body: object = { action: 'get', id: '1' }, signal?: AbortSignal) =>
      gateway.call('acme', 'fixture', body, { ...(signal && { signal }) }),
    /** Runs the job that refreshes ahead, and answers its result. */
    async refreshDue() {
      const { body } = await gateway.admin('POST', '/admin/run-cron', { cron: refreshCron })
      return body.results[0].result
    },
    /** The newest audit entry of a refresh. */
    async audited() {
      const { body } = await gateway.admin('GET', '/admin/audit?action=refresh_token&limit=1')
      return body.entries[0]
    },
  }
}
