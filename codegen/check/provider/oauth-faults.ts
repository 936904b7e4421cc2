import { isJsonObject } from '@patchbay/core/json-object'
import {
  type AccountEndpoint,
  type AnyProvider,
  type AuthorizationCode,
  assertionAlgorithms,
  assertionClaims,
  formatTemplate,
  type GrantName,
  type JwtBearer,
  type OAuth2,
  type ReportedSetting,
  type Revocation,
} from '@patchbay/core/provider'
import { isPlainOfOperator, noOperatorHosts, type OperatorHosts } from '../../model/operator-hosts.ts'
import { useFaults } from './origin-faults.ts'
import { isPointer } from './probe-faults.ts'

type Settings = NonNullable<AnyProvider['settings']>

/** The members that belong to one grant only, or to two. */
const ownMembers: Readonly<Record<GrantName, readonly string[]>> = {
  authorization_code: [
    'authorize',
    'refresh',
    'issuers',
    'optionalScopes',
    'rotates',
    'pkce',
    'separator',
    'scopeParameter',
    'parameters',
    'exchangeParameters',
    'callbackSignature',
    'tokenAt',
    'identity',
    'displayName',
    'tells',
    'resource',
    'registers',
    'clientDocument',
    'revoke',
  ],
  client_credentials: ['parameters'],
  jwt_bearer: ['algorithm', 'audience', 'claims', 'parameters'],
}

/** A value of a sign-in, with https for the addresses that the operator lets the gateway reach without TLS. */
const asEncrypted = (value: unknown, hosts: OperatorHosts): unknown => {
  if (typeof value === 'string') return isPlainOfOperator(value, hosts) ? value.replace(/^http:/, 'https:') : value
  if (Array.isArray(value)) return value.map((one) => asEncrypted(one, hosts))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asEncrypted(member, hosts)]))
}

/** `hosts`: those that may be reached without TLS. */
export const oauthFaults = (written: OAuth2, settings: Settings = {}, hosts = noOperatorHosts): string[] => {
  const auth = asEncrypted(written, hosts) as OAuth2
  const grants = Object.keys(ownMembers)
  const grant = auth.grant ?? 'authorization_code'
  const own = Object.hasOwn(ownMembers, grant) ? ownMembers[grant] : undefined
  if (!own) return [`auth.grant is ${JSON.stringify(grant)}: write one of ${grants.join(', ')}`]
  const others = new Set(Object.values(ownMembers).flat())
  return [
    ...endpointFaults('token', auth.token, settings),
    ...choiceFaults('clientAuth', auth.clientAuth, ['basic', 'post']),
    ...choiceFaults('encoding', auth.encoding, ['json']),
    ...[...others]
      .filter((name) => name in auth && !own.includes(name))
      .map((name) => `auth.${name} can't be used with the grant ${grant}: remove it`),
    ...scopeFaults('scopes', auth.scopes),
    ...formFaults(auth, settings),
  ]
}

