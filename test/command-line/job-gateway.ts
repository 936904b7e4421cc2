import { tokenOf } from '../client.ts'
import { onlyJobs, startTestGateway } from '../gateway.ts'
import { createAgent } from '../oauth/agent.ts'
import { startHubspot } from '../providers/hubspot.ts'

const crons = { suggestions: '23 4 29 2 *', 'health-snapshot': '24 4 29 2 *' }

/** A gateway on which the fifteen daily jobs can be done. */
export const startJobGateway = async () => {
  const hubspot = startHubspot({ tokens: ['pat-na1-your-token'] })
  const gateway = await startTestGateway({
    env: { PROVIDER_ORIGINS: JSON.stringify({ hubspot: hubspot.origin }), CRONS: onlyJobs(crons) },
  })
  return {
    ...gateway,
    runJobs: async (): Promise<void> => {
      for (const job of Object.keys(crons)) await gateway.admin('POST', `/admin/jobs/${job}/run`)
    },
    stop: async (): Promise<void> => {
      await gateway.stop()
      await hubspot.stop()
    },
  }
}

export type JobGateway = Awaited<ReturnType<typeof startJobGateway>>

/** Values that a person would copy from earlier answers. Created again for each interface, since a job uses them up. */
export const valuesOfTheMoment = async (gateway: JobGateway): Promise<Record<string, string>> => {
  await gateway.seed('acme', { hubspot: 'pat-na1-your-token' })
  const soon = { access_token: 'pat-na1-your-token', expires_at: Math.floor(Date.now() / 1000) + 3 * 86_400 }
  await gateway.admin('PUT', '/admin/tokens/acme/hubspot/main', soon)
  await gateway.runJobs()
  const call = await gateway.call('acme', 'hubspot', { action: 'nothing_like_it' })
  const { body: token } = await gateway.admin('POST', '/admin/auth', { tenant_id: 'acme', label: 'Old import' })
  const agent = createAgent(gateway.url)
  await agent.connect(await agent.register(), tokenOf('acme'))
  const { body: granted } = await gateway.admin('GET', '/admin/grants/acme')
  const asked = { tenant_id: 'acme', provider: 'stripe', account_id: 'main' }
  const { body: link } = await gateway.admin('POST', '/admin/connect', asked)
  const { body: suggested } = await gateway.admin('GET', '/admin/suggestions')
  const { body: key } = await gateway.admin('POST', '/admin/keys', { name: 'Old', role: 'viewer' })
  return {
    CALL_ID: call.headers.get('x-request-id') ?? '',
    TOKEN: token.token,
    TOKEN_ID: token.token_id,
    GRANT_ID: granted.grants[0].grant_id,
    CONNECT_ID: link.connect_id,
    SUGGESTION_ID: suggested.suggestions[0]?.id ?? '',
    CRON: crons.suggestions,
    KEY_ID: key.key_id,
  }
}
