// Test lanes: both-stores, long-on-mongodb

import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminGroups } from '../../../server/admin/index.ts'
import { routeOf } from '../../../server/admin/testing/check-answer.ts'
import { tokenOf } from '../../client.ts'
import { createFiles } from '../../files/create-files.ts'
import { onlyJobs, startTestGateway } from '../../gateway.ts'
import { toolCall } from '../../mcp/messages.ts'
import { createAgent } from '../../oauth/agent.ts'
import { startAuthorizationServer } from '../../providers/authorization-server.ts'
import { answer, startScripted } from '../../providers/scripted.ts'
import { startWebhookReceiver } from '../../providers/webhook-receiver.ts'

const auth = startAuthorizationServer()
const receiver = startWebhookReceiver()
const faulty = await startScripted(answer(500))
const crons = { suggestions: '23 4 29 2 *', 'health-snapshot': '24 4 29 2 *' }
let gateway: Awaited<ReturnType<typeof startTestGateway>>
beforeAll(async () => {
  gateway = await startTestGateway({
    env: {
      PROVIDER_ORIGINS: JSON.stringify({ hubspot: auth.origin, stripe: faulty.origin }),
      CRONS: onlyJobs(crons),
      ALLOWED_PRIVATE_HOSTS: receiver.host,
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: receiver.secret,
    },
  })
})
afterAll(async () => {
  await gateway.stop()
  await auth.stop()
  await receiver.stop()
  await faulty.stop()
})

/** A MongoDB store is backed up by tools of its own. */
const onMongodb = process.env.TEST_STORE === 'mongodb'
const backedUp = onMongodb ? 'make_backup 409' : 'make_backup 200'

interface Entry {
  readonly action: string
  readonly actor?: string
  readonly changes?: readonly unknown[]
}

/** The answers that were seen: action and status. */
const seen = new Set<string>()

/** The secrets that requests and answers held. */
const secrets = new Set([tokenOf('acme'), 'its-secret'])
const secretMembers = /"(?:token|key|url|access_token|refresh_token|client_secret)":"([^"]{8,})"/g

/** `gateway.admin` throws for an answer that its route doesn't declare. */
const admin = async (method: string, path: string, body?: unknown) => {
  const answer = await gateway.admin(method, path, body)
  seen.add(`${routeOf(method, path.split('?')[0] ?? '')?.action} ${answer.status}`)
  // The `key` of an entry is what it is about.
  const texts = /^\/admin\/(audit|calls|changes)/.test(path) ? '' : JSON.stringify([body, answer.body])
  for (const [, secret] of texts.matchAll(secretMembers)) if (secret) secrets.add(secret)
  return answer.body
}

const accounts = [{ id: 'main', label: 'Main' }]
const acme = { name: 'Acme', status: 'active', providers: { hubspot: { accounts } } }
const inThreeDays = Math.floor(Date.now() / 1000) + 3 * 24 * 3600

const useTenant = async (): Promise<void> => {
  for (const _ of ['created', 'replaced']) await admin('PUT', '/admin/tenants/acme', acme)
  await admin('GET', '/admin/tenants/acme')
  await admin('PATCH', '/admin/tenants/acme', { name: 'Acme Ltd' })
  await admin('GET', '/admin/tenants')
  for (const _ of ['new', 'known']) await admin('POST', '/admin/auth', { tenant_id: 'acme', token: tokenOf('acme') })
  await admin('PUT', '/admin/tokens/acme/hubspot/main', { access_token: 'pat-of-the-account', expires_at: inThreeDays })
  await admin('GET', '/admin/tokens/acme/hubspot/main')
  await admin('POST', '/admin/tokens/acme/hubspot/main/test')
  await admin('POST', '/admin/tokens/acme/hubspot/main/reopen')
  for (const path of ['', '/acme']) await admin('GET', `/admin/tokens${path}`)
  await admin('PUT', '/admin/billing/acme', { plan: 'Team', currency: 'EUR', included_calls: 0, price_per_call: '1' })
  await admin('GET', '/admin/billing/acme')
  await gateway.call('acme', 'hubspot', { action: 'list', object_type: 'contacts' })
  await admin('GET', '/admin/usage/acme')
  for (const path of ['accounts', 'costs', 'activity', 'auth']) await admin('GET', `/admin/${path}`)
  const { token_id } = await admin('POST', '/admin/auth', { tenant_id: 'acme', label: 'Old' })
  await admin('POST', `/admin/auth/acme/${token_id}/rotate`)
  const read = { tenant_id: 'acme', provider: 'hubspot', action: 'list', params: { object_type: 'contacts' } }
  expect(await admin('POST', '/admin/calls', read)).toMatchObject({ status: expect.any(Number) })
  await admin('POST', '/admin/policies/acme/check', { deny: ['*:read'] })
  await admin('GET', '/admin/policies/acme/least')
}

