import type { AnyProvider, ApiKey, Auth, Keys, OneOf, Signed } from '@patchbay/core/provider'
import { refuseProviderId } from '@patchbay/core/schema'
import { noOperatorHosts, type OperatorHosts } from '../../model/operator-hosts.ts'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { failureFaults } from '../faults/function-faults.ts'
import { providerMemberFaults } from '../faults/members.ts'
import { token } from '../faults/name-faults.ts'
import { headerFaults, isText, statusesFaults } from '../faults/value-faults.ts'
import { credentialFieldFaults } from './credential-field-faults.ts'
import { limitsFaults } from './limits-faults.ts'
import { oauthFaults, urlFaults } from './oauth-faults.ts'
import { originFaults } from './origin-faults.ts'
import { settingFaults, settingNameFaults } from './setting-faults.ts'

/** The domain's name in paths and tools. */
const providerId = /^[a-z][a-z0-9-]{0,23}$/

/** `find_actions`, `describe_action`, `call_read`, `run_code` and `read_file` are tools of no domain. */
const takenIds = ['find', 'describe', 'call', 'run', 'read']

/** The faults of a provider, except those of its actions. */
export const providerFaults = (provider: AnyProvider, hosts: OperatorHosts = noOperatorHosts): Fault[] => [
  ...faultsAt(['id'], idFaults(provider.id)),
  ...faultsAt(
    ['title'],
    isText(provider.title) ? [] : ['the title is empty: write the vendor and product, e.g. "HubSpot CRM"'],
  ),
  ...faultsAt(['origin'], originFaults(provider, hosts)),
  ...Object.entries(provider.settings ?? {}).flatMap(([name, schema]) =>
    faultsAt(['settings', name], settingFaults(name, schema)),
  ),
  ...faultsAt(['auth'], authFaults(Object(provider.auth), provider.settings, hosts)),
  ...faultsAt(
    ['credentialsPage'],
    provider.credentialsPage === undefined ? [] : urlFaults('credentialsPage', provider.credentialsPage),
  ),
  ...credentialFieldFaults({ ...provider, auth: Object(provider.auth) }),
  ...Object.entries(provider.headers ?? {}).flatMap(([name, value]) =>
    faultsAt(
      ['headers', name],
      [...headerFaults(name, value), ...settingNameFaults(`the header ${name}`, String(value), provider.settings)],
    ),
  ),
  ...faultsAt(['encoding'], encodingFaults(provider.encoding)),
  ...faultsAt(['retry'], retryFaults(Object(provider.retry))),
  ...faultsAt(['failure'], failureFaults(provider.failure)),
  ...faultsAt(['withhold'], withholdFaults(provider.withhold)),
  ...limitsFaults(provider.limits),
  ...faultsAt(
    ['actions'],
    Object.keys(provider.actions).length > 0 || provider.overlay ? [] : ['it has no actions: write at least one read'],
  ),
  ...providerMemberFaults(provider),
]

/** A body that is one file or one text is a matter of single actions. */
const encodingFaults = (encoding: unknown): string[] =>
  encoding === undefined || ['json', 'form', 'multipart'].includes(String(encoding))
    ? []
    : [`\`encoding\` is ${JSON.stringify(encoding)}: write one of json, form, multipart; single actions have others`]

const retryFaults = ({ tries = 1, on = [] }: NonNullable<AnyProvider['retry']>): string[] => [
  ...([1, 2, 3].includes(tries) ? [] : [`\`retry.tries\` is ${JSON.stringify(tries)}: write 1, 2 or 3`]),
  ...statusesFaults('retry.on', on),
]

const withholdFaults = (names: unknown): string[] =>
  names === undefined || (Array.isArray(names) && names.length > 0 && names.every(isText))
    ? []
    : ["`withhold` is not a list of members' names: write it like ['upload_token']"]

/** The fault of a domain's id. */
export const idFaults = (id: string): string[] => {
  if (id === 'unknown')
    return ['the id "unknown" is what the audit log calls domains that are not registered: choose another']
  const refused = refuseProviderId(id)
  if (refused) return [refused]
  if (takenIds.includes(id))
    return [`the id "${id}" begins the names of the tools that find and call actions: choose another`]
  return providerId.test(id)
    ? []
    : [`the id ${JSON.stringify(id)} doesn't match ${providerId.source}: write it like help-desk`]
}

