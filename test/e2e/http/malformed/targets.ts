import { type Malformed, refused } from './malformed.ts'

const call = (target: string) => ({ line: `POST ${target}`, body: '{"action":"list","object_type":"contacts"}' })
const read = (target: string) => ({ line: `GET ${target}`, headers: { 'Content-Type': null } })
const long = 'a'.repeat(65)

const calls = [
  ...refused(404, 'NOT_FOUND', {
    'no path': call('/'),
    'no domain': call('/api/v1/acme'),
    'an empty tenant': call('/api/v1//hubspot'),
    'a segment too many': call('/api/v1/acme/hubspot/contacts'),
    'another version': call('/api/v2/acme/hubspot'),
    'another case': call('/API/v1/acme/hubspot'),
    'two slashes first': call('//api/v1/acme/hubspot'),
    'an encoded slash for the version': call('/api%2fv1/acme/hubspot'),
  }),
  // The answer to a tenant that isn't the token's says nothing of whether it exists.
  ...refused(401, 'AUTH_FAILED', {
    'two encoded dots for the tenant': call('/api/v1/%2e%2e/hubspot'),
    'a byte that is not UTF-8 for the tenant': call('/api/v1/%ff/hubspot'),
    'NUL for the tenant': call('/api/v1/%00/hubspot'),
    'NUL behind the tenant': call('/api/v1/acme%00/hubspot'),
    'a slash in the tenant': call('/api/v1/acme%2fx/hubspot'),
    '__proto__ as the tenant of the path': call('/api/v1/__proto__/hubspot'),
    'constructor as the tenant of the path': call('/api/v1/constructor/hubspot'),
    'an operator for the tenant of the path': call('/api/v1/%7B%22$gt%22:%22%22%7D/hubspot'),
    'the tenant in upper case': call('/api/v1/ACME/hubspot'),
    'a tenant of 65 characters': call(`/api/v1/${long}/hubspot`),
  }),
  ...refused(404, 'CONFIG_MISSING', {
    'two encoded dots for the domain': call('/api/v1/acme/%2e%2e'),
    'a byte that is not UTF-8 for the domain': call('/api/v1/acme/%ff'),
    'NUL for the domain': call('/api/v1/acme/%00'),
    'half of an escape for the domain': call('/api/v1/acme/%'),
    'no hexadecimal escape for the domain': call('/api/v1/acme/%zz'),
    'a slash in the domain': call('/api/v1/acme/hub%2fspot'),
    '__proto__ as the domain': call('/api/v1/acme/__proto__'),
    'constructor as the domain': call('/api/v1/acme/constructor'),
    'an operator for the domain': call('/api/v1/acme/%7B%22$gt%22:%22%22%7D'),
    'a domain with a parameter': call('/api/v1/acme/hubspot;x=1'),
    'a line break behind the domain': call('/api/v1/acme/hubspot%0d%0aX-Evil:%201'),
    'a domain of 5000 characters': call(`/api/v1/acme/${'a'.repeat(5000)}`),
  }),
  ...refused(400, 'VALIDATION_ERROR', {
    'a repeated query parameter': call('/api/v1/acme/hubspot?a=1&a=2'),
    'a parameter repeated by an escape': call('/api/v1/acme/hubspot?a=1&%61=2'),
  }),
]

const ids = refused(400, 'VALIDATION_ERROR', {
  'two encoded dots for a tenant id': read('/admin/tenants/%2e%2e'),
  'no UTF-8 for a tenant id': read('/admin/tenants/%ff'),
  'NUL for a tenant id': read('/admin/tenants/%00'),
  '__proto__ as a tenant id': read('/admin/tenants/__proto__'),
  'a tenant id in upper case': read('/admin/tenants/ACME'),
  'a tenant id of 65 characters': read(`/admin/tenants/${long}`),
  'an operator for a tenant id': read('/admin/tenants/%7B%22$gt%22:%22%22%7D'),
  'a tenant id with a line break behind it': read('/admin/tenants/acme%0a'),
  'a tenant id that begins with a dash': read('/admin/auth/-acme'),
  'a provider that is not an id': read('/admin/tokens/acme/Hub_Spot/main'),
  'a provider of 25 characters': read(`/admin/tokens/acme/${'a'.repeat(25)}/main`),
  'an account that is not an id': read('/admin/tokens/acme/hubspot/__proto__'),
  'a token id that is not an id': { line: 'DELETE /admin/auth/acme/xyz' },
})

const unknown = [
  ...refused(404, 'TENANT_NOT_FOUND', {
    'constructor as a tenant id': read('/admin/tenants/constructor'),
    'a tenant that is not there': read('/admin/auth/nobody'),
    'a tenant that is not there, deleted': { line: 'DELETE /admin/tenants/nobody' },
  }),
  ...refused(404, 'CONFIG_MISSING', {
    'constructor as a provider of a token': read('/admin/tokens/acme/constructor/main'),
    'constructor as an account of a token': read('/admin/tokens/acme/hubspot/constructor'),
  }),
  ...refused(404, 'NOT_FOUND', {
    'an admin path that is none': read('/admin'),
    'a segment too many below a tenant': read('/admin/tenants/acme/x'),
    'a token that is not registered': { line: 'DELETE /admin/auth/acme/0123456789ab' },
  }),
]

const queries = refused(400, 'VALIDATION_ERROR', {
  'a parameter that a route does not have': read('/admin/tenants/acme?verbose=1'),
  '__proto__ as a parameter': read('/admin/audit?__proto__=1'),
  'a repeated filter': read('/admin/audit?tenant=acme&tenant=beta'),
  'an operator for a filter': read('/admin/audit?tenant[$gt]='),
  'an empty filter': read('/admin/audit?tenant='),
  'a source that is none': read('/admin/audit?source=ftp'),
  'a limit that is not a number': read('/admin/audit?limit=ten'),
  'a limit of 1e2': read('/admin/audit?limit=1e2'),
  'a limit of NaN': read('/admin/audit?limit=NaN'),
  'a limit of 0 entries': read('/admin/audit?limit=0'),
  'a limit of 1001 entries': read('/admin/audit?limit=1001'),
  'a moment that is none': read('/admin/audit?since=yesterday'),
  'a moment with a month too many': read('/admin/audit?since=2026-13-01'),
  'a negative span': read('/admin/audit?since=-1h'),
  'a span beyond every clock': read('/admin/audit?since=99999999999999d'),
  'a cursor that was never given out': read('/admin/audit?cursor=%27%20OR%201=1'),
  'a cursor of a tenant list that was never given out': read('/admin/tenants?cursor=Li4'),
  'a prune that is neither': { line: 'PUT /admin/tenants/acme?prune=maybe', body: '{}' },
})

export const targets: readonly Malformed[] = [...calls, ...ids, ...unknown, ...queries]
