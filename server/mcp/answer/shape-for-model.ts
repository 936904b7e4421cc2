import { parseExact } from '@patchbay/core/exact-json'
import { isJsonObject } from '@patchbay/core/json-object'
import { findCursor, isCursor, isZero, readTotal } from '@patchbay/core/list-marks'
import { type AnyAction, type HeaderPlace, isHeaderPlace, type Pages, type Pointer } from '@patchbay/core/provider'
import { at, type ToolArguments } from '@patchbay/core/schema'

/** A call whose answer a model reads. */
export interface ModelCall {
  readonly name: string
  readonly action: AnyAction
  readonly body: ToolArguments
  /** The vendor's address of the next page, if it links to one. */
  readonly next?: string | undefined
}

export interface ModelAnswer {
  readonly envelope: string
  /** The next step, in words; `undefined`: none is known. */
  readonly hint: string | undefined
}

type Noise = NonNullable<AnyAction['noise']>
type PagesOf<Kind extends Pages['kind']> = Extract<Pages, { readonly kind: Kind }>

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** The value without its noise. The items of lists stay: their number may mean something. */
export const leaveOutNoise = (value: unknown, noise: Noise): unknown => {
  const { members = [], empty = false } = noise
  if (Array.isArray(value)) return value.map((item) => leaveOutNoise(item, noise))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !members.includes(name) && !(empty && isEmpty(member)))
      .map(([name, member]) => [name, leaveOutNoise(member, noise)]),
  )
}

/** The pointer into `data` for a place in the vendor's answer; `undefined`: the action moves the value, or a header has it. */
const inData = ({ shape, definition }: AnyAction, place: Pointer | HeaderPlace): Pointer | undefined => {
  if (isHeaderPlace(place)) return undefined
  if (!shape) return place
  const isUnwrapped = definition.graphql !== undefined && !('shape' in definition)
  return isUnwrapped && place.startsWith('/data') ? (place.slice('/data'.length) as Pointer) : undefined
}

const findInData = (action: AnyAction, data: unknown, place: Pointer | HeaderPlace): unknown => {
  const pointer = inData(action, place)
  return pointer === undefined ? undefined : at(data, pointer)
}

/** The cursor 0 begins some vendors' lists anew: a model that is told of it might never end. */
const nextCursor = (pages: PagesOf<'cursor'>, { action }: ModelCall, data: unknown): unknown => {
  const cursor = findCursor(pages, (pointer) => findInData(action, data, pointer))
  return isZero(cursor) ? undefined : cursor
}

/** The caller's name of the parameter that takes the next page. */
const findPageParameter = ({ definition, params }: AnyAction, into: string): string | undefined => {
  const own = Object.entries(definition.rename ?? {}).find(([, vendor]) => vendor === into)?.[0]
  const name = own ?? into.slice(into.lastIndexOf('/') + 1)
  return Object.hasOwn(params, name) ? name : undefined
}

/** The number of the next page or item; `undefined`: there is none, or it isn't known. */
const nextNumber = (pages: PagesOf<'page' | 'offset'>, call: ModelCall, name: string, data: unknown) => {
  const { action, body } = call
  const { limit = pages.size?.default } = body
  const items = findInData(action, data, pages.items)
  if (!Array.isArray(items) || items.length === 0) return undefined
  const total = readTotal(pages, (pointer) => findInData(action, data, pointer))
  const isFull = typeof limit === 'number' && items.length >= limit
  const value = body[name]
  if (pages.kind === 'offset') {
    const next = (typeof value === 'number' ? value : 0) + items.length
    return (total === undefined ? isFull : next < total) ? next : undefined
  }
  // One call may answer several pages, after which the next one's number depends on the vendor's sizes.
  if (typeof limit === 'number' && pages.size && limit > pages.size.max) return undefined
  const next = (typeof value === 'number' ? value : pages.first) + 1
  return (total === undefined ? isFull : next <= total + pages.first - 1) ? next : undefined
}

/** The names of the query parameter that leads to the next page. */
const leadsOn = /page|cursor|offset|after|skip|token|start/i

/** The hint for a link: by its parameters that callers know, otherwise by a larger limit, as core itself follows links. */
const hintAtLink = (pages: PagesOf<'link'>, { name, action, body, next }: ModelCall): string | undefined => {
  const link = next === undefined ? null : URL.parse(next)
  if (!link) return undefined
  const parameters = [...link.searchParams].flatMap(([member, text]) => {
    const parameter = leadsOn.test(member) && member !== pages.size?.into && findPageParameter(action, member)
    if (!parameter || String(body[parameter] ?? '') === text) return []
    const isNumber = Object(action.params[parameter]).type === 'integer'
    return [`${parameter}: ${isNumber ? Number(text) : JSON.stringify(text)}`]
  })
  if (parameters.length > 0) return `There are more items: call ${name} again with ${parameters.join(', ')}`
  const { maximum: most } = Object(action.params.limit) as { readonly maximum?: number }
  const { limit = 0 } = body
  return most !== undefined && Number(limit) < most
    ? `There are more items: call ${name} again with a larger limit, of at most ${most}`
    : undefined
}

const hintAtPage = (pages: Pages, call: ModelCall, data: unknown): string | undefined => {
  if (pages.kind === 'link') return hintAtLink(pages, call)
  const name = findPageParameter(call.action, pages.into)
  if (name === undefined) return undefined
  const next = pages.kind === 'cursor' ? nextCursor(pages, call, data) : nextNumber(pages, call, name, data)
  if (!isCursor(next)) return undefined
  return `There are more items: call ${call.name} again with ${name}: ${JSON.stringify(next)}`
}

const hintAtAction = ({ action, parameters }: NonNullable<AnyAction['leadsTo']>, data: unknown): string | undefined => {
  const members = Object.entries(parameters).map(([name, pointer]) => [name, at(data, pointer)] as const)
  if (!members.every(([, value]) => isCursor(value))) return undefined
  return `${action} takes ${members.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')}`
}

/** The longest hint: longer than most cursors, but not as long as one may be. */
const longestHint = 600

/** The next step after an answer, in words; `undefined`: none is known. */
export const findHint = (call: ModelCall, data: unknown): string | undefined => {
  const { pages, leadsTo } = call.action
  const hint = (pages && hintAtPage(pages, call, data)) ?? (leadsTo && hintAtAction(leadsTo, data))
  return hint !== undefined && hint.length <= longestHint ? hint : undefined
}

/**
 * An answer as a model gets it: without the declared noise, unless the caller chose the fields, and with the next
 * step. `mayHint`: the answer is whole. `known`: the next step, if it was determined when the answer came.
 */
export const shapeForModel = (
  envelope: string,
  call: ModelCall,
  mayHint: boolean,
  nextStep?: Pick<ModelAnswer, 'hint'>,
): ModelAnswer => {
  const { noise, pages, leadsTo } = call.action
  const leavesOut = noise !== undefined && call.body.result_fields === undefined
  const hints = mayHint && (pages !== undefined || leadsTo !== undefined)
  if (!leavesOut && (!hints || nextStep)) return { envelope, hint: hints ? nextStep?.hint : undefined }
  const whole = parseExact(envelope) as { readonly data: unknown }
  return {
    envelope: leavesOut ? JSON.stringify({ ...whole, data: leaveOutNoise(whole.data, noise) }) : envelope,
    hint: hints ? (nextStep ?? { hint: findHint(call, whole.data) }).hint : undefined,
  }
}
