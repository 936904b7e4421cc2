import { buildEnvelope, type CallAnswer } from '@patchbay/core/context'
import { type AnswerParts, unknownContinuation } from '../answer/continuations.ts'
import { fitAnswer, nextPart } from '../call/answer/fit-answer.ts'
import type { McpScope } from '../mcp-scope.ts'

/** The domain of a run's continuations. No provider has this name. */
const runDomain = '(run)'

/** The envelope of a run's answer, cut to the size that the caller takes. */
export const fitRun = (continuations: AnswerParts, scope: McpScope, answer: CallAnswer) => {
  const { tenant, caller, resultBytes } = scope
  const call = { tenant: tenant.id, domain: runDomain, account: caller.tokenId, resultBytes }
  return fitAnswer(continuations, answer, { body: {}, coerced: [] }, { ...call, note: undefined, hint: undefined })
}

/** The next part of an answer that was cut. Throws VALIDATION_ERROR if nothing of that name is kept for the caller. */
export const continueRunAnswer = async (
  continuations: AnswerParts,
  { tenant, caller, resultBytes }: McpScope,
  name: string,
): Promise<string> => {
  const answerPart = await continuations.find(tenant.id, name)
  const { domain, account } = answerPart.cutAnswer
  if (domain !== runDomain || account !== caller.tokenId) throw unknownContinuation()
  return buildEnvelope(nextPart(answerPart, resultBytes), 'BYPASS').envelope
}
