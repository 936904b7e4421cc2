import {
  decisionBody,
  letsPass,
  noApproval,
  runDecisionBody,
  showApproval,
  showStanding,
} from '@patchbay/core/approvals'
import { type ApprovalRecord, approvalStates, type StandingApprovalRecord } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import Type from 'typebox'
import { json } from '../../../http/exchange.ts'
import { type AdminGroup, adminRoute, jsonAnswer } from '../../route/admin-route.ts'
import {
  cursorParameters,
  idInCursor,
  pageSchema,
  toCursorPage,
  uuidCursor,
  uuidPattern,
} from '../../route/values/cursor.ts'
import { closed, countSchema, hashId } from '../../route/values/schemas.ts'
import {
  approvalJson,
  listedJson,
  nowJson,
  runJson,
  showDecision,
  showDecisions,
  standingJson,
  wholeJson,
} from './json.ts'

const runIdQuery = Type.String({ minLength: 1, maxLength: 64, description: 'Only calls of this run of code' })

const decidedStates = approvalStates.filter((state) => state !== 'waiting')

const query = Type.Object(
  {
    state: Type.Optional(
      Type.Enum([...approvalStates, 'decided'], {
        description: 'Only approvals in this state; `decided`: those that somebody has decided, or that have ended',
      }),
    ),
    run_id: Type.Optional(runIdQuery),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    provider: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    action: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    token_id: Type.Optional(hashId('Only calls of this token')),
    sort: Type.Enum(['-created_at', 'created_at'], {
      default: '-created_at',
      description: 'With a `-` before it, the newest comes first',
    }),
    ...cursorParameters(uuidCursor),
  },
  closed,
)

const auditTarget = ({ approval_id }: { readonly approval_id: string }) => ({
  tenant: null,
  key: `approvals/${approval_id.slice(0, 100)}`,
})

const runTarget = ({ run_id }: { readonly run_id: string }) => ({
  tenant: null,
  key: `approvals/runs/${run_id.slice(0, 100)}`,
})

