import type { CallAnswer, Data, UnmatchedFields } from '@patchbay/core/context'
import type { Detail, ErrorEnvelope } from '@patchbay/core/errors'
import { parseExact } from '@patchbay/core/exact-json'
import {
  type AnswerPart,
  type AnswerParts,
  formatContinuationName,
  unknownContinuation,
} from '../../answer/continuations.ts'
import { cutData, type Position, sliceAfterPosition } from '../../answer/cut-data.ts'
import type { ToolBody } from '../tool-body.ts'

/** The description of the rest after a part, for the model. */
interface Truncated {
  readonly at: string
  readonly returned: number
  readonly total: number
  /** Unset if the store was down and the rest couldn't be kept. */
  readonly continuation?: string
}

interface FittedPart {
  readonly data: unknown
  /** `undefined` for the last part. */
  readonly missing?: Omit<Truncated, 'continuation'> & { readonly end: Position }
}

/** The members of an envelope other than `data`; `truncated` is one of them. */
const around = 400

/** The reason why a list ended before its limit, and the place where it continues. */
interface StoppedPart {
  readonly more: true
  readonly next?: unknown
  readonly stopped: string
}

interface Whole extends Partial<UnmatchedFields> {
  readonly data: unknown
  /** In the whole answer, of a list that stopped. */
  readonly truncated?: StoppedPart
}

const unmatchedIn = ({ unmatched_fields, known_fields = [] }: Whole): UnmatchedFields | undefined =>
  unmatched_fields && { unmatched_fields, known_fields }

/** The bytes that a part of the data may take: at least half, so that each part makes progress. */
const roomFor = (whole: Whole, most: number): number => {
  const beside = { ...unmatchedIn(whole), ...whole.truncated }
  const room = most - around
  return Object.keys(beside).length > 0 ? Math.max(room - Buffer.byteLength(JSON.stringify(beside)), room / 2) : room
}

/** Converts a position that is relative to another one into one that is relative to the start. */
const sum = ([first = 0, ...others]: Position, [count = 0, ...inside]: Position): Position =>
  count === 0 && others.length > 0 ? [first, ...sum(others, inside)] : [first + count, ...inside]

const inSameList = (a: Position, b: Position): boolean =>
  a.length === b.length && a.slice(0, -1).every((step, index) => step === b[index])

/** The part of at most `bytes` that begins at a position; `undefined` when nothing is there. */
const partAt = (whole: unknown, position: Position, bytes: number): FittedPart | undefined => {
  const rest = sliceAfterPosition(whole, position)
  if (rest === undefined) return undefined
  const cut = cutData(rest, bytes)
  if (!cut) return { data: rest }
  const { part, at, returned, total } = cut
  const end = sum(position, cut.end)
  const before = inSameList(position, end) ? (position.at(-1) ?? 0) : 0
  return { data: part, missing: { at, returned, total: before + total, end } }
}

const truncatedBy = ({ end, ...missing }: NonNullable<FittedPart['missing']>, id: string | undefined): Truncated => ({
  ...missing,
  ...(id !== undefined && { continuation: formatContinuationName(id, end) }),
})

/** The caller of the answer, and the size that it must fit. */
interface FittedCall {
  readonly tenant: string
  readonly domain: string
  readonly account: string
  /** The most bytes of a result. */
  readonly resultBytes: number
  /** The note for the model beside the answer. */
  readonly note: string | undefined
  /** The next step, in words. */
  readonly hint: string | undefined
}

interface Cutting extends Omit<FittedCall, 'resultBytes' | 'note' | 'hint'> {
  readonly body: Readonly<Record<string, unknown>>
  /** The most bytes that an envelope may take. */
  readonly most: number
}

/**
 * Cuts the envelope of an answer that is larger than `most`. The whole answer is stored, and `truncated.continuation` names where
 * the next part begins. An envelope that can't be cut stays as it is.
 */
const cutAnswer = async (
  continuations: AnswerParts,
  { status, envelope }: Pick<CallAnswer, 'status' | 'envelope'>,
  { tenant, domain, account, body, most }: Cutting,
): Promise<string> => {
  const whole = parseExact(envelope) as Whole
  const part = partAt(whole.data, [0], roomFor(whole, most))
  if (!part?.missing) return envelope
  const id = await continuations.keep(tenant, { domain, account, body, status, envelope })
  return JSON.stringify({
    ...whole,
    data: part.data,
    truncated: { ...truncatedBy(part.missing, id), ...whole.truncated },
  })
}