const useJobs = async (): Promise<void> => {
  for (const cron of Object.values(crons)) await admin('POST', '/admin/run-cron', { cron })
  await admin('POST', '/admin/jobs/suggestions/run')
  await admin('GET', '/admin/crons')
  await admin('POST', '/admin/backup')
  await admin('GET', '/admin/configuration')
  expect(await admin('GET', '/admin/version')).toMatchObject(
    onMongodb ? { store: 'mongodb', schema: null } : { store: 'embedded', schema: { audit: expect.any(Number) } },
  )
  await admin('GET', '/admin/system-health')
  await admin('GET', '/admin/account-states')
  await admin('GET', '/admin/suggestions/counts')
  const { suggestions } = await admin('GET', '/admin/suggestions')
  await admin('PUT', `/admin/suggestions/${suggestions[0].id}/resolve`, { note: 'seen' })
}

const useWebhooks = async (): Promise<void> => {
  receiver.answer([500, 204, 410])
  await admin('POST', '/admin/webhooks/test')
  const waiting = (await admin('GET', '/admin/webhooks')).events
  await admin('POST', `/admin/webhooks/${waiting[0].id}/retry`)
  await admin('POST', '/admin/webhooks/test')
  const dead = (await admin('GET', '/admin/webhooks')).events
  await admin('DELETE', `/admin/webhooks/${dead[0].id}`)
}

const useFiles = async (): Promise<void> => {
  const { upload } = createFiles(gateway.url)
  await upload(Buffer.from('bytes'))
  await admin('POST', '/admin/files/acme', 'bytes')
  const { files } = await admin('GET', '/admin/files/acme')
  await admin('DELETE', `/admin/files/acme/${files[0].file_id}`)
}

const useOauth = async (): Promise<void> => {
  const seed = { tenant_id: 'acme', provider: 'hubspot', account_id: 'main' }
  for (const _ of ['created', 'replaced']) {
    await admin('POST', '/admin/seed-oauth', { ...seed, ...auth.seedFor(auth.authorize().refresh_token) })
  }
  const agent = createAgent(gateway.url)
  const client = await agent.register()
  await agent.connect(client, tokenOf('acme'))
  await admin('GET', '/admin/clients')
  const { grants } = await admin('GET', '/admin/grants/acme')
  await admin('DELETE', `/admin/grants/acme/${grants[0].grant_id}`)
  await admin('DELETE', `/admin/clients/${client}`)
}

const useConnect = async (): Promise<void> => {
  const app = { client_id: 'an-app', client_secret: 'its-secret' }
  for (const path of ['/admin/apps/hubspot', '/admin/apps/hubspot/acme']) {
    for (const _ of ['created', 'replaced']) await admin('PUT', path, app)
    await admin('GET', path)
  }
  await admin('GET', '/admin/apps')
  const asked = { tenant_id: 'acme', provider: 'hubspot', account_id: 'sales' }
  const { link_id } = await admin('POST', '/admin/token-links', { tenant_id: 'acme' })
  await admin('GET', '/admin/token-links/acme')
  await admin('DELETE', `/admin/token-links/acme/${link_id}`)
  const { connect_id } = await admin('POST', '/admin/connect', asked)
  await admin('GET', '/admin/connect')
  await admin('GET', `/admin/connect/${connect_id}`)
  await admin('DELETE', `/admin/connect/${connect_id}`)
  for (const path of ['/admin/apps/hubspot', '/admin/apps/hubspot/acme']) await admin('DELETE', path)
}

const useKeysAndAudit = async (): Promise<void> => {
  const { key_id } = await admin('POST', '/admin/keys', { name: 'Dashboard', role: 'viewer' })
  await admin('GET', '/admin/keys')
  await admin('POST', '/admin/session')
  await admin('GET', '/admin/session')
  for (const path of ['/admin/session', '/admin/sessions']) await admin('DELETE', path)
  await admin('DELETE', `/admin/keys/${key_id}`)
  await admin('GET', '/admin/audit?limit=1000')
  await admin('GET', '/admin/audit/counts?since=1h')
  await admin('GET', '/admin/tenant-names?ids=acme,nobody')
  await admin('GET', '/admin/actions?q=list')
  await admin('GET', '/admin/changes')
  const { entries } = await admin('GET', '/admin/audit?source=rest&limit=1')
  await admin('GET', `/admin/calls/${entries[0].id}`)
  await gateway.seed('faulty', { stripe: 'sk' })
  for (const email of ['ada@example.com', 'bob@example.com'])
    await gateway.call('faulty', 'stripe', { action: 'create_customer', email })
  await admin('PATCH', '/admin/tenants/acme', { options: { keep_failed: true } })
  await gateway.call('acme', 'hubspot', { action: 'search' }, { headers: { 'x-request-id': 'kept-1' } })
  await admin('GET', '/admin/calls/kept-1/exchange')
  const { calls } = await admin('GET', '/admin/calls?outcome=unknown')
  await admin('POST', `/admin/calls/${calls[0].id}/resolve`, { as: 'absent' })
  await admin('POST', '/admin/calls/resolve', { ids: [calls[1].id], as: 'absent' })
  for (const path of ['', '/hubspot', '/hubspot/search']) await admin('GET', `/admin/providers${path}`)
  for (const path of ['stats', 'hours', 'recent']) await admin('GET', `/admin/audit/${path}`)
  for (const format of ['ndjson', 'csv']) await admin('GET', `/admin/audit/export?format=${format}`)
}

