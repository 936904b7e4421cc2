import { afterAll, describe, expect, test } from 'vitest'
import { loadRegistry } from '../../../server/registry.ts'
import { tokenOf } from '../../client.ts'
import { startTestGateway } from '../../gateway.ts'
import { answer, startScripted } from '../../providers/scripted.ts'
import { request, toolCall } from '../messages.ts'

const ids = [
  ...['stripe', 'sendgrid', 'quickbooks', 'pipedrive', 'google-sheets', 'slack', 'hubspot', 'trello', 'jira', 'linear'],
  ...[
    'zendesk',
    'shopify',
    'microsoft-outlook',
    'github',
    'google-calendar',
    'google-drive',
    'mailchimp',
    'zoom',
    'asana',
  ],
]
const upstream = await startScripted(
  answer(200, {
    ok: true,
    channel: 'C1',
    ts: '1.2',
    message: {},
    id: '7',
    object: 'list',
    data: { id: 7 },
    has_more: false,
    spreadsheetId: 's',
    Payment: { Id: '1' },
    Item: { Id: '1', SyncToken: '0', Name: 'Tea', Sku: 'T1', MetaData: {} },
  }),
)
const gateway = await startTestGateway({
  domains: (await loadRegistry()).filter(({ provider }) => ids.includes(provider.id)),
  env: { PROVIDER_ORIGINS: JSON.stringify(Object.fromEntries(ids.map((id) => [id, upstream.origin]))) },
})
afterAll(async () => {
  await upstream.stop()
  await gateway.stop()
})
const credentials = {
  ...Object.fromEntries(ids.map((id) => [id, 'secret'])),
  trello: { secrets: { key: 'k', token: 't' } },
}
await gateway.seed('acme', credentials, {
  quickbooks: { company: '1' },
  jira: { site: 'acme' },
  zendesk: { subdomain: 'acme' },
  shopify: { shop: 'acme' },
  mailchimp: { data_center: 'us1' },
  'microsoft-outlook': { directory: 'common' },
})

type Args = Readonly<Record<string, unknown>>

