import { invalidRequest, resourceMissing } from './stripe-error.ts'
import type { Form } from './stripe-form.ts'

/** The kinds of objects, by the name of their collection. */
export const kinds = {
  customers: { object: 'customer', prefix: 'cus' },
  payment_intents: { object: 'payment_intent', prefix: 'pi' },
  charges: { object: 'charge', prefix: 'ch' },
  refunds: { object: 'refund', prefix: 're' },
  invoices: { object: 'invoice', prefix: 'in' },
  subscriptions: { object: 'subscription', prefix: 'sub' },
} as const

export type Kind = keyof typeof kinds

export interface StripeObject {
  readonly id: string
  readonly object: string
  readonly created: number
  [member: string]: unknown
}

/** A number of a form. */
export const integer = (form: Form, name: string): number | undefined => {
  const given = form[name]
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !/^-?\d+$/.test(given)) {
    throw invalidRequest(`Invalid integer: ${JSON.stringify(given)}`, {
      code: 'parameter_invalid_integer',
      param: name,
    })
  }
  return Number(given)
}

/** A text of a form. */
export const text = (form: Form, name: string): string | undefined => {
  const given = form[name]
  if (typeof given === 'object') throw invalidRequest(`Invalid string: ${name}`, { param: name })
  return given
}

/** The objects of one Stripe account, in memory. */
export const createObjects = () => {
  const byKind = new Map<Kind, StripeObject[]>()
  let count = 0

  const all = (kind: Kind): StripeObject[] => byKind.get(kind) ?? []

  return {
    /** The newest first. */
    all,
    create: (kind: Kind, members: Readonly<Record<string, unknown>>): StripeObject => {
      count += 1
      const { object, prefix } = kinds[kind]
      const id = `${prefix}_${String(count).padStart(14, '0')}`
      const created = { id, object, created: 1_700_000_000 + count, livemode: false, metadata: {}, ...members }
      byKind.set(kind, [created, ...all(kind)])
      return created
    },
    find: (kind: Kind, id: string, param: string, status: 400 | 404 = 400): StripeObject => {
      const found = all(kind).find((each) => each.id === id)
      if (!found) throw resourceMissing(kinds[kind].object, id, param, status)
      return found
    },
  }
}

export type Objects = ReturnType<typeof createObjects>

/** Whether `created` (or another time) is within `{gt, gte, lt, lte}`. */
const within = (time: unknown, range: Form): boolean => {
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((bound) => integer(range, bound))
  const at = Number(time)
  return at > (gt ?? -1) && at >= (gte ?? 0) && at < (lt ?? Number.POSITIVE_INFINITY) && at <= (lte ?? at)
}

/** One page of a list: https://docs.stripe.com/api/pagination */
export const listPage = (objects: Objects, kind: Kind, query: Form) => {
  const { limit: _limit, starting_after: _after, expand: _expand, ...filters } = query
  const limit = integer(query, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidRequest('limit must be between 1 and 100', { param: 'limit' })
  const found = objects
    .all(kind)
    .filter((each) =>
      Object.entries(filters).every(([name, want]) =>
        typeof want === 'object' ? within(each[name], want) : want === 'all' || String(each[name]) === want,
      ),
    )
  const after = text(query, 'starting_after')
  const begin = after === undefined ? 0 : found.indexOf(objects.find(kind, after, 'starting_after')) + 1
  const data = found.slice(begin, begin + limit)
  return { object: 'list', url: `/v1/${kind}`, has_more: begin + limit < found.length, data }
}
