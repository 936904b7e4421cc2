import { vi } from 'vitest'
import { type createClient, tokenOf } from '../../client.ts'
import { answer, type Behaviour } from '../../providers/scripted.ts'
import type { Way } from './refused-calls.ts'

type Client = ReturnType<typeof createClient>

/** An approved call that is refused when it is carried out, or isn't, by what has changed since it was asked for. */
interface ApprovedCase {
  readonly title: string
  readonly change?: (client: Client, tenant: string) => Promise<unknown>
  readonly vendor?: readonly Behaviour[]
}

const providers = { stripe: { accounts: [{ id: 'main', label: 'Main' }], default: 'main' } }
const configuration = { name: 'asks', status: 'active', providers, options: { ask: ['*:write'] } }
const billing = {
  plan: 'p',
  currency: 'EUR',
  included_calls: 0,
  price_per_call: '0',
  monthly_limit: 0,
  hard_limit: true,
}
const declined = answer(402, { error: { type: 'card_error', message: 'Declined by the bank' } })

const put = (client: Client, tenant: string, changes: object) =>
  client.admin('PUT', `/admin/tenants/${tenant}?prune=true`, { ...configuration, ...changes })

export const approvedCases: readonly ApprovedCase[] = [
  { title: 'nothing has changed', vendor: [answer(200, { id: 'cus_1', object: 'customer' })] },
  { title: 'the vendor refuses', vendor: [declined] },
  { title: 'the vendor breaks', vendor: [answer(500)] },
  { title: 'the tenant was suspended', change: (client, tenant) => put(client, tenant, { status: 'suspended' }) },
  { title: 'the account was removed', change: (client, tenant) => put(client, tenant, { providers: {} }) },
  { title: 'writes are denied', change: (client, tenant) => put(client, tenant, { options: { deny: ['*:write'] } }) },
  {
    title: 'the quota is used up',
    change: (client, tenant) => client.admin('PUT', `/admin/billing/${tenant}`, billing),
  },
  {
    title: 'the credential was removed',
    change: (client, tenant) => client.admin('DELETE', `/admin/tokens/${tenant}/stripe/main`),
  },
  {
    title: 'the token was revoked',
    async change(client, tenant) {
      const { body } = await client.admin('GET', `/admin/auth/${tenant}`)
      await client.admin('DELETE', `/admin/auth/${tenant}/${body.tokens[0].token_id}`)
    },
  },
]

/** Makes a tenant whose writes wait, asks for one, makes the change, and approves the call. Resolves when it has ended. */
export const approveCall = async (
  client: Client,
  tenant: string,
  make: Way,
  { change }: ApprovedCase,
): Promise<void> => {
  await put(client, tenant, {})
  await client.admin('POST', '/admin/auth', { tenant_id: tenant, token: tokenOf(tenant) })
  await client.admin('PUT', `/admin/tokens/${tenant}/stripe/main`, { access_token: 'sk_test_of-this-tenant' })
  const body = { action: 'create_customer', name: 'Ada' }
  await make(client, { title: '', tenant, body }, crypto.randomUUID())
  // Code on a busy machine is answered before it has come to its call.
  const readWaiting = async (): Promise<string> =>
    (await client.admin('GET', `/admin/approvals?tenant=${tenant}`)).body.approvals[0].id
  const id = await vi.waitFor(readWaiting, { timeout: 60_000 })
  const { body: whole } = await client.admin('GET', `/admin/approvals/${id}`)
  await change?.(client, tenant)
  await client.admin('POST', `/admin/approvals/${id}/decision`, { decision: 'approve', digest: whole.digest })
  const readState = async () => (await client.admin('GET', `/admin/approvals/${id}`)).body.state
  while ((await readState()) === 'approved') await Bun.sleep(10)
}
