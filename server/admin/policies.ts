import { patternFaults } from '@patchbay/core/access'
import { GatewayError, invalidInput } from '@patchbay/core/errors'
import { checkPolicy, findCallers, leastPolicy, type Subject, type UsedAction } from '@patchbay/core/policies'
import Type from 'typebox'
import { json } from '../http/exchange.ts'
import { type AdminGroup, adminRoute, answer, type HandlerParts } from './admin-route.ts'
import { accessPatterns, closed, count, hashId, instant, orNull } from './schemas.ts'
import { tenantNotFound } from './tenants.ts'

/** The period that is looked at, unless the audit log is kept for less. */
const mostDays = 30

/** Tokens that are named for each action; applications may have any number. */
const mostTokens = 20

const tokenId = Type.Optional(hashId("A tenant token's id; left out: the tenant's own policy is meant"))

const usedJson = Type.Object(
  {
    provider: Type.String(),
    account: orNull(Type.String(), '`null`: the calls were refused, and had named none'),
    action: Type.String(),
    effect: orNull(Type.Enum(['read', 'write', 'raw']), '`null`: the action or the account no longer exists'),
    calls: count(),
    last_at: instant('The hour of the last one'),
    denied: orNull(
      Type.String(),
      'The pattern of `deny` that refuses the calls; `null`: no pattern of `allow` covers them, or nothing refuses them',
    ),
    tokens: Type.Array(Type.Object({ token_id: hashId(), calls: count() }), {
      description: `The tokens with most calls, at most ${mostTokens}; applications have tokens of their own`,
    }),
  },
  { title: 'UsedAction' },
)

const used = (description: string) => Type.Array(usedJson, { description })

const aboutJson = {
  tenant_id: Type.String(),
  token_id: orNull(hashId()),
  since: instant('When the calls begin that were counted'),
  complete: Type.Boolean({
    description:
      '`false`: the audit log is so long that time was over. Ask again: the next answer reaches further back, to 30 days at last',
  }),
  unknown_callers: count('Calls with tokens that no longer exist: nobody can say whether they came with this token'),
  gone: used('What was called and no longer exists: nothing can be decided about it'),
}

const checkJson = Type.Object(
  {
    ...aboutJson,
    calls: count('Calls about which could be decided'),
    refused: used('What is allowed today, and the change would have refused; most calls first'),
    allowed: used('What is refused today, and the change would have allowed'),
  },
  { title: 'PolicyCheck' },
)

const leastJson = Type.Object(
  {
    ...aboutJson,
    allow: accessPatterns('Covers what was used, and nothing else at the accounts that the tenant has today'),
    wider: accessPatterns('The same with all reads of the providers that were read'),
    used: used('The evidence: what was used'),
    refused: used('What was used and is refused today: `allow` leaves it out'),
  },
  { title: 'LeastPolicy' },
)

const changeBody = Type.Object(
  {
    token_id: tokenId,
    allow: Type.Optional(orNull(accessPatterns('`null` or left out: everything is allowed'))),
    deny: Type.Optional(orNull(accessPatterns('`null` or left out: nothing is denied'))),
  },
  { ...closed, title: 'PolicyChange', examples: [{ token_id: '3f8a1c09b2d4', allow: ['hubspot:read'] }] },
)

const usedToJson = ({ kind, last, tokens, ...action }: UsedAction): Type.Static<typeof usedJson> => ({
  ...action,
  effect: kind,
  last_at: `${last}:00:00.000Z`,
  tokens: tokens.slice(0, mostTokens),
})

/** Each list of used actions in the form of an answer. */
const listsToJson = (lists: Readonly<Record<string, readonly UsedAction[]>>) =>
  Object.fromEntries(Object.entries(lists).map(([name, actions]) => [name, actions.map(usedToJson)]))

/** The subject with the uses of its tenant. Throws TENANT_NOT_FOUND, and NOT_FOUND for a token. */
const readSubject = async (id: string, token_id: string | undefined, parts: HandlerParts) => {
  const { store, domains, accessUses, configuration, now } = parts
  const tenant = await store.tenants.get(id)
  if (!tenant) throw tenantNotFound(id)
  if (token_id !== undefined && !(await store.tenantTokens.findById(id, token_id)))
    throw new GatewayError('NOT_FOUND', `The tenant ${id} has no tenant token ${token_id}`)
  const { uses, since, isComplete } = await accessUses.read(
    id,
    Math.min(mostDays, configuration.auditRetentionDays),
    now(),
  )
  const callers = await findCallers(store, id, uses)
  const subject: Subject = { tenant, callers, domains, ...(token_id !== undefined && { tokenId: token_id }) }
  const unknown = uses.filter((use) => !callers.has(use.token_id))
  const about = {
    ...{ tenant_id: id, token_id: token_id ?? null, since: since.toISOString(), complete: isComplete },
    unknown_callers: unknown.reduce((sum, { admitted, refused }) => sum + admitted + refused, 0),
  }
  return { subject, uses, about }
}

export const policyRoutes: AdminGroup = {
  name: 'Policies',
  description:
    'What policies mean for the calls of the last 30 days, by the audit log. The log holds no parameters, and of a raw request not what it did; ' +
    'it does not say either whether a call named its account: a call that named none may go to another account that the policy allows.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/policies/:tenant/check',
      action: 'check_policy',
      role: 'viewer',
      summary: 'Check what a changed policy would have refused',
      description:
        'Nothing is changed. The calls are decided as the gateway decides, with every other policy as it is.',
      auditTarget: ({ tenant }) => ({ tenant, key: `policies/${tenant}` }),
      body: changeBody,
      answers: { 200: answer('What would have become of the calls', checkJson) },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant }, body: { token_id, ...changed } }, parts) {
        const faults = (['allow', 'deny'] as const).flatMap((list) =>
          patternFaults(changed[list], `/${list}`, parts.domains),
        )
        if (faults.length > 0) throw invalidInput(faults)
        const { subject, uses, about } = await readSubject(tenant, token_id, parts)
        const { calls, ...lists } = checkPolicy(subject, uses, changed)
        return json({ ...about, calls, ...listsToJson(lists) })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/policies/:tenant/least',
      action: 'get_least_policy',
      summary: 'Read the least policy that covers what was used',
      description: 'For a token it covers the applications that were connected with it as well.',
      auditTarget: ({ tenant }) => ({ tenant, key: `policies/${tenant}` }),
      query: Type.Object({ token_id: tokenId }, closed),
      answers: { 200: answer('The policy, with the calls that show it', leastJson) },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant }, query: { token_id } }, parts) {
        const { subject, uses, about } = await readSubject(tenant, token_id, parts)
        const { allow, wider, ...lists } = leastPolicy(subject, uses)
        return json({ ...about, allow, wider, ...listsToJson(lists) })
      },
    }),
  ],
}
