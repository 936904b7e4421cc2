import { setImmediate } from 'node:timers/promises'
import { GatewayError, invalid, invalidInput } from '@patchbay/core/errors'
import { stepToStoreSeed } from '@patchbay/core/next-step'
import { findAuth } from '@patchbay/core/provider'
import { type Domain, findProblems } from '@patchbay/core/schema'
import type { ConnectLink } from '@patchbay/core/store'
import Type from 'typebox'
import { applicationOAuth, endLink, findTypedAuth, isLinkOver, newLink, personalOAuth } from '../../connect/index.ts'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../route/admin-route.ts'
import { cursorParameters, idInCursor, pageSchema, toCursorPage } from '../route/values/cursor.ts'
import { closed, idSchema, instant, orNull, providerId } from '../route/values/schemas.ts'
import { tenantNotFound } from './tenants/routes.ts'
import { stepToStoreApp } from './vendor-applications.ts'

const hour = 3600
const week = 7 * 24 * hour

const connectBody = Type.Object(
  {
    tenant_id: idSchema('The tenant'),
    provider: providerId('The provider'),
    account_id: idSchema('The id of a new account, or of one to connect again'),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Display name' })),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$' }), {
        maxItems: 200,
        description: 'Scopes to request at the vendor, instead of those of the application',
      }),
    ),
    settings: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        description: 'Settings that you already know; the page asks for the others',
      }),
    ),
    return_url: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Where the browser goes at the end; one of `CONNECT_RETURN_URLS`' }),
    ),
    expires_in: Type.Optional(
      Type.Integer({ minimum: 60, maximum: week, default: hour, description: 'Seconds; at most a week' }),
    ),
  },
  { ...closed, title: 'NewConnectLink', examples: [{ tenant_id: 'acme', provider: 'hubspot', account_id: 'main' }] },
)

const statuses = ['pending', 'opened', 'connected', 'failed', 'expired'] as const
const status = Type.Enum([...statuses])

const linkJson = Type.Object(
  {
    connect_id: Type.String(),
    tenant_id: Type.String(),
    provider: Type.String(),
    account_id: Type.String(),
    status,
    reason: orNull(Type.String(), 'Why the last try failed; the link can be tried again until it expires'),
    identity: orNull(Type.String(), 'Who connected the account, as the vendor names them'),
    missing_scopes: Type.Array(Type.String(), {
      description: 'Scopes that the actions need and the person did not grant at the vendor',
    }),
    expires_at: instant(),
    created_at: instant(),
  },
  { title: 'ConnectLink' },
)

const madeJson = Type.Object(
  {
    connect_id: Type.String(),
    url: Type.String({ description: 'For the person who owns the account; shown in this answer only' }),
    expires_at: instant(),
  },
  { title: 'MadeConnectLink' },
)

const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString()

const toJson = (link: ConnectLink, now: Date): Type.Static<typeof linkJson> => {
  const { connect_id, tenant, provider, account, reason, identity, expires_at, created_at } = link
  const { missing_scopes = [] } = link
  return {
    connect_id,
    tenant_id: tenant,
    provider,
    account_id: account,
    reason,
    identity,
    created_at,
    missing_scopes: [...missing_scopes],
    status: link.status === 'connected' || !isLinkOver(link, now) ? link.status : 'expired',
    expires_at: toIso(expires_at),
  }
}

type Body = Type.Static<typeof connectBody>

const checkSettings = ({ provider }: Domain, settings: Readonly<Record<string, string>>): void => {
  const schema = Type.Partial(Type.Object(provider.settings ?? {}), closed)
  const found = findProblems(schema, settings).map((detail) => ({ ...detail, path: `/settings${detail.path}` }))
  if (found.length > 0) throw invalidInput(found)
}

/** `return_url` must be listed, origin and path exactly; its query may differ. */
const checkReturn = (url: string | undefined, allowed: readonly string[]): void => {
  if (url === undefined) return
  const given = URL.parse(url)
  const isListed = given && given.hash === '' && allowed.includes(`${given.origin}${given.pathname}`)
  if (!isListed || given.username !== '' || given.password !== '') {
    throw invalid('/return_url', `must be one of CONNECT_RETURN_URLS (${allowed.join(', ') || 'none is configured'})`)
  }
}

/** Whether a person can connect an account of this provider. Throws VALIDATION_ERROR that says what is missing. */
const checkConnectable = async (
  { store }: HandlerParts,
  domain: Domain,
  { tenant_id, account_id, scopes }: Body,
): Promise<void> => {
  const { id, title, auth } = domain.provider
  const kind = findAuth(auth, undefined)?.kind
  if (kind === 'none') throw invalid('/provider', `${title} is public: its accounts need no credential`)
  const byApplication = applicationOAuth(domain) !== undefined
  if (kind === 'oauth2' && !personalOAuth(domain) && !byApplication) {
    throw invalid('/provider', `${title} has no sign-in for people`).with({
      next: stepToStoreSeed({ tenant: tenant_id, provider: id, account: account_id }),
    })
  }
  if (!personalOAuth(domain) && scopes)
    throw invalid('/scopes', `is only for providers at which people sign in: leave it out for ${title}`)
  if (personalOAuth(domain) && !(await store.apps.find({ provider: id, tenant: tenant_id }))) {
    if (findTypedAuth(domain) && !scopes) return
    throw invalid(
      '/provider',
      `has no OAuth application yet: first store the one that you registered at ${title}`,
    ).with({
      next: stepToStoreApp({ provider: id, tenant: '' }),
    })
  }
}

