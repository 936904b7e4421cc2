import type { createClient } from '../../client.ts'
import { tokenOf } from '../../client.ts'
import { toolCall } from '../../mcp/messages.ts'
import { answer, type Behaviour, drop, dropMidway, redirect } from '../../providers/scripted.ts'

type Client = ReturnType<typeof createClient>

/** A call that is refused somewhere on its path, or that isn't, as a comparison. */
export interface RefusedCall {
  readonly title: string
  readonly tenant: string
  readonly token?: string
  readonly provider?: string
  /** `action` and the parameters. */
  readonly body: Readonly<Record<string, unknown>>
  readonly account?: string
  readonly key?: string
  /** The vendor's reaction to each try. */
  readonly vendor?: readonly Behaviour[]
  /** A run of code waits for it to pass, so it is no refusal there. */
  readonly isWaitedOutByCode?: true
}

const list = { action: 'list_customers' }
const create = { action: 'create_customer', name: 'Ada' }
const update = { action: 'update_customer', customer: 'cus_1', name: 'Ada' }
const good = answer(200, { id: 'cus_1', object: 'customer' })
const page = answer(200, { object: 'list', data: [], has_more: false })
const refusal = (status: number) => answer(status, { error: { type: 'card_error', message: 'Declined by the bank' } })

