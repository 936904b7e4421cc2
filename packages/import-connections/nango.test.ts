import { expect, test } from 'vitest'
import { toGatewayId, Unfit } from './incoming.ts'
import { checkTemplate, nangoEntries } from './nango.ts'
import type { NangoApi, NangoConnection, NangoDetails } from './nango-api.ts'

const connection: NangoConnection = { connection_id: 'c-1', provider: 'hubspot', provider_config_key: 'hs-prod' }

const only = async (
  changes: Partial<NangoConnection>,
  { tenant, details = {} }: { tenant?: string; details?: NangoDetails } = {},
) => {
  const nango: NangoApi = {
    connections: async () => [{ ...connection, ...changes }],
    connection: async () => details,
    integration: async () => ({ credentials: { client_id: 'of the integration', client_secret: 'its secret' } }),
    remove: async () => undefined,
  }
  const [entry] = await nangoEntries(nango, { tenant, mapped: new Map([['mapped', 'slack']]) }, undefined)
  if (!entry) throw new Error('there is no entry')
  return entry
}

const organization = { id: 'org-1', display_name: 'Org One' }
const person = { id: 'user-1', email: 'ada@example.com', display_name: null, organization }

test.each([
  [
    'the organization',
    { end_user: person },
    undefined,
    { tenant: 'org-1', tenantName: 'Org One', label: 'ada@example.com' },
  ],
  ['its tag', { tags: { organization_id: 'org-2' }, end_user: person }, undefined, { tenant: 'org-2' }],
  ['the end user', { tags: { end_user_id: 'user-2' } }, undefined, { tenant: 'user-2', label: 'c-1' }],
  ['the connection', {}, undefined, { tenant: 'c-1', tenantName: 'c-1' }],
  ['one for all', { end_user: person }, 'acme', { tenant: 'acme' }],
  ['a template', { end_user: person }, 'n-{organization}-{end_user}', { tenant: 'n-org-1-user-1' }],
  [
    'an id that must be another',
    { connection_id: 'Ada@Example.com' },
    'acme',
    { account: toGatewayId('Ada@Example.com') },
  ],
  ['a mapped integration', { provider_config_key: 'mapped' }, 'acme', { provider: 'slack' }],
  ['an API of another name', { provider: 'stripe-api-key' }, 'acme', { provider: 'stripe' }],
])('a connection belongs to %s', async (_, changes, tenant, wanted) => {
  const entry = await only(changes, tenant === undefined ? {} : { tenant })
  expect(entry).toMatchObject({ incoming: wanted })
})

test('a connection without what the template names is told, and a template with an unknown name is refused', async () => {
  expect(await only({}, { tenant: '{organization}' })).toEqual({
    source: 'hs-prod/c-1',
    unfit: 'it has no organization to name the tenant after',
  })
  expect(() => checkTemplate('{organisation}')).toThrow('the only placeholders in --tenant are {organization}')
  expect(checkTemplate('n-{end_user}')).toBeUndefined()
})

test('ids that would become one stay two', () => {
  expect(
    [toGatewayId('a-b_1'), toGatewayId('Acme'), toGatewayId('acme '), toGatewayId('___')].map((id) =>
      /^[a-z0-9][a-z0-9_-]{0,63}$/.test(id),
    ),
  ).toEqual([true, true, true, true])
  expect(new Set(['acme', 'Acme', 'ACME', 'acme ', 'ac.me', 'ac me', 'é', 'è'].map(toGatewayId)).size).toBe(8)
  expect(toGatewayId('x'.repeat(70))).toHaveLength(59)
})

const oauth = { type: 'OAUTH2', access_token: 'a', refresh_token: 'r', expires_at: '2026-11-22T00:00:00.000Z' }
const client = { id: 'of the integration', secret: 'its secret' }