/** The part that a continuation names, and what is missing after it. Throws VALIDATION_ERROR for an unknown continuation. */
export const nextPart = ({ id, cutAnswer, position }: AnswerPart, most: number): Data => {
  const whole = parseExact(cutAnswer.envelope) as Whole
  const part = partAt(whole.data, position, roomFor(whole, most))
  if (!part) throw unknownContinuation()
  const { data, missing } = part
  const unmatched = unmatchedIn(whole)
  const truncated = (missing ?? whole.truncated) && { ...(missing && truncatedBy(missing, id)), ...whole.truncated }
  const beside = (unmatched ?? truncated) && { ...unmatched, ...(truncated && { truncated }) }
  return { status: cutAnswer.status, text: JSON.stringify(data), beside }
}

/** The end of the envelope of a list that stopped. */
const stoppedEnd = /"stopped":"(?:[^"\\]|\\.)*"\}$/

/** The answer whose envelope has the facts about a stopped list in `truncated`, where models look for missing parts. */
const withStopTold = (answer: CallAnswer): CallAnswer => {
  if (!stoppedEnd.test(answer.envelope)) return answer
  const { more, next, stopped, ...whole } = parseExact(answer.envelope) as Whole & Partial<StoppedPart>
  if (!more) return answer
  const envelope = JSON.stringify({ ...whole, truncated: { more, next, stopped } })
  return { ...answer, envelope, bytes: Buffer.byteLength(envelope) }
}

/** The envelope with the conversions of the arguments. */
export const withCoerced = (envelope: string, coerced: readonly Detail[]): string =>
  coerced.length === 0 ? envelope : `${envelope.slice(0, -1)},"coerced":${JSON.stringify(coerced)}}`

type Told = Pick<FittedCall, 'note' | 'hint'>

/** The envelope with the note and the hint for a model. */
const withTold = (envelope: string, { note, hint }: Told): string => {
  const noted = note === undefined ? envelope : `${envelope.slice(0, -1)},"note":${JSON.stringify(note)}}`
  return hint === undefined ? noted : `${noted.slice(0, -1)},"hint":${JSON.stringify(hint)}}`
}

/** The bytes that are left beside the note, the hint and the conversions: at least half, so that each part makes progress. */
const roomBeside = (coerced: readonly Detail[], told: Told, most: number): number =>
  coerced.length === 0 && told.note === undefined && told.hint === undefined
    ? most
    : Math.max(most - Buffer.byteLength(withTold(withCoerced('{}', coerced), told)), most / 2)

/** The answer's envelope with MCP's additions, cut if it is too large for the client. A part of an answer is small enough already. */
export const fitAnswer = (
  continuations: AnswerParts,
  callAnswer: CallAnswer,
  { body, coerced, part }: ToolBody,
  { resultBytes, note, hint, ...call }: FittedCall,
): string | Promise<string> => {
  const answer = part ? callAnswer : withStopTold(callAnswer)
  const told = { note, hint }
  const most = roomBeside(coerced, told, resultBytes)
  const finish = (envelope: string): string => withTold(withCoerced(envelope, coerced), told)
  if (part || answer.bytes <= most) return finish(answer.envelope)
  return cutAnswer(continuations, answer, { ...call, body, most }).then(finish)
}

/** The most accounts that a model may choose from: a result holds them twice, as text and as structured content. */
const mostAccounts = 100

/** The envelope with fewer accounts to choose from, and a note about that. */
const withFewerAccounts = (envelope: ErrorEnvelope, most: number): ErrorEnvelope => {
  const { accounts = [] } = envelope
  if (accounts.length <= most) return envelope
  const named = `accounts lists ${most} of ${accounts.length.toLocaleString('en')}; ask the user for the account, by its id`
  return { ...envelope, error: `${envelope.error} (${named})`, accounts: accounts.slice(0, most) }
}

/** The number of accounts that fit beside the rest of an error. */
const countFitting = (accounts: ErrorEnvelope['accounts'] = [], bytes: number): number => {
  let room = bytes
  for (const [at, account] of accounts.entries()) {
    room -= Buffer.byteLength(JSON.stringify(account)) + 1
    if (room < 0) return at
  }
  return accounts.length
}

/** The envelope of an error with MCP's additions. Accounts and the provider's `details` are cut if it is too large for the client. */
export const fitError = (whole: ErrorEnvelope, coerced: readonly Detail[], resultBytes: number): string => {
  const most = roomBeside(coerced, { note: undefined, hint: undefined }, resultBytes)
  const envelope = withFewerAccounts(whole, Math.min(mostAccounts, countFitting(whole.accounts, most / 3)))
  const text = JSON.stringify(envelope)
  if (Buffer.byteLength(text) <= most || envelope.details === undefined) return withCoerced(text, coerced)
  const others = Buffer.byteLength(JSON.stringify({ ...envelope, details: null }))
  const cut = cutData(envelope.details, most - others)
  return withCoerced(cut ? JSON.stringify({ ...envelope, details: cut.part }) : text, coerced)
}
