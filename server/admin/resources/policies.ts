import { accessRuleFaults, rights, toRight } from '@patchbay/core/access'
import { GatewayError, invalidInput } from '@patchbay/core/errors'
import { checkPolicy, findCallers, leastPolicy, type Subject, type UsedAction } from '@patchbay/core/policies'
import { isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../http/exchange.ts'
import { type AdminGroup, adminRoute, type HandlerParts, jsonAnswer } from '../route/admin-route.ts'
import { allowRules, askRules, denyRules } from '../route/values/rule-schemas.ts'
import { accessPatterns, closed, countSchema, hashId, instant, orNull } from '../route/values/schemas.ts'
import { tenantNotFound } from './tenants/not-found.ts'

/** The period that is evaluated, unless the audit log covers less. */
const mostDays = 30

/** Tokens that are named for each action; applications may have any number. */
const mostTokens = 20

const tokenId = Type.Optional(hashId("A tenant token's id; left out: the tenant's own policy"))

const usedJson = Type.Object(
  {
    provider: Type.String(),
    account: orNull(Type.String(), '`null`: the calls named no account and were refused'),
    action: Type.String(),
    effect: orNull(Type.Enum(rights), '`null`: the action or the account no longer exists'),
    calls: countSchema(),
    last_at: instant('The hour of the last call'),
    denied: orNull(
      Type.String(),
      'The pattern of `deny` that refuses the calls; `null`: no pattern of `allow` covers them, or nothing refuses them',
    ),
    tokens: Type.Array(Type.Object({ token_id: hashId(), calls: countSchema() }), {
      description: `The tokens with most calls, at most ${mostTokens}; applications have tokens of their own`,
    }),
  },
  { title: 'UsedAction' },
)

const used = (description: string) => Type.Array(usedJson, { description })

const aboutJson = {
  tenant_id: Type.String(),
  token_id: orNull(hashId()),
  since: instant('The calls since this time were counted'),
  complete: Type.Boolean({
    description:
      '`false`: the audit log is too long to be read at once. Ask again: each answer reaches further back, up to 30 days',
  }),
  unknown_callers: countSchema(
    'Calls with tokens that no longer exist, so it is unknown whether they belong to this token',
  ),
  gone: used("Calls of actions or accounts that no longer exist, and so can't be checked"),
}

const checkJson = Type.Object(
  {
    ...aboutJson,
    calls: countSchema('The number of calls that could be checked'),
    refused: used('Calls that are allowed today and that the change would have refused; most calls first'),
    asked: used(
      'Calls that are sent at once today and that the change would have asked about; raw requests are counted as writes',
    ),
    allowed: used('Calls that are refused today and that the change would have allowed'),
    unsure: used(
      'Calls for which it can’t be told what the change would have done: it depends on parameters or counts, which the log does not hold',
    ),
  },
  { title: 'PolicyCheck' },
)

const leastJson = Type.Object(
  {
    ...aboutJson,
    allow: accessPatterns('Covers what was used, and nothing else at the accounts that the tenant has today'),
    wider: accessPatterns('The same, with all reads of each provider whose reads were used'),
    classes: accessPatterns('The same, with the classes of the writes that were used, where a write has one class'),
    ask: accessPatterns(
      'Covers what was used and what the same policy asks about today: with it instead of that list, the same calls wait',
    ),
    used: used('The evidence: what was used'),
    asked: used('Actions that were used and are asked about today, by whichever policy'),
    refused: used('Actions that were used and are refused today: `allow` leaves them out'),
  },
  { title: 'LeastPolicy' },
)

const changeBody = Type.Object(
  {
    token_id: tokenId,
    allow: Type.Optional(orNull(allowRules('`null` or left out: everything is allowed'))),
    deny: Type.Optional(orNull(denyRules('`null` or left out: nothing is denied'))),
    ask: Type.Optional(orNull(askRules('`null` or left out: nobody is asked'))),
  },
  { ...closed, title: 'PolicyChange', examples: [{ token_id: '3f8a1c09b2d4', allow: ['hubspot:read'] }] },
)

const usedToJson = ({ kind, last, tokens, ...action }: UsedAction): Type.Static<typeof usedJson> => ({
  ...action,
  effect: kind && toRight(kind),
  last_at: `${last}:00:00.000Z`,
  tokens: tokens.slice(0, mostTokens),
})

/** Each list of used actions in the form of an answer. */
const listsToJson = (lists: Readonly<Record<string, readonly UsedAction[]>>) =>
  Object.fromEntries(Object.entries(lists).map(([name, actions]) => [name, actions.map(usedToJson)]))

/** The subject with the uses of its tenant. Throws TENANT_NOT_FOUND, and NOT_FOUND for a token. */
const readSubject = async (
  id: string,
  token_id: string | undefined,
  { store, reports, domains, configuration, now }: HandlerParts,
  signal: AbortSignal,
) => {
  const tenant = await store.tenants.get(id)
  if (!tenant) throw tenantNotFound(id)
  if (token_id !== undefined && !(await store.tenantTokens.findById(id, token_id)))
    throw new GatewayError('NOT_FOUND', `The tenant ${id} has no tenant token ${token_id}`)
  const days = Math.min(mostDays, configuration.auditRetentionDays)
  const { uses, since, isComplete } = await reports.uses({ tenant: id, days, now: now() }, signal)
  const callers = await findCallers(store, id, uses)
  const subject: Subject = { tenant, callers, domains, ...(token_id !== undefined && { tokenId: token_id }) }
  const unknown = uses.filter((use) => !callers.has(use.token_id))
  const about = {
    tenant_id: id,
    token_id: token_id ?? null,
    since: isoTime(since),
    complete: isComplete,
    unknown_callers: unknown.reduce((sum, { admitted, refused }) => sum + admitted + refused, 0),
  }
  return { subject, uses, about }
}

export const policyRoutes: AdminGroup = {
  name: 'Policies',
  description:
    'How policies apply to the calls of the last 30 days, as the audit log has them. The log holds neither parameters nor what a raw request did. ' +
    'Nor does it say whether a call named its account: a call that named none may go to another account that the policy allows.',
  routes: [
    adminRoute({
      method: 'POST',
      path: '/admin/policies/:tenant/check',
      action: 'check_policy',
      role: 'viewer',
      isRead: true,
      summary: 'Check what a changed policy would have refused',
      description:
        'Changes nothing. The calls are decided as the gateway would decide them, with every other policy unchanged.',
      auditTarget: ({ tenant }) => ({ tenant, key: `policies/${tenant}` }),
      body: changeBody,
      answers: { 200: jsonAnswer('How the calls would have been decided', checkJson) },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant }, body: { token_id, ...changed }, signal }, parts) {
        const faults = (['allow', 'deny', 'ask'] as const).flatMap((list) =>
          accessRuleFaults(changed[list], `/${list}`, parts.domains),
        )
        if (faults.length > 0) throw invalidInput(faults)
        const { subject, uses, about } = await readSubject(tenant, token_id, parts, signal)
        const { calls, ...lists } = checkPolicy(subject, uses, changed)
        return json({ ...about, calls, ...listsToJson(lists) })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/policies/:tenant/least',
      action: 'get_least_policy',
      summary: 'Read the narrowest policy that covers what was used',
      description: 'For a token, it also covers the applications that were connected with it.',
      auditTarget: ({ tenant }) => ({ tenant, key: `policies/${tenant}` }),
      query: Type.Object({ token_id: tokenId }, closed),
      answers: { 200: jsonAnswer('The policy, with the calls that it is based on', leastJson) },
      errors: ['TENANT_NOT_FOUND', 'NOT_FOUND'],
      async handle({ params: { tenant }, query: { token_id }, signal }, parts) {
        const { subject, uses, about } = await readSubject(tenant, token_id, parts, signal)
        const { allow, wider, classes, ask, ...lists } = leastPolicy(subject, uses)
        return json({ ...about, allow, wider, classes, ask, ...listsToJson(lists) })
      },
    }),
  ],
}
