import { type Malformed, refusedBodies } from './malformed.ts'

const tenant = (more: object): string =>
  JSON.stringify({ name: 'Acme', status: 'active', providers: { hubspot: entry({}) }, ...more })

const entry = (more: object) => ({ accounts: [{ id: 'main', label: 'Main' }], ...more })

const tenants = refusedBodies('PUT /admin/tenants/acme', {
  'nothing where a configuration belongs': '',
  'an array for a configuration': `[${tenant({})}]`,
  'a configuration with a repeated member': tenant({}).replace('{', '{"name":"Other",'),
  'no status': '{"name":"Acme","providers":{}}',
  'an operator for a status': tenant({ status: { $ne: 'suspended' } }),
  'a name that is a number': tenant({ name: 7 }),
  'an empty name': tenant({ name: '' }),
  'a name with half of a surrogate pair': tenant({}).replace('"Acme"', '"\\ud800"'),
  'providers that are a list': tenant({ providers: [entry({})] }),
  '__proto__ as a provider': tenant({}).replace('"hubspot"', '"__proto__"'),
  'constructor as a provider': tenant({}).replace('"hubspot"', '"constructor"'),
  'accounts that are an object': tenant({ providers: { hubspot: { accounts: { main: {} } } } }),
  'no accounts': tenant({ providers: { hubspot: { accounts: [] } } }),
  'an account without a label': tenant({ providers: { hubspot: { accounts: [{ id: 'main' }] } } }),
  'an operator for an account id': tenant({ providers: { hubspot: { accounts: [{ id: { $gt: '' }, label: 'x' }] } } }),
  '__proto__ as an account id': tenant({ providers: { hubspot: { accounts: [{ id: '__proto__', label: 'x' }] } } }),
  'an operator for the default': tenant({ providers: { hubspot: entry({ default: { $gt: '' } }) } }),
  'settings that HubSpot has not': tenant({
    providers: { hubspot: { accounts: [{ id: 'main', label: 'x', settings: { shop: 'a' } }] } },
  }),
  'an unknown option': tenant({ options: { allow_row: true } }),
  'an option of another type': tenant({ options: { allow_raw: 'yes' } }),
})

const tokens = refusedBodies('PUT /admin/tokens/acme/hubspot/main', {
  'no access token': '{}',
  'an empty access token': '{"access_token":""}',
  'an operator for an access token': '{"access_token":{"$gt":""}}',
  'an access token that adds a header': '{"access_token":"a\\r\\nX-Evil: 1"}',
  'an access token with NUL': '{"access_token":"a\\u0000b"}',
  'an access token that no header can hold': '{"access_token":"\u{1f511}"}',
  'an expiry as text': '{"access_token":"a","expires_at":"1900000000"}',
  'an expiry beyond every number': '{"access_token":"a","expires_at":1e400}',
  'an expiry that is not a whole number': '{"access_token":"a","expires_at":1.5}',
  'a negative expiry': '{"access_token":"a","expires_at":-1}',
  'an expiry in milliseconds': '{"access_token":"a","expires_at":1900000000000}',
  'a token type that adds a header': '{"access_token":"a","token_type":"Bearer\\r\\nX-Evil: 1"}',
  'an unknown member of a token': '{"access_token":"a","refresh_token":"b"}',
})

const registrations = refusedBodies('POST /admin/auth', {
  'no tenant': '{"token":"0123456789abcdef"}',
  'an operator for a token': '{"tenant_id":"acme","token":{"$gt":""}}',
  'an operator for a tenant': '{"tenant_id":{"$gt":""},"token":"0123456789abcdef"}',
  '__proto__ as a tenant': '{"tenant_id":"__proto__","token":"0123456789abcdef"}',
  'a tenant in upper case': '{"tenant_id":"ACME","token":"0123456789abcdef"}',
  'a short token': '{"tenant_id":"acme","token":"0123456789abcde"}',
  'a token with a blank': '{"tenant_id":"acme","token":"0123456789 abcdef"}',
  'a token with a line break': '{"tenant_id":"acme","token":"0123456789\\nabcdef"}',
  'a token of numbers': '{"tenant_id":"acme","token":1234567890123456}',
})

export const adminBodies: readonly Malformed[] = [...tenants, ...tokens, ...registrations]
