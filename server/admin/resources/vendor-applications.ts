import { GatewayError, invalid } from '@patchbay/core/errors'
import { stepToStoreApplication } from '@patchbay/core/next-step'
import { appSecretBinding } from '@patchbay/core/refresh'
import {
  applicationPath,
  findVendorClient,
  type NewVendorApplication,
  type VendorApplicationRecord,
  type VendorApplicationRef,
  type VendorClient,
} from '@patchbay/core/store'
import { type IsoTime, isoTime, msOf } from '@patchbay/core/time'
import Type from 'typebox'
import { personalOAuth } from '../../connect/index.ts'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, type AdminReply, adminRoute, type HandlerParts, jsonAnswer } from '../route/admin-route.ts'
import { secretMember } from '../route/changes/list-changes.ts'
import { checkPreconditions, formatEtag, type Preconditions } from '../route/preconditions.ts'
import { closed, instant, orNull } from '../route/values/schemas.ts'
import { countUses, linkSeeds, renewSeeds } from './application-seeds.ts'
import { checkTokenEndpoint } from './seeds/body.ts'
import { tenantNotFound } from './tenants/not-found.ts'

const url = (description: string) => Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 2048 }), description))
const scopeNames = Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$' }), { maxItems: 200 })

const appBody = Type.Object(
  {
    client_id: Type.String({ minLength: 1, maxLength: 1024, pattern: '^[\\x20-\\x7e]*$' }),
    client_secret: Type.Optional(
      orNull(
        Type.String({ minLength: 1, maxLength: 4096, pattern: '^[\\x20-\\x7e]*$' }),
        'Left out: the secret that is stored for this `client_id`; `null`: a public client, which has no secret',
      ),
    ),
    scopes: Type.Optional(orNull(scopeNames, 'Scopes to request; left out: those that the plugin declares')),
    authorize_url: url("Instead of the vendor's authorization endpoint: a sandbox, a region"),
    token_url: url("Instead of the vendor's token endpoint"),
    revoke_url: url("Instead of the vendor's revocation endpoint"),
    issuers: Type.Optional(
      orNull(
        Type.Array(
          Type.String({
            maxLength: 500,
            pattern: '^https?://[A-Za-z0-9._*{}:-]+(/[A-Za-z0-9._~*{}/-]*)?$',
            errorMessage: 'must be the URL of an issuer; * stands for one label or segment, {name} for a setting',
          }),
          { minItems: 1, maxItems: 20 },
        ),
        "The values of `iss` with which the vendor's sign-in service may name itself (RFC 9207), compared whole; left out: those that the plugin declares",
      ),
    ),
    secret_expires_at: Type.Optional(
      orNull(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?Z)?$',
          errorMessage: 'must be a day or a time in UTC, such as 2027-03-01 or 2027-03-01T12:00:00Z',
        }),
        'When the vendor ends the secret, as its page says: a suggestion reminds of it. Left out: not known, or as stored where `client_secret` is left out, too',
      ),
    ),
  },
  { ...closed, title: 'AppInput', examples: [{ client_id: '...', client_secret: '...' }] },
)

const appJson = Type.Object(
  {
    provider: Type.String(),
    tenant: orNull(Type.String(), '`null`: for every tenant without one of its own'),
    client_id: Type.String(),
    has_secret: Type.Boolean(),
    scopes: orNull(Type.Array(Type.String())),
    authorize_url: orNull(Type.String()),
    token_url: orNull(Type.String()),
    revoke_url: orNull(Type.String()),
    issuers: orNull(Type.Array(Type.String())),
    secret_expires_at: orNull(instant(), '`null`: not known'),
    redirect_uri: Type.String({ description: 'Register this at the vendor' }),
    created_at: instant(),
    updated_at: instant(),
  },
  { title: 'App' },
)

const toJson = (
  { tenant, sealed_client_secret, version: _, former: __, ...app }: VendorApplicationRecord,
  baseUrl: string,
): Type.Static<typeof appJson> => ({
  ...app,
  tenant: tenant === '' ? null : tenant,
  has_secret: sealed_client_secret !== null,
  scopes: app.scopes === null ? null : [...app.scopes],
  issuers: app.issuers === null ? null : [...app.issuers],
  redirect_uri: `${baseUrl}/connect/callback/${app.provider}`,
})

const withSecret = (record: VendorApplicationRecord, baseUrl: string): object => ({
  ...toJson(record, baseUrl),
  client_secret: secretMember(record.sealed_client_secret),
})

const buildReply = (record: VendorApplicationRecord, { baseUrl }: HandlerParts, status = 200): AdminReply =>
  json(toJson(record, baseUrl()), status, { etag: formatEtag(record.version) })