const idPattern = /^[0-9a-f-]{36}$/

const linkQuery = Type.Object(
  {
    ...cursorParameters,
    tenant: Type.Optional(idSchema('Links of this tenant only')),
    provider: Type.Optional(providerId('Links for this provider only')),
    status: Type.Optional(Type.Enum([...statuses], { description: 'Links of this status only' })),
  },
  closed,
)

interface Listed {
  readonly id: string
  readonly json: Type.Static<typeof linkJson>
}

const sliceSize = 500

/** Yields the links, newest first; whether one has expired depends on the time. */
async function* listLinks(
  { connections }: HandlerParts['store'],
  tenant: string | undefined,
  after: string | undefined,
  now: Date,
): AsyncGenerator<Listed> {
  for (let before = after; ; ) {
    const slice = await connections.list({ tenant, before, limit: sliceSize })
    for (const link of slice) yield { id: link.connect_id, json: toJson(link, now) }
    before = slice.at(-1)?.connect_id
    if (slice.length < sliceSize) return
    // The embedded store answers at once: calls get their turn in between.
    await setImmediate()
  }
}

const noLink = (id: string) => new GatewayError('NOT_FOUND', `There is no connect link ${id}`)

/** Opening the link at the same moment changes it, and then it is read again. Throws NOT_FOUND and CONFLICT. */
const endOpenLink = async (id: string, parts: HandlerParts): Promise<void> => {
  const link = await parts.store.connections.get(id)
  if (!link) throw noLink(id)
  const { status, tenant, provider, account } = link
  if (status === 'connected') {
    throw new GatewayError(
      'CONFLICT',
      `The link has connected ${tenant}/${provider}/${account}; delete that account's credential instead`,
    )
  }
  if (isLinkOver(link, parts.now()) || (await endLink(parts, link))) return
  return endOpenLink(id, parts)
}

export const connectLinkRoutes: AdminGroup = {
  name: 'Connect links',
  description: 'A person opens such a link to connect an account of their own, without giving you a secret.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/connect',
      action: 'create_connect_link',
      summary: 'Create a link that connects an account',
      // Whoever has the link stores a credential.
      asksAgain: true,
      auditTarget: (_params, body) => ({
        tenant: body?.tenant_id ?? null,
        key: body ? `connect/${body.tenant_id}/${body.provider}/${body.account_id}` : 'connect',
      }),
      body: connectBody,
      answers: { 201: jsonAnswer('The link', madeJson) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ body }, parts) {
        const { store, domains, now, baseUrl, connectReturnUrls } = parts
        const { tenant_id: tenant, provider, account_id: account, label = null, scopes = null } = body
        const { settings = {}, return_url, expires_in = hour } = body
        const domain = domains.get(provider)
        if (!domain) throw invalid('/provider', `is not a registered provider (${[...domains.keys()].join(', ')})`)
        checkSettings(domain, settings)
        checkReturn(return_url, connectReturnUrls)
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        await checkConnectable(parts, domain, body)
        const asked = { tenant, provider, account, label, scopes, settings, return_url: return_url ?? null }
        const { link, secret } = newLink({ ...asked, seconds: expires_in }, now())
        if ((await store.connections.create(link, now())) === 'TENANT_NOT_FOUND') throw tenantNotFound(tenant)
        const { connect_id, expires_at } = link
        return json({ connect_id, url: `${baseUrl()}/connect/${secret}`, expires_at: toIso(expires_at) }, 201)
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/connect',
      action: 'list_connect_links',
      summary: 'List the links',
      description:
        'URLs are left out, because a URL is shown only once, to whoever created the link. A link that connected no account is kept for a week after it ended.',
      auditTarget: () => ({ tenant: null, key: 'connect' }),
      query: linkQuery,
      answers: { 200: jsonAnswer('The links, newest first', pageSchema('links', linkJson)) },
      async handle({ query: { limit, cursor, tenant, provider, status } }, { store, now }) {
        const at = now()
        const isWanted = (link: Listed): boolean =>
          (provider === undefined || link.json.provider === provider) &&
          (status === undefined || link.json.status === status)
        const found: Listed[] = []
        for await (const link of listLinks(
          store,
          tenant,
          cursor === undefined ? undefined : idInCursor(cursor, idPattern),
          at,
        )) {
          if (isWanted(link)) found.push(link)
          if (found.length > limit) break
        }
        const { items, nextCursor } = toCursorPage(found, limit)
        return json({ links: items.map((link) => link.json), next_cursor: nextCursor })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/connect/:connect_id',
      action: 'get_connect_link',
      summary: 'Show the state of a link',
      auditTarget: ({ connect_id }) => ({ tenant: null, key: `connect/${connect_id}` }),
      answers: { 200: jsonAnswer('The link', linkJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { connect_id } }, { store, now }) {
        const link = await store.connections.get(connect_id)
        if (!link) throw noLink(connect_id)
        return json(toJson(link, now()))
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/connect/:connect_id',
      action: 'end_connect_link',
      summary: 'End a link before it expires',
      description: 'A sign-in that is under way ends too. The link stays in the list, as expired.',
      auditTarget: ({ connect_id }) => ({ tenant: null, key: `connect/${connect_id}` }),
      answers: { 204: { description: 'The link has ended' } },
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ params: { connect_id } }, parts) {
        await endOpenLink(connect_id, parts)
        return { status: 204, body: null }
      },
    }),
  ],
}
