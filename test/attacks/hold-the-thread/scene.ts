import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { type Agent, callback, createAgent } from '../../oauth/agent.ts'
import { startIdentityProvider } from '../../oauth/identity-provider.ts'
import { openLink } from './for-links.ts'

const registry = await loadRegistry()
/** These are called; of the others the tenant has accounts without credentials. */
export const called = ['hubspot', 'stripe', 'github', 'slack', 'google-sheets'] as const
/** Those whose accounts need no settings. */
const seeded = registry.map(({ provider }) => provider).filter(({ settings }) => !settings)

/** A gateway as it is shipped, with every route that there can be, and a tenant with all providers, which answer at once. */
export const startScene = async () => {
  // On the same thread, so it does as little as can be.
  const balance = { object: 'balance', available: [], pending: [] }
  const upstream = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(balance) })
  const origins = Object.fromEntries(seeded.map(({ id }) => [id, upstream.url.origin]))
  const identities = await startIdentityProvider()
  const gateway = await startTestGateway({
    env: {
      PROVIDER_ORIGINS: JSON.stringify(origins),
      METRICS_TOKEN: 'a-token-for-prometheus',
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'patchbay',
      OIDC_ROLES: '{"groups": {"admins": "owner"}}',
      ENTERPRISE_ISSUERS: JSON.stringify([{ issuer: identities.issuer, rules: [{ tenant: 'acme', scope: '*:read' }] }]),
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    },
  })
  await gateway.seed(
    'acme',
    Object.fromEntries(seeded.map(({ id }) => [id, called.some((one) => one === id) ? 'a-credential' : null])),
  )
  const { body: tenant } = await gateway.admin('GET', '/admin/tenants/acme')
  const options = { ...tenant.options, allow_raw: true, self_connect: true }
  await gateway.admin('PUT', '/admin/tenants/acme', { ...tenant, options })
  const agent: Agent = createAgent(gateway.url)
  const client = await agent.register({ client_name: 'Agent' })
  const grant = await agent.connect(client, tokenOf('acme'))
  const managed: { client_id: string; client_secret: string } = (
    await agent.post('/oauth/register', {
      redirect_uris: [callback],
      client_name: 'Managed',
      token_endpoint_auth_method: 'client_secret_post',
    })
  ).body
  const linkTo = async (provider: string): Promise<string> =>
    (await gateway.admin('POST', '/admin/connect', { tenant_id: 'acme', provider, account_id: 'main' })).body.url
  const links = [
    await openLink(await linkTo('stripe')),
    await openLink(await linkTo('stripe'), 'a-key-that-the-vendor-takes'),
  ]
  return {
    gateway,
    links,
    issuer: identities.issuer,
    /** An application that may send assertions. */
    managed,
    domains: registry.filter(({ provider }) => seeded.includes(provider)),
    agent,
    client,
    grant,
    token: tokenOf('acme'),
    async stop(): Promise<void> {
      await gateway.stop()
      identities.stop()
      await upstream.stop(true)
    },
  }
}

export type Scene = Awaited<ReturnType<typeof startScene>>