const describeApp = (ref: VendorApplicationRef): string => `The application ${applicationPath(ref)}`

const noApp = (ref: VendorApplicationRef) =>
  new GatewayError('NOT_FOUND', `There is no application ${applicationPath(ref)}`, {
    next: stepToStoreApplication(ref),
  })

const checkUrls = async ({ fetcher }: HandlerParts, body: Type.Static<typeof appBody>): Promise<void> => {
  for (const name of ['authorize_url', 'token_url', 'revoke_url'] as const) {
    const value = body[name]
    if (value !== undefined && value !== null) await checkTokenEndpoint(fetcher, value, `/${name}`)
  }
}

const readDay = (text: string): IsoTime => {
  const day = new Date(text)
  if (Number.isNaN(msOf(day))) throw invalid('/secret_expires_at', 'must be a day of the calendar')
  return isoTime(day)
}

/**
 * The secret, sealed, and its end. A secret that isn't sent stays: no answer contains it, and so a record from an answer can be sent back
 * as it is.
 */
const readSecret = async (
  ref: VendorApplicationRef,
  { client_id, client_secret: secret, secret_expires_at: end }: Type.Static<typeof appBody>,
  known: VendorApplicationRecord | undefined,
  { vault }: HandlerParts,
): Promise<Pick<NewVendorApplication, 'sealed_client_secret' | 'secret_expires_at'>> => {
  const isKept = secret === undefined && known?.client_id === client_id
  const keptExpiry = isKept ? known.secret_expires_at : null
  const newExpiry = end ? readDay(end) : null
  const secret_expires_at = end === undefined ? keptExpiry : newExpiry
  if (secret === undefined)
    return { sealed_client_secret: findVendorClient(known, client_id)?.sealed_client_secret ?? null, secret_expires_at }
  return {
    sealed_client_secret: secret === null ? null : await vault.seal(secret, appSecretBinding(ref)),
    secret_expires_at,
  }
}

/** The clients before this one whose accounts still exist. */
const listFormer = (
  known: VendorApplicationRecord | undefined,
  uses: ReadonlyMap<string, number>,
  clientId: string,
): readonly VendorClient[] =>
  (known ? [known, ...known.former] : [])
    .filter(({ client_id }) => client_id !== clientId && uses.has(client_id))
    .map(({ client_id, sealed_client_secret, token_url, revoke_url }) => ({
      client_id,
      sealed_client_secret,
      token_url,
      revoke_url,
    }))

interface AppChange {
  readonly body: Type.Static<typeof appBody>
  readonly preconditions: Preconditions
}

/** Stores the application in place of the one that is there now. `undefined`: another was stored meanwhile. */
const replaceKnown = async (
  ref: VendorApplicationRef,
  { body, preconditions }: AppChange,
  parts: HandlerParts,
): Promise<AdminReply | undefined> => {
  const known = await parts.store.apps.get(ref)
  checkPreconditions(preconditions, known?.version, describeApp(ref))
  const secret = await readSecret(ref, body, known, parts)
  if (known) await linkSeeds(parts, known)
  const former = listFormer(known, known ? await countUses(parts, known) : new Map(), body.client_id)
  const { client_id, scopes = null, authorize_url = null, token_url = null, revoke_url = null } = body
  const app = {
    ...ref,
    client_id,
    ...secret,
    scopes,
    authorize_url,
    token_url,
    revoke_url,
    issuers: body.issuers ?? null,
    former,
  }
  const outcome = await parts.store.apps.put(app, parts.now(), known?.version ?? null)
  if (outcome === 'changed') return undefined
  if (outcome === 'TENANT_NOT_FOUND') throw tenantNotFound(ref.tenant)
  const record = await parts.store.apps.get(ref)
  if (!record) throw noApp(ref)
  await renewSeeds(parts, record)
  return {
    ...buildReply(record, parts, outcome === 'created' ? 201 : 200),
    change: { from: known && withSecret(known, parts.baseUrl()), to: withSecret(record, parts.baseUrl()) },
  }
}

const put = async (ref: VendorApplicationRef, change: AppChange, parts: HandlerParts): Promise<AdminReply> => {
  const domain = parts.domains.get(ref.provider)
  if (!domain || !personalOAuth(domain)) {
    throw invalid('/provider', `must be a registered provider that uses OAuth sign-in; ${ref.provider} is not`)
  }
  await checkUrls(parts, change.body)
  for (;;) {
    const reply = await replaceKnown(ref, change, parts)
    if (reply) return reply
  }
}