const useApprovals = async (): Promise<void> => {
  await admin('PATCH', '/admin/tenants/acme', { options: { ask: ['hubspot:create'] } })
  await gateway.call('acme', 'hubspot', { action: 'create', object_type: 'contacts', properties: {} })
  const { approvals } = await admin('GET', '/admin/approvals')
  const { digest } = await admin('GET', `/admin/approvals/${approvals[0].approval_id}`)
  await admin('GET', `/admin/approvals/${approvals[0].approval_id}/now`)
  const yes = { decision: 'approve', digest, for: '1h' }
  await admin('POST', `/admin/approvals/${approvals[0].approval_id}/decision`, yes)
  const code = `await call('hubspot', 'create', { object_type: 'contacts', properties: { email: 'ada@example.com' } })`
  const { headers, body } = toolCall('modern', 'run_code', { code })
  await gateway.send('POST', '/mcp?tools=code', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
  // Code that takes long is answered before it asks.
  const listWaiting = async () => (await admin('GET', '/admin/approvals?state=waiting')).approvals
  await expect.poll(async () => (await listWaiting()).length).toBe(1)
  const [{ run_id }] = await listWaiting()
  const run = await admin('GET', `/admin/approvals/runs/${run_id}`)
  await admin('POST', `/admin/approvals/runs/${run_id}/decision`, { decision: 'refuse', digest: run.digest })
  const { standing } = await admin('GET', '/admin/approvals/standing')
  await admin('DELETE', `/admin/approvals/${standing[0].approval_id}/standing`)
}

const removeAll = async (): Promise<void> => {
  const { tokens } = await admin('GET', '/admin/auth/acme')
  await admin('GET', `/admin/auth/acme/${tokens[0].token_id}`)
  await admin('PATCH', `/admin/auth/acme/${tokens[0].token_id}`, { label: 'The last day' })
  await admin('DELETE', `/admin/auth/acme/${tokens[0].token_id}`)
  await admin('DELETE', '/admin/tokens/acme/hubspot/main')
  await admin('DELETE', '/admin/tenants/acme')
}

/** Requests that ask for something to be done once, and change no record. */
const acts: ReadonlySet<string> = new Set([
  'test_token',
  'reopen_account',
  'make_call',
  'run_cron',
  'run_one_job',
  'make_backup',
  'test_webhook',
  'retry_webhook_event',
  'sign_in',
  'sign_out',
  'sign_out_everywhere',
])

test('every successful answer that an admin route declares is given, and fits its declaration', async () => {
  for (const use of [
    useTenant,
    useJobs,
    useWebhooks,
    useFiles,
    useOauth,
    useConnect,
    useKeysAndAudit,
    useApprovals,
    removeAll,
  ])
    await use()
  const declared = adminGroups.flatMap(({ routes }) =>
    routes.flatMap(({ action, answers }) => Object.keys(answers).map((status) => `${action} ${status}`)),
  )
  const wanted = declared.map((each) => (each === 'make_backup 200' ? backedUp : each))
  expect([...seen].toSorted()).toEqual(wanted.toSorted())
})

test('the log says what each route changed and who did it, and no secret', async () => {
  const { entries } = await admin('GET', '/admin/audit?limit=1000&source=admin&outcome=ok&reads=false')
  const changing = adminGroups
    .flatMap(({ routes }) => routes)
    .flatMap(({ method, isRead = method === 'GET', action }) => (isRead || acts.has(action) ? [] : [action]))
  const told = (entries as Entry[]).filter(({ changes }) => changes && changes.length > 0)
  const logged = [...new Set(told.map(({ action }) => action))].toSorted()
  expect(logged, 'reply with `change`, say `isRead`, or add to `acts`').toEqual(changing.toSorted())
  expect(told.every(({ actor }) => actor === 'ADMIN_API_KEY')).toBe(true)
  expect(secrets.size).toBeGreaterThan(8)
  const { changes } = await admin('GET', '/admin/changes?limit=1000')
  expect(changes.length).toBeGreaterThan(20)
  const text = JSON.stringify([entries, changes])
  for (const secret of secrets) expect(text.includes(JSON.stringify(secret).slice(1, -1)), secret).toBe(false)
})
