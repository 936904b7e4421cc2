import { CallRecord, type CallRequest } from '@patchbay/core/context'
import { asGatewayError, GatewayError, invalid } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import { actionKind } from '@patchbay/core/provider'
import { type Domain, dryRun } from '@patchbay/core/schema'
import Type from 'typebox'
import { errorEnvelope, wantsDataAlone } from '../../http/error-envelope.ts'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../route/admin-route.ts'
import { closed, idSchema, providerId } from '../route/values/schemas.ts'
import { tenantNotFound } from './tenants/not-found.ts'

const callBody = Type.Object(
  {
    tenant_id: idSchema('The tenant whose account is used, under its policy and its limits'),
    provider: providerId('The provider'),
    action: Type.String({ minLength: 1, maxLength: 200 }),
    account_id: Type.Optional(idSchema('Required where the tenant has several accounts at the provider')),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "The action's parameters" })),
    dry_run: Type.Optional(dryRun),
  },
  {
    ...closed,
    title: 'AdminCall',
    examples: [{ tenant_id: 'acme', provider: 'hubspot', action: 'list', params: { object_type: 'contacts' } }],
  },
)

const answerJson = Type.Object(
  {
    request_id: Type.String({ description: '`GET /admin/calls/<id>` finds the call by it' }),
    status: Type.Integer({ description: 'What a caller would have got' }),
    answer: Type.Unknown({ description: 'The envelope that a caller would have got: `data`, or the error' }),
  },
  { title: 'AdminCallAnswer' },
)

type Body = Type.Static<typeof callBody>

/** The members beside the parameters, which are no parameters here. */
const besideParams = ['action', 'account_id', 'dry_run'] as const

/** The call in the call path's form. It bypasses the cache: a person who tries an action wants the provider's own answer. */
const buildRequest = ({
  provider,
  action,
  account_id,
  dry_run,
  params = {},
}: Body): CallRequest<Record<string, unknown>> => ({
  domain: provider,
  noCache: () => true,
  read: async () => ({
    ...params,
    action,
    ...(account_id !== undefined && { account_id }),
    ...(dry_run !== undefined && { dry_run }),
  }),
  asText: () => undefined,
  parse: (body) => body,
  // A person who runs an action by hand has seen the outcome of the last one.
  repetition: () => ({ idempotencyKey: undefined, repeat: true }),
})

const isRead = ({ source }: Domain, name: string): boolean => {
  const action = source.action(name)
  return action !== undefined && actionKind(action.effect) === 'read'
}

export const runCallRoutes: AdminGroup = {
  name: 'Calls by administrators',
  description: 'To try an action without a tenant token.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/calls',
      action: 'make_call',
      summary: 'Call an action for a tenant',
      description:
        "The call takes the path of every call: the tenant's policy, its limits and its bill count, and it stands in the audit log, with the id of the admin key as its token. The answer is 200 whatever became of the call. With `dry_run` nothing is sent, and the answer shows the request.",
      asksAgain: 'by-change',
      auditTarget: (_params, body) => ({
        tenant: body?.tenant_id ?? null,
        key: body ? `calls/${body.tenant_id}/${body.provider}` : 'calls',
      }),
      body: callBody,
      answers: { 200: jsonAnswer('What became of the call', answerJson) },
      errors: ['TENANT_NOT_FOUND', 'TENANT_SUSPENDED'],
      async handle({ body, caller, confirm, arrival, headers }, { store, storeCache, calls, domains, docsUrl }) {
        const domain = domains.get(body.provider)
        if (!domain) throw invalid('/provider', 'is not a registered provider')
        for (const reserved of besideParams)
          if (Object.hasOwn(body.params ?? {}, reserved)) throw invalid(`/params/${reserved}`, 'stands beside `params`')
        if (!body.dry_run && !isRead(domain, body.action)) confirm()
        const tenant = await store.tenants.get(body.tenant_id)
        if (!tenant) throw tenantNotFound(body.tenant_id)
        if (tenant.status !== 'active')
          throw new GatewayError('TENANT_SUSPENDED', `The tenant ${tenant.id} is suspended`)
        const token = { token_id: caller.keyId, tenant_id: tenant.id }
        const call = new CallRecord('rest', arrival)
        const admitted = {
          source: 'rest',
          arrival,
          namedTenant: tenant.id,
          token: undefined,
          tenant,
          tokenId: caller.keyId,
          usableToken: token,
          access: storeCache.access(token, tenant),
        } as const
        const { requestId: request_id } = arrival
        try {
          const { answer } = await calls.call(admitted, call, buildRequest(body))
          return json({ request_id, status: answer.status, answer: parseExact(answer.envelope) })
        } catch (thrown) {
          const error = asGatewayError(thrown)
          const reader = wantsDataAlone(headers) ? 'client' : 'administrator'
          return json({ request_id, status: error.status, answer: errorEnvelope(error, request_id, reader, docsUrl) })
        }
      },
    }),
  ],
}
