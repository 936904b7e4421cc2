import { randomBytes } from 'node:crypto'
import { currentMs } from '@patchbay/core/time'
import { startCrm } from '../../../server/demo/crm/start-crm.ts'
import { drawHistory } from '../../../server/demo/history.ts'
import { loadRegistry } from '../../../server/registry.ts'
import { openSqliteStore } from '../../../server/store/sqlite/index.ts'
import { searchFor } from '../../e2e/stage.ts'
import { onlyJobs, startTestGateway, temporaryFolder } from '../../gateway.ts'
import { createAgent } from '../../oauth/agent.ts'
import { startHubspot } from '../../providers/hubspot.ts'
import { answer, startScripted } from '../../providers/scripted.ts'

/** Tenants' calls: tenant, account, actions, interface, and share of the traffic. */
const customers = (
  [
    ['demo', 'demo/main', ['list_people', 'search_people', 'get_company', 'create_deal'], 'rest', 5],
    ['acme', 'hubspot/sales-eu', ['search', 'list', 'get', 'update'], 'mcp', 4],
    ['acme', 'stripe/main', ['get_balance', 'list_charges'], 'rest', 2],
    ['globex', 'hubspot/main', ['search', 'create'], 'rest', 2],
  ] as const
).map(([tenant, key, actions, source, weight]) => ({
  tenant,
  key,
  actions,
  source,
  weight,
  token_id: `token-of-${tenant}`,
}))

const accounts = (...labels: readonly (readonly [id: string, label: string])[]) => ({
  accounts: labels.map(([id, label]) => ({ id, label })),
})

const tenants = {
  demo: { name: 'Demo', status: 'active', providers: { demo: accounts(['main', 'Sales']) } },
  acme: {
    name: 'Acme',
    status: 'active',
    providers: {
      hubspot: { ...accounts(['sales-eu', 'Sales Europe'], ['sales-us', 'Sales America']), default: 'sales-eu' },
      stripe: accounts(['main', 'Payments']),
    },
    options: { deny: ['stripe:write'] },
  },
  globex: { name: 'Globex', status: 'active', providers: { hubspot: accounts(['main', 'Marketing']) } },
  initech: { name: 'Initech', status: 'suspended', providers: { stripe: accounts(['main', 'Payments']) } },
}

const tokens = [
  ['demo', 'Demo', null, 'demo', { action: 'list_people' }],
  ['acme', 'The web shop', ['hubspot:read'], 'hubspot', searchFor('ada@example.org')],
  ['acme', 'Claude of the sales team', ['hubspot:*'], 'hubspot', searchFor('ada@example.org')],
  ['globex', 'Import of leads', ['hubspot:create', 'hubspot:search'], 'hubspot', searchFor('ada@example.org')],
] as const

/** The demo's gateway and CRM, with a store as an operator has it after two weeks: customers, calls, what failed, and what is to be done. */
export const startOperatorGateway = async () => {
  const folder = temporaryFolder()
  const store = openSqliteStore(folder)
  await store.audit.append(drawHistory(customers, currentMs()))
  await store.close()
  const credential = `crm_${randomBytes(24).toString('base64url')}`
  const [crm, hubspot] = [startCrm(credential), startHubspot()]
  const stripe = await startScripted(answer(200, { object: 'balance', available: [], pending: [] }))
  const origins = { demo: crm.origin, hubspot: hubspot.origin, stripe: stripe.origin }
  const crons = {
    'health-snapshot': '*/5 * * * *',
    suggestions: '23 * * * *',
    retention: '17 3 * * *',
    're-seal': '43 4 * * *',
  }
  const gateway = await startTestGateway({
    domains: await loadRegistry({ demo: true }),
    env: { DATA_DIR: folder, PROVIDER_ORIGINS: JSON.stringify(origins), CRONS: onlyJobs(crons) },
  })
  const put = (path: string, body: object) => gateway.admin('PUT', path, body)
  const post = (path: string, body: object) => gateway.admin('POST', path, body)

  for (const [id, tenant] of Object.entries(tenants)) await put(`/admin/tenants/${id}`, tenant)
  const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400
  await put('/admin/tokens/demo/demo/main', { access_token: credential })
  await put('/admin/tokens/acme/hubspot/sales-eu', { access_token: 'hubspot-access-token' })
  await put('/admin/tokens/acme/hubspot/sales-us', { access_token: 'withdrawn' })
  await put('/admin/tokens/acme/stripe/main', { access_token: 'sk_test_patchbay' })
  await put('/admin/tokens/globex/hubspot/main', { access_token: 'hubspot-access-token', expires_at: inDays(3) })
  await gateway.admin('POST', '/admin/tokens/acme/hubspot/sales-us/test')
  for (const [tenant_id, label, allow, ...call] of tokens) {
    const { body } = await post('/admin/auth', { tenant_id, label, allow })
    await gateway.call(tenant_id, call[0], call[1], { token: body.token })
  }
  await put('/admin/billing/acme', { plan: 'Team', currency: 'EUR', included_calls: 500, price_per_call: '0.01' })
  for (const [name, role] of [
    ['Ada', 'owner'],
    ['Grace', 'operator'],
    ['Grafana', 'viewer'],
  ])
    await post('/admin/keys', { name, role })
  await put('/admin/apps/hubspot', { client_id: 'the-client-id', client_secret: 'the-client-secret' })
  for (const account_id of ['sales-eu', 'sales-us']) {
    await post('/admin/connect', { tenant_id: 'acme', provider: 'hubspot', account_id })
  }
  const agent = createAgent(gateway.url)
  const { body } = await post('/admin/auth', { tenant_id: 'acme', label: 'Ada of Acme' })
  await agent.connect(await agent.register({ client_name: 'Claude Code' }), body.token)
  for (const job of Object.keys(crons)) await gateway.admin('POST', `/admin/jobs/${job}/run`)

  const stop = async (): Promise<void> => {
    await gateway.stop()
    await Promise.all([crm.stop(), hubspot.stop(), stripe.stop()])
  }
  return { ...gateway, folder, stop }
}