const get = async (ref: VendorApplicationRef, parts: HandlerParts): Promise<AdminReply> => {
  const record = await parts.store.apps.get(ref)
  if (!record) throw noApp(ref)
  return buildReply(record, parts)
}

const inUse = (ref: VendorApplicationRef, accounts: number): GatewayError =>
  new GatewayError(
    'CONFLICT',
    `${accounts === 1 ? '1 account refreshes its token' : `${accounts} accounts refresh their tokens`} with ${applicationPath(ref)}: disconnect ${accounts === 1 ? 'it' : 'them'} first, or store another application in its place`,
  )

/** One that is stored in its place meanwhile stays, unless it is unused, too. */
const remove = async (
  ref: VendorApplicationRef,
  preconditions: Preconditions,
  parts: HandlerParts,
): Promise<AdminReply> => {
  const known = await parts.store.apps.get(ref)
  if (!known) throw noApp(ref)
  checkPreconditions(preconditions, known.version, describeApp(ref))
  await linkSeeds(parts, known)
  const uses = await countUses(parts, known)
  const accounts = [...uses.values()].reduce((sum, count) => sum + count, 0)
  if (accounts > 0) throw inUse(ref, accounts)
  if (await parts.store.apps.remove(ref, known.version))
    return { status: 204, body: null, change: { from: withSecret(known, parts.baseUrl()) } }
  return remove(ref, preconditions, parts)
}

const answers = {
  200: jsonAnswer('The application replaced another one', appJson),
  201: jsonAnswer('The application is stored', appJson),
}
const own = 'The application of one tenant, instead of the one for all tenants'

export const vendorApplicationRoutes: AdminGroup = {
  name: 'Apps',
  description: 'Your OAuth applications at the vendors, with which people connect accounts. No answer holds a secret.',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/apps',
      action: 'list_apps',
      summary: 'List the applications',
      auditTarget: () => ({ tenant: null, key: 'apps' }),
      answers: { 200: jsonAnswer('The applications', Type.Object({ apps: Type.Array(appJson) })) },
      handle: async (_, { store, baseUrl }) =>
        json({ apps: (await store.apps.list()).map((app) => toJson(app, baseUrl())) }),
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/apps/:provider',
      action: 'put_app',
      versioned: true,
      summary: 'Store the application for all tenants',
      asksAgain: true,
      auditTarget: ({ provider }) => ({ tenant: null, key: `apps/${provider}` }),
      role: 'owner',
      body: appBody,
      answers,
      errors: ['CONFLICT'],
      handle: ({ params: { provider }, ...change }, parts) => put({ provider, tenant: '' }, change, parts),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/apps/:provider',
      action: 'get_app',
      versioned: true,
      summary: 'Show the application for all tenants',
      auditTarget: ({ provider }) => ({ tenant: null, key: `apps/${provider}` }),
      answers: { 200: jsonAnswer('The application', appJson) },
      errors: ['NOT_FOUND'],
      handle: ({ params: { provider } }, parts) => get({ provider, tenant: '' }, parts),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/apps/:provider',
      action: 'delete_app',
      versioned: true,
      summary: 'Remove the application for all tenants',
      auditTarget: ({ provider }) => ({ tenant: null, key: `apps/${provider}` }),
      role: 'owner',
      answers: { 204: { description: 'The application is removed' } },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ params: { provider }, preconditions }, parts) =>
        remove({ provider, tenant: '' }, preconditions, parts),
    }),
    adminRoute({
      method: 'PUT',
      path: '/admin/apps/:provider/:tenant',
      action: 'put_tenant_app',
      versioned: true,
      summary: "Store a tenant's own application",
      asksAgain: true,
      description: own,
      auditTarget: ({ provider, tenant }) => ({ tenant, key: `apps/${provider}/${tenant}` }),
      role: 'owner',
      body: appBody,
      answers,
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      handle: ({ params, ...change }, parts) => put(params, change, parts),
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/apps/:provider/:tenant',
      action: 'get_tenant_app',
      versioned: true,
      summary: "Show a tenant's own application",
      auditTarget: ({ provider, tenant }) => ({ tenant, key: `apps/${provider}/${tenant}` }),
      answers: { 200: jsonAnswer('The application', appJson) },
      errors: ['NOT_FOUND'],
      handle: ({ params }, parts) => get(params, parts),
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/apps/:provider/:tenant',
      action: 'delete_tenant_app',
      versioned: true,
      summary: "Remove a tenant's own application",
      auditTarget: ({ provider, tenant }) => ({ tenant, key: `apps/${provider}/${tenant}` }),
      role: 'owner',
      answers: { 204: { description: 'The application is removed' } },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: ({ params, preconditions }, parts) => remove(params, preconditions, parts),
    }),
  ],
}
