import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { type Agent, createAgent } from '../../oauth/agent.ts'

const registry = await loadRegistry()
/** These are called; of the others the tenant has accounts without credentials. */
export const called = ['hubspot', 'stripe', 'github', 'slack', 'google-sheets'] as const
/** Those whose accounts need no settings. */
const seeded = registry.map(({ provider }) => provider).filter(({ settings }) => !settings)

/** A gateway as it is shipped, with every route that there can be, and a tenant with all providers, which answer at once. */
export const startScene = async () => {
  // On the same thread, so it does as little as can be.
  const upstream = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json({}) })
  const origins = Object.fromEntries(seeded.map(({ id }) => [id, upstream.url.origin]))
  const gateway = await startTestGateway({
    env: {
      PROVIDER_ORIGINS: JSON.stringify(origins),
      METRICS_TOKEN: 'a-token-for-prometheus',
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'patchbay',
      OIDC_ROLES: '{"groups": {"admins": "owner"}}',
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
  return {
    gateway,
    domains: registry.filter(({ provider }) => seeded.includes(provider)),
    agent,
    client,
    grant,
    token: tokenOf('acme'),
    async stop(): Promise<void> {
      await gateway.stop()
      await upstream.stop(true)
    },
  }
}

export type Scene = Awaited<ReturnType<typeof startScene>>
