import type { Answer } from '@patchbay/core/context'
import type { ErrorEnvelope } from '@patchbay/core/errors'
import { type Continuations, type Found, nameOf, unknownContinuation } from './continuations.ts'
import { cutData, type Position, restOf } from './cut-data.ts'
import { parseExact } from './exact-json.ts'

/** Describes to the model what is missing after a part. */
export interface Truncated {
  readonly at: string
  readonly returned: number
  readonly total: number
  /** Left out when the store was down and the rest couldn't be kept. */
  readonly continuation?: string
}

interface Part {
  readonly data: unknown
  /** `undefined` for the last part. */
  readonly missing?: Omit<Truncated, 'continuation'> & { readonly end: Position }
}

/** The members of an envelope other than `data`; `truncated` is one of them. */
const around = 400

const dataOf = (envelope: string): unknown => (parseExact(envelope) as { data: unknown }).data

/** Makes a position that is relative to another one relative to the start. */
const sum = ([first = 0, ...others]: Position, [count = 0, ...inside]: Position): Position =>
  count === 0 && others.length > 0 ? [first, ...sum(others, inside)] : [first + count, ...inside]

const inSameList = (a: Position, b: Position): boolean =>
  a.length === b.length && a.slice(0, -1).every((step, index) => step === b[index])

/** The part of at most `bytes` that begins at a position; `undefined` when nothing is there. */
const partAt = (whole: unknown, position: Position, bytes: number): Part | undefined => {
  const rest = restOf(whole, position)
  if (rest === undefined) return undefined
  const cut = cutData(rest, bytes)
  if (!cut) return { data: rest }
  const { part, at, returned, total } = cut
  const end = sum(position, cut.end)
  const before = inSameList(position, end) ? (position.at(-1) ?? 0) : 0
  return { data: part, missing: { at, returned, total: before + total, end } }
}

const truncatedBy = ({ end, ...missing }: NonNullable<Part['missing']>, id: string | undefined): Truncated => ({
  ...missing,
  ...(id !== undefined && { continuation: nameOf(id, end) }),
})

export interface Cutting {
  readonly tenant: string
  readonly domain: string
  readonly account: string
  readonly body: Readonly<Record<string, unknown>>
  /** The most bytes that an envelope may take. */
  readonly most: number
}

/**
 * Cuts the envelope of an answer that is larger than `most`. The whole answer is kept, and `truncated.continuation` names
 * where it goes on. An envelope that can't be cut stays as it is.
 */
export const cutAnswer = async (
  continuations: Continuations,
  { status, envelope }: Pick<Answer, 'status' | 'envelope'>,
  { tenant, domain, account, body, most }: Cutting,
): Promise<string> => {
  const whole = parseExact(envelope) as { data: unknown }
  const part = partAt(whole.data, [0], most - around)
  if (!part?.missing) return envelope
  const id = await continuations.keep(tenant, { domain, account, body, status, envelope })
  return JSON.stringify({ ...whole, data: part.data, truncated: truncatedBy(part.missing, id) })
}

/** The part that a continuation names, and what is missing after it. Throws VALIDATION_ERROR for an unknown continuation. */
export const nextPart = ({ id, kept, position }: Found, most: number): { data: string; truncated?: Truncated } => {
  const part = partAt(dataOf(kept.envelope), position, most - around)
  if (!part) throw unknownContinuation()
  return { data: JSON.stringify(part.data), ...(part.missing && { truncated: truncatedBy(part.missing, id) }) }
}

/** The envelope of an error, of which the provider's `details` are cut where it is larger than `most`. */
export const fitError = (envelope: ErrorEnvelope, most: number): string => {
  const text = JSON.stringify(envelope)
  if (Buffer.byteLength(text) <= most || envelope.details === undefined) return text
  const others = Buffer.byteLength(JSON.stringify({ ...envelope, details: null }))
  const cut = cutData(envelope.details, most - others)
  return cut ? JSON.stringify({ ...envelope, details: cut.part }) : text
}