/** One or more for each check, in the order of the checks, and what a vendor may do. */
export const refusedCalls: readonly RefusedCall[] = [
  { title: 'a wrong token', tenant: 'ready', token: 'not-a-token-of-anyone', body: list },
  { title: 'a token of another tenant', tenant: 'ready', token: tokenOf('bare'), body: list },
  { title: 'a tenant without configuration', tenant: 'ghost', body: list },
  { title: 'a suspended tenant', tenant: 'asleep', body: list },
  {
    title: 'a token over its limit',
    tenant: 'ready',
    token: 'a-token-with-a-limit-of-one',
    body: list,
    isWaitedOutByCode: true,
  },
  { title: 'a domain that nobody registered', tenant: 'ready', provider: 'nowhere', body: list },
  { title: 'a domain that the tenant lacks', tenant: 'ready', provider: 'slack', body: { action: 'list_channels' } },
  { title: 'an unknown action', tenant: 'ready', body: { action: 'list_costumers' } },
  { title: 'no action', tenant: 'ready', body: {} },
  { title: 'a misspelt write', tenant: 'ready', body: { action: 'create_costumer', name: 'Ada' } },
  { title: 'an action that is no text', tenant: 'ready', body: { action: 7 } },
  { title: 'an unknown parameter', tenant: 'ready', body: { ...list, colour: 'red' } },
  { title: 'a wrong parameter', tenant: 'ready', body: { ...update, customer: '' } },
  { title: 'a parameter that is no path', tenant: 'ready', body: { ...update, customer: '..' } },
  { title: 'an unknown account', tenant: 'ready', account: 'other', body: list },
  { title: 'no account of two', tenant: 'two', body: list },
  { title: 'one of two accounts', tenant: 'two', account: 'main', body: list, vendor: [page] },
  { title: 'a raw request', tenant: 'ready', body: { action: 'raw', method: 'GET', path: '/v1/x' } },
  { title: 'a read by a token that may not', tenant: 'ready', token: 'a-token-that-may-only-write', body: list },
  { title: 'a write by a token that may not', tenant: 'ready', token: 'a-token-that-may-only-read', body: create },
  { title: 'a write that the tenant denies', tenant: 'denying', body: create },
  { title: 'a key that is none', tenant: 'ready', body: create, key: 'ключ' },
  { title: 'a file that is not there', tenant: 'ready', body: { ...create, name: { file_id: 'none' } } },
  { title: 'a read beyond the quota', tenant: 'capped', body: list },
  { title: 'a write beyond the quota', tenant: 'capped', body: create },
  { title: 'a dry run beyond the quota', tenant: 'capped', body: { ...create, dry_run: true } },
  { title: 'a read without a credential', tenant: 'bare', body: list },
  { title: 'a write without a credential', tenant: 'bare', body: create },
  { title: 'a dry run without a credential', tenant: 'bare', body: { ...create, dry_run: true } },
  { title: 'a read with an expired credential', tenant: 'stale', body: list },
  { title: 'a write with an expired credential', tenant: 'stale', body: create },
  { title: 'a write that waits for approval', tenant: 'asking', body: create },
  { title: 'a write that waits already', tenant: 'asking', body: create },
  { title: 'a write that waits, with a key', tenant: 'asking', body: create, key: 'waiting' },
  { title: 'a write without a credential that would wait', tenant: 'asking-bare', body: create },
  { title: 'a dry run of what would wait', tenant: 'asking', body: { ...create, dry_run: true } },
  { title: 'a read where writes wait', tenant: 'asking', body: list, vendor: [page] },
  { title: 'a dry run', tenant: 'ready', body: { ...create, dry_run: true } },
  { title: 'a read', tenant: 'ready', body: list, vendor: [page] },
  { title: 'a read that is cached', tenant: 'ready', body: list, vendor: [page] },
  { title: 'a write', tenant: 'ready', body: create, vendor: [good] },
  { title: 'the same write again', tenant: 'ready', body: create, vendor: [good] },
  { title: 'a write with a key', tenant: 'ready', body: create, key: 'first', vendor: [good] },
  { title: 'the same key again', tenant: 'ready', body: create, key: 'first', vendor: [good] },
  { title: 'the key for something else', tenant: 'ready', body: update, key: 'first', vendor: [good] },
  { title: 'the key with other parameters', tenant: 'ready', body: { ...create, name: 'Eve' }, key: 'first' },
  { title: 'a vendor that refuses', tenant: 'ready', body: { ...create, name: 'B' }, vendor: [refusal(402)] },
  { title: 'a vendor that finds nothing', tenant: 'ready', body: { ...list, email: 'b@x' }, vendor: [refusal(404)] },
  { title: 'a key that the vendor refuses', tenant: 'ready', body: { ...list, email: 'c@x' }, vendor: [refusal(401)] },
  { title: 'a write that breaks', tenant: 'ready', body: { ...create, name: 'C' }, vendor: [answer(500)] },
  { title: 'the broken write again', tenant: 'ready', body: { ...create, name: 'C' }, vendor: [good] },
  {
    title: 'a broken write with a key',
    tenant: 'ready',
    body: { ...create, name: 'D' },
    key: 'k2',
    vendor: [answer(500)],
  },
  { title: 'its key again', tenant: 'ready', body: { ...create, name: 'D' }, key: 'k2', vendor: [good] },
  { title: 'a read that breaks', tenant: 'ready', body: { ...list, email: 'd@x' }, vendor: [answer(500)] },
  {
    title: 'a vendor that hangs up',
    tenant: 'ready',
    body: { ...create, name: 'E' },
    vendor: [drop(), drop(), drop()],
  },
  { title: 'an answer that breaks off', tenant: 'ready', body: { ...create, name: 'F' }, vendor: [dropMidway()] },
  {
    title: 'an answer that is no JSON',
    tenant: 'ready',
    body: { ...list, email: 'e@x' },
    vendor: [answer(200, '<p>')],
  },
  { title: 'an answer of another shape', tenant: 'ready', body: { ...create, name: 'G' }, vendor: [answer(200, [])] },
  {
    title: 'a redirect',
    tenant: 'ready',
    body: { ...list, email: 'f@x' },
    vendor: [redirect('https://elsewhere.example')],
  },
  { title: 'a field that is not there', tenant: 'ready', body: { ...list, result_fields: ['colour'] }, vendor: [page] },
  {
    title: 'a vendor over its limit',
    tenant: 'limited',
    body: { ...list, email: 'g@x' },
    vendor: [answer(429, {}, { 'retry-after': '900' })],
  },
  {
    title: 'a write over the vendor’s limit',
    tenant: 'limited',
    body: { ...create, name: 'H' },
    vendor: [answer(429, {}, { 'retry-after': '900' })],
  },
  {
    title: 'a vendor that is away',
    tenant: 'limited',
    body: { ...list, email: 'h@x' },
    vendor: [answer(503, {}, { 'retry-after': '900' })],
  },
  {
    title: 'a write that times out at the vendor',
    tenant: 'ready',
    body: { ...create, name: 'I' },
    vendor: [answer(408)],
  },
  { title: 'a write that conflicts', tenant: 'ready', body: { ...create, name: 'J' }, vendor: [refusal(409)] },
  { title: 'an answer of nothing', tenant: 'ready', body: { ...create, name: 'K' }, vendor: [answer(204)] },
  { title: 'a file in place of an answer', tenant: 'ready', body: { ...list, as_file: true }, vendor: [page] },
]

