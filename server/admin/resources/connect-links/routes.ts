import { setImmediate } from 'node:timers/promises'
import { GatewayError } from '@patchbay/core/errors'
import { type ConnectLink, type ListTotal, mostCounted, toListTotal } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import Type from 'typebox'
import { endLink, isLinkOver, newLink } from '../../../connect/index.ts'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../../route/admin-route.ts'
import { secretMember } from '../../route/changes/list-changes.ts'
import {
  countedPageSchema,
  countedParameters,
  idInCursor,
  toCursorPage,
  uuidCursor,
  uuidPattern,
} from '../../route/values/cursor.ts'
import { closed, idSchema, providerId } from '../../route/values/schemas.ts'
import { tenantNotFound } from '../tenants/not-found.ts'
import { connectBody, hour, linkJson, linkToJson, newLinkJson, statuses } from './body.ts'
import { checkConnectRequest } from './check-request.ts'

const linkQuery = Type.Object(
  {
    ...countedParameters(uuidCursor),
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
    for (const link of slice) yield { id: link.connect_id, json: linkToJson(link, now) }
    before = slice.at(-1)?.connect_id
    if (slice.length < sliceSize) return
    // The embedded store answers at once: calls get their turn in between.
    await setImmediate()
  }
}

type LinkFilter = Pick<Type.Static<typeof linkQuery>, 'tenant' | 'provider' | 'status'>

const isWanted = ({ json: { provider, providers, status } }: Listed, wanted: LinkFilter): boolean =>
  (wanted.provider === undefined || (provider === null ? providers : [provider]).includes(wanted.provider)) &&
  (wanted.status === undefined || status === wanted.status)

/** Counts the links of a filter. Those of a status or a provider must be read. */
const countLinks = async (store: HandlerParts['store'], filter: LinkFilter, now: Date): Promise<ListTotal> => {
  const { tenant, provider, status } = filter
  if (provider === undefined && status === undefined) return store.connections.total({ tenant })
  let count = 0
  for await (const link of listLinks(store, tenant, undefined, now)) {
    if (isWanted(link, filter)) count++
    if (count > mostCounted) break
  }
  return toListTotal(count)
}

const noLink = (id: string) => new GatewayError('NOT_FOUND', `There is no connect link ${id}`)

/** Stores a new link, without `create_tenant` where the tenant exists. Throws TENANT_NOT_FOUND. */
const storeLink = async (link: ConnectLink, parts: HandlerParts): Promise<ConnectLink> => {
  const outcome = await parts.store.connections.create(link, parts.now())
  if (outcome === 'TENANT_NOT_FOUND') throw tenantNotFound(link.tenant)
  if (outcome !== 'TENANT_EXISTS') return link
  const { create_tenant: _existing, ...plain } = link
  return storeLink(plain, parts)
}

/** Opening the link at the same moment changes it, and then it is read again. Throws NOT_FOUND and CONFLICT. */
const endOpenLink = async (id: string, parts: HandlerParts): Promise<ConnectLink> => {
  const link = await parts.store.connections.get(id)
  if (!link) throw noLink(id)
  const { status, tenant, provider, account } = link
  if (link.disconnected) return link
  if (status === 'connected') {
    throw new GatewayError(
      'CONFLICT',
      `The link has connected ${tenant}/${provider}/${account}; delete that account's credential instead`,
    )
  }
  if (isLinkOver(link, parts.now()) || (await endLink(parts, link))) return link
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
      // Whoever has the link can store a credential.
      asksAgain: true,
      forLinkers: true,
      auditTarget: (_params, body) => ({
        tenant: body?.tenant_id ?? null,
        key: body ? `connect/${body.tenant_id}/${[body.provider].flat().join(',')}/${body.account_id}` : 'connect',
      }),
      body: connectBody,
      answers: { 201: jsonAnswer('The link', newLinkJson) },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ body }, parts) {
        const { store, now, baseUrl } = parts
        const { tenant_id: tenant, account_id: account, label = null, scopes = null, settings = {} } = body
        const { return_url = null, expires_in = hour, create_tenant, metadata, origin } = body
        if (!create_tenant && !(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        await checkConnectRequest(body, parts)
        const [provider = '', ...others] = [body.provider].flat()
        const { link: request, secret } = newLink(
          {
            tenant,
            account,
            label,
            scopes,
            settings,
            return_url,
            seconds: expires_in,
            ...(others.length > 0 ? { provider: '', providers: [provider, ...others] } : { provider }),
            ...(create_tenant && { create_tenant }),
            ...(metadata && { metadata }),
            ...(origin !== undefined && { origin }),
          },
          now(),
        )
        const link = await storeLink(request, parts)
        const { connect_id, expires_at } = link
        const { status: _status, reason: _reason, ...shown } = linkToJson(link, now())
        return {
          ...json({ connect_id, url: `${baseUrl()}/connect/${secret}`, expires_at: isoTime(msOf(expires_at)) }, 201),
          change: { to: { ...shown, label, scopes, settings, url: secretMember(secret) } },
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/connect',
      action: 'list_connect_links',
      summary: 'List the links',
      description:
        'URLs are left out, because a URL is shown only once, to whoever created the link. A link that connected no account is kept for a week after it ended. A key of the role `linker` gets the links that it created.',
      forLinkers: true,
      auditTarget: () => ({ tenant: null, key: 'connect' }),
      query: linkQuery,
      answers: { 200: jsonAnswer('The links, newest first', countedPageSchema('links', linkJson)) },
      async handle({ query: { limit, cursor, total, ...filter } }, { store, now }) {
        const at = now()
        const { tenant } = filter
        const links: Listed[] = []
        for await (const link of listLinks(
          store,
          tenant,
          cursor === undefined ? undefined : idInCursor(cursor, uuidPattern),
          at,
        )) {
          if (isWanted(link, filter)) links.push(link)
          if (links.length > limit) break
        }
        const { items, nextCursor } = toCursorPage(links, limit)
        return json({
          links: items.map((link) => link.json),
          next_cursor: nextCursor,
          ...(total && { total: await countLinks(store, filter, at) }),
        })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/connect/:connect_id',
      action: 'get_connect_link',
      summary: 'Show the state of a link',
      forLinkers: true,
      auditTarget: ({ connect_id }) => ({ tenant: null, key: `connect/${connect_id}` }),
      answers: { 200: jsonAnswer('The link', linkJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { connect_id } }, { store, now }) {
        const link = await store.connections.get(connect_id)
        if (!link) throw noLink(connect_id)
        return json(linkToJson(link, now()))
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
        const link = await endOpenLink(connect_id, parts)
        return { status: 204, body: null, change: { from: linkToJson(link, parts.now()) } }
      },
    }),
  ],
}