/** `scope-token` of RFC 6749, section 3.3, without the comma by which some vendors separate scopes. */
const scopeName = /^[!#-+\--[\]-~]{1,200}$/

const scopeFaults = (member: string, scopes: unknown): string[] => {
  if (typeof scopes !== 'object' || scopes === null || Array.isArray(scopes)) {
    return [`auth.${member} is not an object: write each scope with what it allows, or {} if there are no scopes`]
  }
  return Object.entries(scopes).flatMap(([name, sentence]) => [
    ...(scopeName.test(name) ? [] : [`auth.${member} has ${JSON.stringify(name)}, which is not a scope's name`]),
    ...(typeof sentence === 'string' && sentence.trim() !== ''
      ? []
      : [`auth.${member} doesn't say what ${name} allows: write it for the person who is asked`]),
  ])
}

const personFaults = (auth: AuthorizationCode, settings: Settings): string[] => {
  const {
    authorize,
    refresh,
    scopes,
    optionalScopes = {},
    revoke,
    issuers = [],
    tokenAt = [],
    identity = [],
    displayName,
    tells = {},
    resource,
    registers,
  } = auth
  return [
    ...endpointFaults('authorize', authorize, settings),
    ...(refresh === undefined ? [] : endpointFaults('refresh', refresh, settings)),
    ...(revoke ? revocationFaults(revoke) : []),
    ...(resource === undefined ? [] : urlFaults('auth.resource', resource)),
    ...(registers === undefined ? [] : urlFaults('auth.registers', registers)),
    ...issuers.flatMap((issuer) => issuerFaults(issuer, settings)),
    ...scopeFaults('optionalScopes', optionalScopes),
    ...Object.keys(Object(optionalScopes))
      .filter((name) => Object.hasOwn(Object(scopes), name))
      .map((name) => `${name} stands in auth.scopes and in auth.optionalScopes: remove one`),
    ...[tokenAt].flat().flatMap((pointer) => pointerFaults('tokenAt', pointer)),
    ...[identity].flat().flatMap((pointer) => pointerFaults('identity', pointer)),
    ...(displayName ? displayNameFaults(displayName) : []),
    ...Object.entries(tells).flatMap(([name, reported]) => reportedSettingFaults(name, reported, settings)),
  ]
}

const revocationFaults = ({ url, form = {}, account }: Revocation): string[] => [
  ...urlFaults('auth.revoke.url', url),
  ...(account === undefined ? [] : pointerFaults('revoke.account', account)),
  ...(account === undefined && [url, ...Object.values(form)].some((text) => text.includes('{account}'))
    ? ["auth.revoke has {account}: write auth.revoke.account, the pointer to it in the token endpoint's answer"]
    : []),
]

/** `*` is one label or segment, `{name}` a setting. */
const issuerFaults = (issuer: string, settings: Settings): string[] => {
  const names = [...issuer.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const written = issuer.replaceAll(/\{[^}]*\}|\*/g, 'x')
  if (!/^https:\/\/[^/?#\s]+(\/[^?#\s]*)?$/.test(written) || !URL.canParse(written))
    return [
      `auth.issuers has ${JSON.stringify(issuer)}, which is not an issuer: write e.g. 'https://login.example.com'`,
    ]
  return names
    .filter((name) => !Object.hasOwn(settings, name))
    .map((name) => `auth.issuers has {${name}}, which is not a setting: declare it under \`settings\``)
}

const pointerFaults = (member: string, pointer: unknown): string[] =>
  isPointer(pointer) ? [] : [`auth.${member} ${JSON.stringify(pointer)} is not a JSON pointer: write e.g. '/user/name'`]

const displayNameFaults = ({ introspect, at }: NonNullable<AuthorizationCode['displayName']>): string[] => [
  ...(/^\/[!-~]+$/.test(introspect) && !introspect.startsWith('//')
    ? []
    : [`auth.displayName.introspect ${JSON.stringify(introspect)} is not a path: write e.g. '/oauth/introspect'`]),
  ...[at].flat().flatMap((pointer) => pointerFaults('displayName.at', pointer)),
]

const reportedSettingFaults = (
  name: string,
  { callback, answer, read, list }: ReportedSetting,
  settings: Settings,
): string[] => [
  ...(Object.hasOwn(settings, name)
    ? []
    : [`auth.tells has ${name}, which is not a setting: declare it under \`settings\``]),
  ...((callback === undefined) === (answer === undefined)
    ? [`auth.tells.${name} has no source: write { callback: 'name' } or { answer: '/pointer' }`]
    : []),
  ...(answer === undefined ? [] : pointerFaults(`tells.${name}.answer`, answer)),
  ...(read === undefined ? [] : urlFaults(`auth.tells.${name}.read`, read)),
  ...(list === undefined ? [] : listFaults(`tells.${name}.list`, list)),
]

/** The answer itself may be the list. */
const listFaults = (member: string, { at, label, only = {} }: NonNullable<ReportedSetting['list']>): string[] => [
  ...(at === '' ? [] : pointerFaults(`${member}.at`, at)),
  ...(label === undefined ? [] : pointerFaults(`${member}.label`, label)),
  ...Object.keys(only).flatMap((pointer) => pointerFaults(`${member}.only`, pointer)),
]

const choiceFaults = (member: string, value: unknown, choices: readonly string[]): string[] =>
  value === undefined || choices.includes(value as string)
    ? []
    : [`auth.${member} is ${JSON.stringify(value)}: write ${choices.join(' or ')}, or leave it out`]

const formFaults = (auth: OAuth2, settings: Settings): string[] => {
  if (auth.grant === 'jwt_bearer') return assertionFaults(auth)
  return auth.grant === 'client_credentials' ? [] : personFaults(auth, settings)
}

const assertionFaults = ({ algorithm, claims = {} }: JwtBearer): string[] => [
  ...(assertionAlgorithms.includes(algorithm)
    ? []
    : [`auth.algorithm is ${JSON.stringify(algorithm)}: write one of ${assertionAlgorithms.join(', ')}`]),
  ...Object.keys(claims)
    .filter((name) => (assertionClaims as readonly string[]).includes(name))
    .map((name) => `auth.claims.${name} is written by core: ${suggestReplacement(name)}`),
]

const suggestReplacement = (claim: string): string => {
  if (claim === 'scope') return 'write it as auth.scopes'
  return claim === 'aud' ? 'write it as auth.audience' : "remove it; an account's seed has the issuer and the subject"
}

const endpointFaults = (name: string, url: string | AccountEndpoint, settings: Settings): string[] =>
  typeof url === 'object'
    ? [
        ...url.settings.flatMap((setting) => useFaults(`endpoint auth.${name}`, setting, settings)),
        // Without a suffix, a setting is the whole host, and the operator lists such hosts.
        ...(url.suffix === '' ? [] : urlFaults(`auth.${name}`, formatTemplate(url).replaceAll(/\{[^{}]*\}/g, 'x'))),
      ]
    : urlFaults(`auth.${name}`, url)

/** The fault of an address that core opens or shows. */
export const urlFaults = (member: string, url: string): string[] =>
  URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).username === ''
    ? []
    : [`${member} ${JSON.stringify(url)} is not an https URL: write it like https://login.example.com/token`]