const authFaults = (auth: Auth, settings: AnyProvider['settings'], hosts: OperatorHosts): string[] => {
  switch (auth.kind) {
    case 'oauth2':
      return [
        ...oauthFaults(auth, settings, hosts),
        ...(auth.header === undefined ? [] : keyHeaderFaults('auth', auth.header)),
      ]
    case 'apiKey':
      return placeFaults('auth', auth)
    case 'keys':
      return keysFaults(auth)
    case 'signed':
      return signedFaults(auth)
    case 'oneOf':
      return oneOfFaults(auth, settings, hosts)
    case 'basic':
    case 'none':
      return []
    default:
      return [
        'auth is of an unknown kind: use oauth2(...), apiKey(...), keys(...), basic(...), signed(...), oneOf(...) or none()',
      ]
  }
}

/** The name of a secret in `PUT /admin/tokens`. */
const secretName = /^[a-z][a-z0-9_]{0,63}$/

const secretNameFaults = (names: readonly string[]): string[] =>
  names
    .filter((name) => !secretName.test(name))
    .map((name) => `the secret ${JSON.stringify(name)} doesn't match ${secretName.source}: write it like signing_key`)

const keysFaults = ({ keys }: Keys): string[] => {
  const names = Object.keys(keys)
  // If two secrets had the same place, only the last would be sent. Header names have no case (RFC 9110, section 5.1).
  const places = Object.values(keys).map(({ header, query, cookie }) =>
    JSON.stringify([header?.toLowerCase(), query, cookie]),
  )
  return [
    ...(names.length > 1 ? [] : ['auth has fewer than two keys: use apiKey(...) for one']),
    ...secretNameFaults(names),
    ...Object.entries(keys).flatMap(([name, key]) => placeFaults(`auth.keys.${name}`, key)),
    ...(new Set(places).size === places.length ? [] : ['two keys of auth have the same place: give each its own']),
  ]
}

const signedFaults = ({ secrets, sign }: Signed): string[] => [
  ...(secrets.length > 0 ? [] : ['auth.secrets is empty: name the secrets that requests are signed with']),
  ...secretNameFaults(secrets),
  ...(typeof sign === 'function'
    ? []
    : ['auth.sign is not a function: write `sign: (request, secrets) => ({ headers: { ... } })`']),
]

/** The grants of more than one alternative. */
const repeatedGrants = (kinds: readonly Auth[]): string[] => {
  const grants = kinds.flatMap((kind) => (kind.kind === 'oauth2' ? [kind.grant ?? 'authorization_code'] : []))
  return [...new Set(grants.filter((grant, index) => grants.indexOf(grant) !== index))]
}

const oneOfFaults = ({ alternatives }: OneOf, settings: AnyProvider['settings'], hosts: OperatorHosts): string[] => {
  const kinds: Auth[] = Object.values(alternatives)
  return [
    ...(kinds.length > 1 ? [] : ['auth.alternatives has fewer than two kinds: use the one kind without oneOf(...)']),
    ...Object.keys(alternatives)
      .filter((name) => !secretName.test(name))
      .map(
        (name) => `the alternative ${JSON.stringify(name)} doesn't match ${secretName.source}: write it like api_key`,
      ),
    ...repeatedGrants(kinds).map(
      (grant) => `auth.alternatives has two oauth2(...) of the grant ${grant}: a seed would not say which it is for`,
    ),
    ...kinds.flatMap((kind) =>
      kind.kind === 'oneOf'
        ? ['auth.alternatives cannot be nested: put all alternatives into one oneOf(...)']
        : authFaults(kind, settings, hosts),
    ),
  ]
}

const keyHeaderFaults = (at: string, header: string): string[] =>
  token.test(header) ? [] : [`${at}.header ${JSON.stringify(header)} is not a header name: write it like X-Api-Key`]

const placeFaults = (at: string, { header, query, cookie, body }: ApiKey): string[] => {
  if (query !== undefined) return isText(query) ? [] : [`${at}.query is empty: name the query parameter`]
  if (cookie !== undefined)
    return token.test(cookie)
      ? []
      : [`${at}.cookie ${JSON.stringify(cookie)} is not a cookie name: write it like session_id`]
  if (body !== undefined) return isText(body) ? [] : [`${at}.body is empty: name the member of the body`]
  if (header === undefined) {
    return [
      `${at} doesn't say where calls carry the key: write apiKey({ header: 'X-Api-Key' }), or name a \`query\`, \`cookie\` or \`body\``,
    ]
  }
  return keyHeaderFaults(at, header)
}