const call = async (tool: string, args: Args) => {
  const before = upstream.requests.length
  const { headers, body } = toolCall('modern', tool, { ...args })
  const answered = await gateway.send('POST', '/mcp', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
  const { isError, content } = answered.body.result
  return { isError, envelope: JSON.parse(content[0].text), sent: upstream.requests.slice(before) }
}

const refund = { action: 'create_refund', payment_intent: 'pi_1' }
const payment = { action: 'create_payment_intent', currency: 'usd' }
const mail = { action: 'send_mail', from: { email: 'a@example.com' }, to: [{ email: 'b@example.com' }], text: 'Hi' }
const rows = { action: 'append_rows', spreadsheet_id: 's', range: 'A1', input: 'RAW' }
const received = { action: 'create_payment', customer_id: '1' }

/** Ambiguous or meaningless values: the caller is told, and nothing is sent. */
const told: readonly [what: string, tool: string, args: Args, says: RegExp][] = [
  ['20.00 is no 20 cents', 'stripe', { ...payment, amount: '20.00' }, /amount.*integer/],
  ['nor is 20.0', 'stripe', { ...refund, amount: '20.0' }, /amount.*integer/],
  ['nor 20,00', 'stripe', { ...refund, amount: '20,00' }, /amount.*integer/],
  ['1.250 is no 1.25', 'pipedrive', { action: 'create_deal', title: 'x', value: '1.250' }, /value.*number/],
  ['nor is an amount with decimals read', 'quickbooks', { ...received, amount: '19.99' }, /amount.*number/],
  ['a refund without an amount that was meant: empty', 'stripe', { ...refund, amount: '' }, /amount.*leave it out, or/],
  ['the same: null', 'stripe', { ...refund, amount: null }, /amount.*leave it out, or/],
  ['the same: the word', 'stripe', { ...refund, amount: 'null' }, /amount.*integer/],
  ['mail that was to go later', 'sendgrid', { ...mail, send_at: '' }, /send_at.*leave it out, or/],
  ['the same: null', 'sendgrid', { ...mail, send_at: null }, /send_at.*leave it out, or/],
  ['the same: a day', 'sendgrid', { ...mail, send_at: '2026-12-24' }, /send_at.*(?:Unix|integer)/],
  ['a payment for nothing', 'quickbooks', { ...received, amount: 5, invoice_id: '' }, /invoice_id.*leave it out, or/],
  [
    'null where the vendor clears nothing by it',
    'slack',
    { action: 'post_message', channel: 'C1', text: 'x', thread_ts: null },
    /thread_ts.*leave it out, or/,
  ],
  ['a row or two rows', 'google-sheets', { ...rows, rows: ['x', 'y'] }, /rows.*array/],
  ['the same: one value', 'google-sheets', { ...rows, rows: 'x' }, /rows.*array/],
  ['the same: as JSON', 'google-sheets', { ...rows, rows: '["x","y"]' }, /rows.*array/],
  ['the last day of a period', 'stripe', { action: 'list_charges', created: { lte: '2026-01-31' } }, /created.*Unix/],
  [
    'the same by another name',
    'sendgrid',
    { action: 'list_bounces', end_time: '2026-01-31' },
    /end_time.*Unix|end_time.*integer/,
  ],
  ['after a day, or within it', 'stripe', { action: 'list_charges', created: { gt: '2026-01-31' } }, /created.*Unix/],
  [
    'a note about nobody',
    'hubspot',
    { action: 'create_note', text_body: 'x', timestamp: '2026-12-01T09:00:00Z', contact_ids: 'None' },
    /contact_ids.*array/,
  ],
  [
    'a task that is due at some hour of a day',
    'hubspot',
    { action: 'create_task', activity_title: 'x', timestamp: '2026-12-01' },
    /timestamp.*zone/,
  ],
  ['a dry run that cannot be read', 'stripe', { ...refund, dry_run: '' }, /dry_run/],
  ['the same: null', 'stripe', { ...refund, dry_run: null }, /dry_run/],
  ['a key that cannot be read', 'stripe', { ...refund, idempotency_key: '' }, /idempotency_key/],
  ['the same: null', 'stripe', { ...refund, idempotency_key: null }, /idempotency_key/],
  ['a repeat that cannot be read', 'stripe', { ...refund, repeat: '' }, /repeat/],
]

describe('what a value means is never changed', () => {
  test.each(told)('%s', async (_what, tool, args, says) => {
    const { isError, envelope, sent } = await call(tool, args)
    expect([isError, sent.length]).toEqual([true, 0])
    const details = (envelope.details ?? []).map(
      ({ path, message }: { path: string; message: string }) => `${path} ${message}`,
    )
    expect([envelope.error, ...details].join(' | ')).toMatch(says)
  })

  test.each<[what: string, tool: string, args: Args, sent: RegExp, coerced: RegExp]>([
    ['plain digits of an amount', 'stripe', { ...refund, amount: '20' }, /amount=20(?:&|$)/, /was read as 20/],
    ['a currency in another case', 'stripe', { ...payment, amount: 20, currency: 'EUR' }, /currency=eur/, /"eur"/],
    [
      'seconds of a moment',
      'hubspot',
      { action: 'create_note', text_body: 'x', timestamp: 1_796_122_800 },
      /"hs_timestamp":"2026-12-01T11:00:00Z"/,
      /2026-12-01T11/,
    ],
    [
      'the first day of a period',
      'stripe',
      { action: 'list_charges', created: { gte: '2026-01-31' } },
      /gte%5D=1769817600/,
      /was read as 1769817600/,
    ],
    [
      'empty values of a read',
      'stripe',
      { action: 'list_charges', customer: '', created: null },
      /charges/,
      /left out/,
    ],
  ])('but %s is read, and the value is told', async (_what, tool, args, want, coerced) => {
    const { envelope, sent } = await call(tool, args)
    expect(sent.map(({ url, body }) => `${url} ${body}`).join()).toMatch(want)
    expect(envelope.coerced.map(({ message }: { message: string }) => message).join()).toMatch(coerced)
  })
})

test('a client that sends null for all that it does not mean is understood, but for an amount of money', async () => {
  const { headers, body } = request('modern', 'tools/list')
  const listed = await gateway.send('POST', '/mcp', { authorization: `Bearer ${tokenOf('acme')}`, ...headers }, body)
  const withNulls = (tool: string, args: Args): Args => {
    const { inputSchema } = listed.body.result.tools.find(({ name }: { name: string }) => name === tool)
    const nulls = Object.fromEntries(Object.keys(inputSchema.properties).map((name) => [name, null]))
    const { continuation: _, ...others } = nulls
    return { ...others, ...args }
  }
  const posted = await call('slack', withNulls('slack', { action: 'post_message', channel: 'C1', text: 'x' }))
  expect([posted.isError, posted.sent.map(({ body }) => body)]).toEqual([undefined, ['channel=C1&text=x']])
  const refunded = await call('stripe', withNulls('stripe', refund))
  expect([refunded.isError, refunded.sent.length]).toEqual([true, 0])
  expect(refunded.envelope.error).toMatch(/amount/)
})

const card = { action: 'update_card', card_id: 'a'.repeat(24) }
const contact = { action: 'update', object_type: 'contacts', object_id: '7' }
const issue = { action: 'update_issue', issue_id: 'ENG-1' }
const ticket = { action: 'update_ticket', ticket_id: 7 }
const buyer = { action: 'update_customer', customer_id: 'gid://shopify/Customer/1' }
const meeting = { action: 'update_event', event_id: 'e' }
const customer = { action: 'update_customer', customer: 'cus_1' }

test.each<[tool: string, args: Args, url: RegExp, body: unknown]>([
  [
    'trello',
    { ...card, due: null, description: null, member_ids: null, label_ids: [] },
    /desc=&due=null&idMembers=&idLabels=/,
    '',
  ],
  [
    'hubspot',
    { ...contact, properties: { phone: null, city: 'Berlin' } },
    /contacts/,
    { properties: { phone: '', city: 'Berlin' } },
  ],
  [
    'jira',
    { action: 'update_issue', issue: 'ENG-1', assignee: null, duedate: null, description: null, priority: null },
    /ENG-1/,
    { fields: { assignee: null, duedate: null, description: null, priority: null } },
  ],
  [
    'linear',
    { ...issue, assignee_id: null, due_date: null, project_id: null, estimate: null, parent_id: null },
    /graphql/,
    {
      variables: {
        id: 'ENG-1',
        input: { assigneeId: null, dueDate: null, projectId: null, estimate: null, parentId: null },
      },
    },
  ],
  [
    'zendesk',
    { ...ticket, assignee_id: null, priority: null },
    /tickets/,
    { ticket: { assignee_id: null, priority: null } },
  ],
  ['shopify', { ...buyer, phone: null, note: null }, /graphql/, { variables: { input: { phone: null, note: null } } }],
  [
    'microsoft-outlook',
    { ...meeting, location: null, attendees: null, html: null },
    /events/,
    { location: { displayName: '' }, attendees: [], body: { content: '' } },
  ],
  [
    'stripe',
    { ...customer, description: null, metadata: { plan: null }, phone: null },
    /customers/,
    /^(?=.*description=(?:&|$))(?=.*phone=(?:&|$))(?=.*metadata%5Bplan%5D=(?:&|$))/,
  ],
  [
    'github',
    { action: 'update_issue', owner: 'o', repo: 'r', issue_number: 1, milestone: null, body: null },
    /issues/,
    { milestone: null, body: null },
  ],
  [
    'google-calendar',
    { ...meeting, calendar_id: 'primary', location: null, recurrence: null },
    /events/,
    { location: null, recurrence: null },
  ],
  [
    'google-calendar',
    {
      ...meeting,
      calendar_id: 'primary',
      start: { date: '2026-12-01', dateTime: null },
      end: { date: '2026-12-02', dateTime: null },
    },
    /events/,
    { start: { date: '2026-12-01', dateTime: null }, end: { date: '2026-12-02', dateTime: null } },
  ],
  ['google-drive', { action: 'update_file', file_id: 'f', about: null }, /files/, { description: null }],
  [
    'pipedrive',
    { action: 'update_deal', deal_id: 7, person_id: null, expected_close_date: null },
    /deals/,
    { person_id: null, expected_close_date: null },
  ],
  [
    'quickbooks',
    { action: 'update_customer', customer_id: '1', sync_token: '0', phone: null, company_name: null },
    /customer/,
    { PrimaryPhone: { FreeFormNumber: '' }, CompanyName: '' },
  ],
  [
    'quickbooks',
    { action: 'update_item', item_id: '1', sync_token: '0', sku: null, description: null },
    /item/,
    { sparse: false, Name: 'Tea', Sku: '', Description: '' },
  ],
  [
    'hubspot',
    { action: 'update_property', object_type: 'contacts', property_name: 'colour', help_text: null },
    /properties\/contacts\/colour/,
    { description: '' },
  ],
  [
    'github',
    { action: 'update_pull_request', owner: 'o', repo: 'r', pull_number: 1, body: null },
    /pulls\/1/,
    { body: '' },
  ],
  [
    'asana',
    { action: 'update_task', task_gid: '1', notes: null, custom_fields: { 7: null } },
    /tasks\/1/,
    { data: { notes: null, custom_fields: { 7: null } } },
  ],
  ['linear', { ...issue, description: null }, /graphql/, { variables: { input: { description: null } } }],
  ['microsoft-outlook', { ...meeting, reminder_minutes: null }, /events/, { isReminderOn: false }],
  [
    'stripe',
    { ...customer, invoice_settings: { default_payment_method: null } },
    /customers/,
    /^invoice_settings%5Bdefault_payment_method%5D=$/,
  ],
  ['zoom', { action: 'update_meeting', meeting_id: '81234567890', agenda: null }, /meetings/, { agenda: '' }],
  [
    'mailchimp',
    {
      action: 'upsert_member',
      list_id: 'l',
      email: 'a@example.com',
      status_if_new: 'pending',
      merge_fields: { FNAME: null },
    },
    /members/,
    { merge_fields: { FNAME: '' } },
  ],
])('null clears what it names: %s', async (tool, args, url, body) => {
  const { sent } = await call(tool, args)
  expect(sent.map((request) => request.url).join()).toMatch(url)
  // A change may read the thing first.
  const got = sent.flatMap((request) => request.body || []).join()
  if (body instanceof RegExp) expect(got).toMatch(body)
  else if (body !== '') expect(JSON.parse(got)).toMatchObject(body as object)
})
