import { type ApprovalDesk, decisionBody, noApproval, recordWord, refuseDecider } from '@patchbay/core/approvals'
import type { AuditLog } from '@patchbay/core/audit'
import type { Calls } from '@patchbay/core/call'
import { type AdmittedCaller, toAsker } from '@patchbay/core/context'
import { GatewayError, invalidInput } from '@patchbay/core/errors'
import { type Domain, findProblems } from '@patchbay/core/schema'
import type { ApprovalRecord, TenantTokenRecord } from '@patchbay/core/store'
import Value from 'typebox/value'
import type { HttpRoute } from '../http/exchange.ts'
import { readJson } from '../http/read/bodies.ts'
import { admitCaller, answerCaller } from './admit-caller.ts'

export interface ApprovalRouteParts {
  readonly calls: Pick<Calls, 'identify' | 'count'>
  readonly approvalDesk: ApprovalDesk
  readonly auditLog: Pick<AuditLog, 'record' | 'assertWritable'>
  readonly domains: ReadonlyMap<string, Domain>
  readonly maxBodyBytes: number
}

const path = '/api/v1/:tenant/approvals/:approval_id'

/** A tenant token may decide; an access token never does, whatever its tenant token may. */
export const findDecider = ({ usableToken }: AdmittedCaller): TenantTokenRecord | undefined =>
  usableToken.access ? undefined : usableToken.tenantToken

/** The state of a call, as its decider gets it. */
export const showDecided = ({ id, state, decisions, needed }: ApprovalRecord) => ({
  approval_id: id,
  state,
  approvals: decisions.length,
  needed,
})

export const approvalRestRoutes = (parts: ApprovalRouteParts): HttpRoute[] => {
  const { approvalDesk, auditLog, domains, maxBodyBytes } = parts

  /** The record, if the caller may decide about it or at least knows that it may not. Throws NOT_FOUND. */
  const findForDecider = async (caller: AdmittedCaller, id: string) => {
    const record = await approvalDesk.find(id)
    const token = findDecider(caller)
    if (!token || refuseDecider(record, token, domains) === 'unknown') throw noApproval()
    return { record, token }
  }

  const read = async (caller: AdmittedCaller, id: string): Promise<unknown> => {
    try {
      return await approvalDesk.showToAsker(id, toAsker(caller))
    } catch (error) {
      if (!(error instanceof GatewayError) || error.code !== 'NOT_FOUND') throw error
      const { record } = await findForDecider(caller, id)
      return approvalDesk.showWhole(record)
    }
  }

  return [
    {
      method: 'GET',
      answersHead: true,
      path,
      async handle(exchange) {
        const counted = await admitCaller(parts.calls, exchange)
        const { caller } = counted
        return answerCaller(counted, await read(caller, exchange.params.approval_id ?? ''))
      },
    },
    {
      method: 'DELETE',
      path,
      async handle(exchange) {
        const counted = await admitCaller(parts.calls, exchange)
        const { caller } = counted
        const { approval_id: approvalId = '' } = exchange.params
        const withdraw = () => approvalDesk.withdraw(approvalId, toAsker(caller))
        const word = { action: 'withdraw_approval', id: approvalId } as const
        const { id, state } = await recordWord(auditLog, caller, word, withdraw)
        return answerCaller(counted, { approval_id: id, state })
      },
    },
    {
      method: 'POST',
      path: `${path}/decision`,
      async handle(exchange) {
        const counted = await admitCaller(parts.calls, exchange)
        const { caller } = counted
        const body = await readJson(exchange, maxBodyBytes)
        if (!Value.Check(decisionBody, body)) throw invalidInput(findProblems(decisionBody, body))
        const { approval_id: approvalId = '' } = exchange.params
        const decide = async () => {
          const { record, token } = await findForDecider(caller, approvalId)
          return approvalDesk.decide(record, { by: 'token', token }, body)
        }
        return answerCaller(
          counted,
          showDecided(await recordWord(auditLog, caller, { action: 'decide_approval', id: approvalId }, decide)),
        )
      },
    },
  ]
}
