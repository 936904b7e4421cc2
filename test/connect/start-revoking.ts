import { oauth2 } from '@patchbay/core/provider'
import { variant } from '../call-path/fixture-provider.ts'
import { domainOf } from '../domain-of.ts'
import { onlyJobs, startTestGateway } from '../gateway.ts'
import type { startVendor } from './start-vendor.ts'

const cron = '23 4 29 2 *'
const signIn = {
  authorize: 'https://vendor.example.com/authorize',
  token: 'https://vendor.example.com/token',
  scopes: { things: 'Read things' },
  rotates: false,
}
const revoke = { url: 'https://vendor.example.com/revoke' }
const probe = { action: 'get', params: { id: '1' }, identity: '/email' } as const
/** At `whole` and `sister` one revocation ends all that a person allowed, and at `endless` there is none. */
const providers = [
  variant('vendor', { auth: oauth2({ ...signIn, revoke }), probe }),
  variant('whole', { auth: oauth2({ ...signIn, revoke: { ...revoke, ends: 'grant' } }), probe }),
  variant('sister', { auth: oauth2({ ...signIn, revoke: { ...revoke, ends: 'grant' } }), probe }),
  variant('endless', { auth: oauth2(signIn), probe }),
]

/** A gateway that connects accounts of four providers at `vendor`, and ends accesses there. */
export const startRevoking = async (vendor: ReturnType<typeof startVendor>) => {
  const gateway = await startTestGateway({
    domains: providers.map(domainOf),
    env: {
      PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(providers.map(({ id }) => [id, vendor.origin]))),
      ALLOWED_PRIVATE_HOSTS: vendor.host,
      CRONS: onlyJobs({ revocations: cron }),
    },
  })
  const application = {
    client_id: vendor.app.id,
    client_secret: vendor.app.secret,
    authorize_url: `${vendor.origin}/authorize`,
    token_url: `${vendor.origin}/token`,
  }
  const revocable = { ...application, revoke_url: `${vendor.origin}/revoke` }
  for (const { id } of providers)
    await gateway.admin('PUT', `/admin/apps/${id}`, id === 'endless' ? application : revocable)
  return {
    ...gateway,
    /** The vendor's application, as `PUT /admin/apps` takes it. */
    revocable,
    /** Runs the job, and resolves with what it did. */
    runJob: async () => (await gateway.admin('POST', '/admin/run-cron', { cron })).body.results[0].result,
    async stop(): Promise<void> {
      await gateway.stop()
      await vendor.stop()
    },
  }
}
