import type { CallOutcome } from '@patchbay/core/call'
import type { CallAnswer, CallRecord } from '@patchbay/core/context'
import type { AnswerParts } from '../../answer/continuations.ts'
import { type ModelAnswer, type ModelCall, shapeForModel } from '../../answer/shape-for-model.ts'
import type { ToolBody } from '../tool-body.ts'
import { fitAnswer } from './fit-answer.ts'
import { createKeptAnswers } from './kept-answers.ts'

/** An answered call, from which a model's result is built. */
export interface ModelResult {
  readonly record: CallRecord
  readonly outcome: CallOutcome
  readonly domain: string
  readonly toolBody: ToolBody
  /** The next step, if it was determined when the answer came. */
  readonly nextStep: Pick<ModelAnswer, 'hint'> | undefined
  readonly resultBytes: number
}

/** The call whose answer is shaped for a model; `undefined`: it is left as it is, as a dry run, which shows a request. */
export const toModelCall = ({ body, action }: ToolBody, next: string | undefined): ModelCall | undefined =>
  action && body.dry_run !== true ? { name: String(body.action), action, body, next } : undefined

/** The answer as a model gets it. */
const adaptAnswer = ({
  outcome,
  toolBody,
  nextStep,
  resultBytes,
}: ModelResult): CallAnswer & Pick<ModelAnswer, 'hint'> => {
  const { status, envelope, bytes, next } = outcome.answer
  const call = toModelCall(toolBody, next)
  if (!call) return { status, envelope, bytes, hint: undefined }
  const shaped = shapeForModel(envelope, call, bytes <= resultBytes, nextStep)
  return {
    status,
    envelope: shaped.envelope,
    bytes: shaped.envelope === envelope ? bytes : Buffer.byteLength(shaped.envelope),
    hint: shaped.hint,
  }
}

/** True if the result depends only on the cached answer and the size of results. */
const isPlain = ({ record, outcome, toolBody }: ModelResult): boolean => {
  const { body, coerced, part } = toolBody
  const isWhole = !part && coerced.length === 0 && body.result_fields === undefined
  return record.cache === 'HIT' && isWhole && outcome.note === undefined
}

/** Builds the envelopes that models get. That of a cached answer, which is the same object each time, is kept. */
export const createModelEnvelopes = (continuations: AnswerParts) => {
  const envelopes = createKeptAnswers()
  return (result: ModelResult): string | Promise<string> => {
    const { outcome, resultBytes } = result
    const keeps = isPlain(result)
    const cachedEnvelope = keeps ? envelopes.find(outcome.answer, resultBytes) : undefined
    if (cachedEnvelope !== undefined) return cachedEnvelope
    const envelope = buildEnvelope(continuations, result)
    // One that is cut is built each time, as its rest is stored.
    if (keeps && typeof envelope === 'string') envelopes.keep(outcome.answer, resultBytes, envelope)
    return envelope
  }
}

const buildEnvelope = (continuations: AnswerParts, result: ModelResult): string | Promise<string> => {
  const { record, outcome, domain, toolBody, resultBytes } = result
  const { account = '' } = record
  const adapted = adaptAnswer(result)
  const tenant = outcome.caller.tenant.id
  const fitted = { tenant, domain, account, resultBytes, note: outcome.note, hint: adapted.hint }
  return fitAnswer(continuations, adapted, toolBody, fitted)
}