export const approvalRoutes: AdminGroup = {
  name: 'Approvals',
  description:
    'Calls that wait for the yes of a person, and those of the last 24 hours that did: see [asking before a write](agents-that-write.md).',
  routes: [
    adminRoute({
      method: 'GET',
      path: '/admin/approvals',
      action: 'list_approvals',
      summary: 'List the calls that wait for approval, or did',
      auditTarget: () => ({ tenant: null, key: 'approvals' }),
      query,
      answers: {
        200: jsonAnswer(
          'The approvals',
          Type.Object({
            ...pageSchema('approvals', listedJson).properties,
            waiting: countSchema('How many wait in all, of the tenant where one is named; at most 1000 are counted'),
          }),
        ),
      },
      async handle({ query: { limit, cursor, tenant, sort, state: wantedState, ...filter } }, { store, approvalDesk }) {
        const last = cursor === undefined ? undefined : idInCursor(cursor, uuidPattern)
        const isOldestFirst = sort === 'created_at'
        const state = wantedState === 'decided' ? decidedStates : wantedState
        const records = await store.approvals.list({ ...filter, state, tenant, last, isOldestFirst, limit: limit + 1 })
        const { items, nextCursor } = toCursorPage<ApprovalRecord>(records, limit)
        const waiting = await store.approvals.countWaiting(tenant)
        const approvals = await Promise.all(items.map(approvalDesk.showListed))
        return json({ approvals, next_cursor: nextCursor, waiting })
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/approvals/standing',
      action: 'list_standing_approvals',
      summary: 'List the calls that are approved in advance',
      description:
        'Calls of the action by the token at the account are sent without asking if their parameters all equal those of the approved call, present and absent alike, or where `any` is true whatever they are. A change of the rules of the tenant or the token ends it for good.',
      auditTarget: () => ({ tenant: null, key: 'approvals/standing' }),
      query: Type.Object({ tenant: query.properties.tenant, ...cursorParameters(uuidCursor) }, closed),
      answers: { 200: jsonAnswer('The standing approvals, newest first', pageSchema('standing', standingJson)) },
      async handle({ query: { limit, cursor, tenant } }, { store, now }) {
        const last = cursor === undefined ? undefined : idInCursor(cursor, uuidPattern)
        const records = await store.standingApprovals.list({ tenant, last, now: msOf(now()), limit: limit + 1 })
        const { items, nextCursor } = toCursorPage<StandingApprovalRecord>(records, limit)
        return json({ standing: items.filter(letsPass).map(showStanding), next_cursor: nextCursor })
      },
    }),
    adminRoute({
      method: 'DELETE',
      path: '/admin/approvals/:approval_id/standing',
      action: 'end_standing_approval',
      asksAgain: false,
      summary: 'End an approval in advance',
      description: 'Takes the role `approver` or `owner`. The next such call asks again.',
      role: 'approver',
      auditTarget: ({ approval_id }) => ({ tenant: null, key: `approvals/standing/${approval_id.slice(0, 100)}` }),
      answers: { 204: { description: 'It is ended' } },
      errors: ['NOT_FOUND'],
      async handle({ params: { approval_id } }, { store }) {
        const ended = uuidPattern.test(approval_id) && (await store.standingApprovals.end(approval_id))
        if (!ended) throw noApproval()
        return { status: 204, body: null, auditTenant: ended.tenant, change: { from: showStanding(ended) } }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/approvals/runs/:run_id',
      action: 'get_waiting_run',
      summary: 'Read the calls of a code run that wait for approval, as they would be sent',
      auditTarget: runTarget,
      answers: { 200: jsonAnswer('The calls', runJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { run_id } }, { approvalDesk }) {
        const { tenant, digest, records } = await approvalDesk.findRun(run_id)
        return json({ run_id, tenant, digest, calls: await Promise.all(records.map(approvalDesk.showWhole)) })
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/approvals/runs/:run_id/decision',
      action: 'decide_run',
      summary: 'Approve or refuse the calls of a run of code that wait',
      description:
        'Takes the role `approver` or `owner`. The `digest` is that of the list as it was shown. Calls in `except` go on waiting.',
      role: 'approver',
      auditTarget: runTarget,
      body: runDecisionBody,
      answers: {
        200: jsonAnswer(
          'The calls as they are now',
          Type.Object({ run_id: Type.String(), calls: Type.Array(approvalJson) }),
        ),
      },
      errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      async handle({ params: { run_id }, body, caller }, { approvalDesk }) {
        const decider = { by: 'admin', id: caller.keyId, name: caller.name } as const
        const { tenant, records } = await approvalDesk.findRun(run_id, decider)
        const decided = await approvalDesk.decideRun(run_id, decider, body)
        return {
          ...json({ run_id, calls: decided.map(showApproval) }),
          auditTenant: tenant,
          change: { from: showDecisions(records), to: showDecisions(decided) },
        }
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/approvals/:approval_id',
      action: 'get_approval',
      summary: 'Read a call that waits for approval, with all that would be sent',
      auditTarget,
      answers: { 200: jsonAnswer('The whole call', wholeJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { approval_id } }, { approvalDesk }) {
        return json(await approvalDesk.showWhole(await approvalDesk.find(approval_id)))
      },
    }),
    adminRoute({
      method: 'GET',
      path: '/admin/approvals/:approval_id/now',
      action: 'get_current_state',
      summary: 'Read what a waiting call would change, as it is now',
      description:
        'Takes the role `approver` or `owner`. Calls the provider by the read that shows the effect of the action, for at most 5 s; a failure is told in `reason`, and the call can be decided all the same.',
      role: 'approver',
      auditTarget,
      answers: { 200: jsonAnswer('What is there', nowJson) },
      errors: ['NOT_FOUND'],
      async handle({ params: { approval_id }, signal }, { approvalDesk }) {
        const state = await approvalDesk.showNow(await approvalDesk.find(approval_id), signal)
        return json(state ?? { read: null, data: null, reason: null })
      },
    }),
    adminRoute({
      method: 'POST',
      path: '/admin/approvals/:approval_id/decision',
      action: 'decide_approval',
      summary: 'Approve or refuse a call that waits',
      description:
        'Takes the role `approver` or `owner`. The `digest` is that of the call as it was shown: without it nothing is decided. The last approval that is needed sends the call; what becomes of it, `GET` tells.',
      role: 'approver',
      auditTarget,
      body: decisionBody,
      answers: { 200: jsonAnswer('The approval, decided', approvalJson) },
      errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      async handle({ params: { approval_id }, body, caller }, { approvalDesk }) {
        const record = await approvalDesk.find(approval_id)
        const decider = { by: 'admin', id: caller.keyId, name: caller.name } as const
        const decided = await approvalDesk.decide(record, decider, body)
        return {
          ...json(showApproval(decided)),
          auditTenant: record.tenant,
          change: { from: showDecision(record), to: showDecision(decided) },
        }
      },
    }),
  ],
}
