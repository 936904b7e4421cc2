import { noApproval, recordWord, runDecisionBody } from '@patchbay/core/approvals'
import type { AdmittedCaller } from '@patchbay/core/context'
import { invalidInput } from '@patchbay/core/errors'
import { findProblems } from '@patchbay/core/schema'
import Value from 'typebox/value'
import type { HttpRoute } from '../http/exchange.ts'
import { readJson } from '../http/read/bodies.ts'
import { admitCaller, answerCaller } from './admit-caller.ts'
import { type ApprovalRouteParts, findDecider, showDecided } from './approvals.ts'

const runPath = '/api/v1/:tenant/approvals/runs/:run_id'

/** The waiting calls of one run of code, for those of the tenant who may decide about them. */
export const runApprovalRoutes = (parts: ApprovalRouteParts): HttpRoute[] => {
  const { approvalDesk, auditLog, maxBodyBytes } = parts

  /** The waiting calls of a run about which the caller may decide. Throws NOT_FOUND and FORBIDDEN. */
  const findRun = async (caller: AdmittedCaller, runId: string) => {
    const token = findDecider(caller)
    if (!token) throw noApproval()
    const decider = { by: 'token', token } as const
    return { run: await approvalDesk.findRun(runId, decider), decider }
  }

  return [
    {
      method: 'GET',
      answersHead: true,
      path: runPath,
      async handle(exchange) {
        const counted = await admitCaller(parts.calls, exchange)
        const { run } = await findRun(counted.caller, exchange.params.run_id ?? '')
        const { runId, digest, records } = run
        const calls = await Promise.all(records.map(approvalDesk.showWhole))
        return answerCaller(counted, { run_id: runId, digest, calls })
      },
    },
    {
      method: 'POST',
      path: `${runPath}/decision`,
      async handle(exchange) {
        const counted = await admitCaller(parts.calls, exchange)
        const { caller } = counted
        const body = await readJson(exchange, maxBodyBytes)
        if (!Value.Check(runDecisionBody, body)) throw invalidInput(findProblems(runDecisionBody, body))
        const { run_id: runId = '' } = exchange.params
        const decide = async () => {
          const { decider } = await findRun(caller, runId)
          return approvalDesk.decideRun(runId, decider, body)
        }
        const decided = await recordWord(auditLog, caller, { action: 'decide_run', id: `runs/${runId}` }, decide)
        return answerCaller(counted, { run_id: runId, calls: decided.map(showDecided) })
      },
    },
  ]
}
