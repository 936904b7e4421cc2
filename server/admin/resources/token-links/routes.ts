import { randomBytes } from 'node:crypto'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken, mostTokenLinks, noTokenMembers, type TokenLinkRecord, toTokenId } from '@patchbay/core/store'
import { isoTime, secondsOf, shiftTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import { secretMember } from '../../route/changes/list-changes.ts'
import { checkNewToken } from '../tenant-tokens/new-token.ts'
import { tenantNotFound } from '../tenants/not-found.ts'
import { newTokenLinkJson, tokenLinkBody, tokenLinkJson, tokenLinkToJson, usualLife } from './json.ts'

const withSecret = (link: TokenLinkRecord) => ({ ...tokenLinkToJson(link), secret: secretMember(link.hash) })

export const tokenLinkRoutes: AdminGroup = {
  name: 'Token links',
  description:
    'A person opens such a link to get a tenant token of their own, so that no token is sent by mail or chat. The token is made when the person asks for it, and shown to nobody else.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/token-links',
      action: 'create_token_link',
      summary: 'Create a link for a token',
      description:
        'Send the `url` to the person. Opening it uses nothing up: the page has a button. Whoever presses it first gets the token, and the link has ended.',
      asksAgain: true,
      forLinkers: true,
      auditTarget: (_params, body) => ({ tenant: body?.tenant_id ?? null, key: 'token-links' }),
      body: tokenLinkBody,
      answers: { 201: jsonAnswer('The link', newTokenLinkJson) },
      errors: ['TENANT_NOT_FOUND', 'CONFLICT'],
      async handle({ body, caller }, { store, domains, now, baseUrl }) {
        const { tenant_id, expires_in = usualLife, ...wishes } = body
        const members = { ...noTokenMembers, ...checkNewToken(caller, wishes, domains) }
        if (!(await store.tenants.get(tenant_id))) throw tenantNotFound(tenant_id)
        const secret = randomBytes(32).toString('base64url')
        const hash = hashToken(secret)
        const at = now()
        const expires_at = shiftTime(secondsOf(at), expires_in)
        const link = { hash, link_id: toTokenId(hash), tenant_id, members, created_at: isoTime(at), expires_at }
        if (!(await store.tokenLinks.add(link, at))) {
          const message = `The tenant ${tenant_id} has ${mostTokenLinks} links that nobody has used; delete some of them first`
          throw new GatewayError('CONFLICT', message)
        }
        const shown = { ...tokenLinkToJson(link), url: `${baseUrl()}/token/${secret}` }
        return {
          ...json(shown, 201),
          auditKey: `token-links/${tenant_id}/${link.link_id}`,
          change: { from: undefined, to: withSecret(link) },
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/token-links/:tenant',
      action: 'list_token_links',
      summary: "List a tenant's links for tokens",
      auditTarget: ({ tenant }) => ({ tenant, key: `token-links/${tenant}` }),
      answers: {
        200: jsonAnswer(
          'The links that nobody has used yet, oldest first',
          Type.Object({ links: Type.Array(tokenLinkJson) }),
        ),
      },
      errors: ['TENANT_NOT_FOUND'],
      async handle({ params: { tenant } }, { store, now }) {
        if (!(await store.tenants.get(tenant))) throw tenantNotFound(tenant)
        return json({ links: (await store.tokenLinks.list(tenant, now())).map(tokenLinkToJson) })
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/token-links/:tenant/:link_id',
      action: 'end_token_link',
      summary: 'End a link for a token',
      description:
        'For a link that went to the wrong person. A token that it gave already is revoked by `DELETE /admin/auth/<tenant>/<token_id>`.',
      auditTarget: ({ tenant, link_id }) => ({ tenant, key: `token-links/${tenant}/${link_id}` }),
      answers: { 204: { description: 'The link has ended' } },
      errors: ['NOT_FOUND'],
      async handle({ params: { tenant, link_id } }, { store }) {
        const ended = await store.tokenLinks.end(tenant, link_id)
        if (!ended) throw new GatewayError('NOT_FOUND', `The tenant ${tenant} has no link ${link_id} that can be used`)
        return { status: 204, body: null, change: { from: withSecret(ended) } }
      },
    }),
  ],
}