test.each([
  ['OAuth', 'hubspot', oauth, { kind: 'oauth2', accessToken: 'a', refreshToken: 'r', expiresAt: 1795305600, client }],
  [
    'OAuth with a client of its own',
    'hubspot',
    { ...oauth, config_override: { client_id: 'own', client_secret: 'secret' } },
    { client: { id: 'own', secret: 'secret' } },
  ],
  ['an access token alone', 'hubspot', { type: 'OAUTH2', access_token: 'a' }, { kind: 'oauth2', client: undefined }],
  ['a key', 'hubspot', { type: 'API_KEY', apiKey: 'k' }, { kind: 'key', key: 'k' }],
  [
    'a pair',
    'hubspot',
    { type: 'BASIC', username: 'u', password: 'p' },
    { kind: 'basic', username: 'u', password: 'p' },
  ],
  [
    'an application',
    'hubspot',
    { type: 'OAUTH2_CC', client_id: 'c', client_secret: 's' },
    { kind: 'client', id: 'c', secret: 's' },
  ],
  ['an agent of Zendesk', 'zendesk-api-key', { type: 'BASIC', username: 'u', password: 'p' }, { username: 'u/token' }],
])('the credential of %s is read', async (_, provider, credentials, wanted) => {
  const entry = await only({ provider }, { details: { credentials } })
  expect('incoming' in entry && (await entry.read()).brought).toMatchObject(wanted)
})

const twilio = { type: 'BASIC', username: 'AC1', password: 'p' }

test.each([
  ['the configuration of the connection', 'hubspot', oauth, { region: 'eu', count: 1 }, { region: 'eu' }],
  ['the user name of Twilio', 'twilio', twilio, { region: 'eu' }, { account_sid: 'AC1', region: 'eu' }],
  ['another name of Mailchimp’s', 'mailchimp', oauth, { dc: 'us6' }, { data_center: 'us6', dc: 'us6' }],
])('settings come from %s', async (_, provider, credentials, connection_config, wanted) => {
  const entry = await only({ provider }, { details: { credentials, connection_config } })
  expect('incoming' in entry && (await entry.read()).known).toEqual(wanted)
})

test.each(['OAUTH1', 'APP', 'two\u001b[31m'])('the credential of the type %j can not be moved', async (type) => {
  const entry = await only({}, { details: { credentials: { type } } })
  const error = await ('incoming' in entry && entry.read().catch((thrown: unknown) => thrown))
  expect(error).toBeInstanceOf(Unfit)
  expect(String(error)).not.toContain('\u001b')
})

const tagged = (organization: string, end_user: string, connection_id: string): Partial<NangoConnection> => ({
  connection_id,
  tags: { organization_id: organization, end_user_id: end_user },
})

const entriesOf = (tenant: string | undefined, ...changes: readonly Partial<NangoConnection>[]) => {
  const nango: NangoApi = {
    connections: async () => changes.map((each) => ({ ...connection, ...each })),
    connection: async () => ({}),
    integration: async () => ({}),
    remove: async () => undefined,
  }
  return nangoEntries(nango, { tenant, mapped: new Map() }, undefined)
}

test('connections that would become one account are not moved, so that none is deleted for the other’s sake', async () => {
  const two = [{ provider_config_key: 'hs-prod' }, { provider_config_key: 'hs-old' }, { connection_id: 'c-2' }]
  const entries = await entriesOf('acme', ...two)
  expect(entries.map((entry) => ('incoming' in entry ? 'moves' : entry.unfit))).toEqual([
    expect.stringMatching(/^hs-old\/c-1 would become the same account/),
    expect.stringMatching(/^hs-prod\/c-1 would become the same account/),
    'moves',
  ])
  const apart = await entriesOf('acme-{integration}', ...two)
  expect(apart.map((entry) => 'incoming' in entry && entry.incoming.tenant)).toEqual([
    'acme-hs-prod',
    'acme-hs-old',
    'acme-hs-prod',
  ])
})

test.each([
  ['an id that is made as another one', undefined, tagged('Acme', 'a', '1'), tagged(toGatewayId('Acme'), 'b', '2')],
  ['ids that run together', '{organization}-{end_user}', tagged('a-b', 'c', '1'), tagged('a', 'b-c', '2')],
  ['the id of an organization as an end user', undefined, tagged('acme', 'a', '1'), { tags: { end_user_id: 'acme' } }],
] as const)('customers who would share a tenant are not moved: %s', async (_, tenant, first, second) => {
  const unfit = { unfit: expect.stringMatching(/^another customer .* --connection and its own --tenant$/) }
  expect(await entriesOf(tenant, first, second)).toEqual([
    expect.objectContaining(unfit),
    expect.objectContaining(unfit),
  ])
  const alone = await entriesOf(tenant, first, { ...first, connection_id: 'another' })
  expect(alone.map((entry) => 'incoming' in entry)).toEqual([true, true])
})