/** A way to make a call: what its caller gets, as text. */
export type Way = (client: Client, call: RefusedCall, requestId: string) => Promise<string>

const domainOf = ({ provider = 'stripe' }: RefusedCall): string => provider
const bearer = ({ tenant, token = tokenOf(tenant) }: RefusedCall) => ({ authorization: `Bearer ${token}` })

const overRest: Way = async (client, call, requestId) => {
  const headers = { ...bearer(call), 'x-request-id': requestId, ...(call.key && { 'idempotency-key': call.key }) }
  // A header can't carry characters outside ASCII.
  if (call.key && /[^!-~]/.test(call.key)) headers['idempotency-key'] = 'a key with spaces'
  const body = { ...call.body, ...(call.account && { account_id: call.account }) }
  return (await client.send('POST', `/api/v1/${call.tenant}/${domainOf(call)}`, headers, body)).text
}

const send = async (client: Client, call: RefusedCall, requestId: string, name: string, args: object) => {
  const { headers, body } = toolCall('modern', name, args as Record<string, unknown>)
  const answered = await client.send('POST', '/mcp', { ...headers, ...bearer(call), 'x-request-id': requestId }, body)
  return answered.text
}

const keyOf = ({ key }: RefusedCall) => (key === undefined ? {} : { idempotency_key: key })

const overDomainTool: Way = (client, call, requestId) => {
  const args = { ...call.body, ...keyOf(call), ...(call.account && { account_id: call.account }) }
  return send(client, call, requestId, domainOf(call), args)
}

const reserved = ['action', 'dry_run', 'as_file', 'result_fields']

const split = ({ body }: RefusedCall) => {
  const own = Object.entries(body)
  return {
    around: Object.fromEntries(own.filter(([name]) => reserved.includes(name))),
    parameters: Object.fromEntries(own.filter(([name]) => !reserved.includes(name))),
  }
}

const effectOf = ({ body }: RefusedCall): 'read' | 'write' =>
  /^(create|update)/.test(`${body.action}`) ? 'write' : 'read'

const overCallTool: Way = (client, call, requestId) => {
  const { around, parameters } = split(call)
  const args = { provider: domainOf(call), ...around, ...keyOf(call), account_id: call.account, parameters }
  return send(client, call, requestId, `call_${effectOf(call)}`, args)
}

const overCode: Way = (client, call, requestId) => {
  const { around, parameters } = split(call)
  const { action, ...rest } = around
  const options = { ...rest, ...keyOf(call), ...(call.account && { account_id: call.account }) }
  const given = JSON.stringify([domainOf(call), action, parameters, options].map((each) => each ?? null)).slice(1, -1)
  const code = `try { return await call(${given}) } catch (error) { return 'failed' }`
  return send(client, call, requestId, 'run_code', { code })
}

export const ways: Readonly<Record<string, Way>> = {
  rest: overRest,
  'mcp, the domain’s tool': overDomainTool,
  'mcp, the tool for all domains': overCallTool,
  code: overCode,
}
