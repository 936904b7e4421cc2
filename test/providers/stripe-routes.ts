import { invalidRequest, StripeError } from './stripe-error.ts'
import type { Form } from './stripe-form.ts'
import { integer, listPage, type Objects, type StripeObject, text } from './stripe-objects.ts'
import { createPayments } from './stripe-payments.ts'

interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  /** Parameters that it takes; any other is refused. */
  readonly takes: readonly string[]
  readonly run: (form: Form, id: string) => unknown
}

const range = ['limit', 'starting_after', 'expand', 'created']
const customerMembers = [
  ...['email', 'name', 'phone', 'description', 'address', 'shipping', 'invoice_settings', 'metadata'],
  ...['preferred_locales', 'tax_exempt', 'expand'],
]

/** `name:'Ada' AND metadata['plan']:'pro'`, the part of the language that the fake knows. */
const clauses = (query: string) =>
  query.split(/ AND /i).map((clause) => {
    const [, name, key, want] = /^(\w+)(?:\['([^']+)'\])?:'([^']*)'$/.exec(clause.trim()) ?? []
    if (name === undefined)
      throw invalidRequest(`We were unable to parse your search query: ${clause}`, { param: 'query' })
    return (object: StripeObject) => (key ? Object(object[name])[key] : object[name]) === want
  })

const searchCustomers = (objects: Objects, form: Form) => {
  const wanted = clauses(text(form, 'query') ?? '')
  const found = objects.all('customers').filter((each) => wanted.every((holds) => holds(each)))
  const begin = Number(text(form, 'page') ?? 0)
  const end = begin + (integer(form, 'limit') ?? 10)
  const more = end < found.length
  return {
    ...{ object: 'search_result', url: '/v1/customers/search', data: found.slice(begin, end) },
    ...{ has_more: more, next_page: more ? String(end) : null },
  }
}

const setCustomer = (customer: StripeObject, { metadata, expand: _expand, ...members }: Form): StripeObject =>
  Object.assign(customer, members, { metadata: { ...Object(customer.metadata), ...Object(metadata) } })

/** The part of Stripe's API that the plugin uses. */
export const createRoutes = (objects: Objects) => {
  const payments = createPayments(objects)
  const intent = (id: string) => objects.find('payment_intents', id, 'intent', 404)
  const customer = (id: string) => objects.find('customers', id, 'id', 404)
  const create = (form: Form) =>
    setCustomer(objects.create('customers', { email: null, name: null, description: null }), form)

  const get = (path: RegExp, takes: readonly string[], run: Route['run']): Route => ({
    method: 'GET',
    path,
    takes,
    run,
  })
  const post = (path: RegExp, takes: readonly string[], run: Route['run']): Route => ({
    method: 'POST',
    path,
    takes,
    run,
  })
  const confirming = ['payment_method', 'off_session', 'receipt_email', 'return_url', 'expand']
  const paying = [
    ...['amount', 'currency', 'customer', 'payment_method_types', 'automatic_payment_methods', 'confirm', 'metadata'],
    ...['capture_method', 'setup_future_usage', 'description', 'statement_descriptor', ...confirming],
  ]

  const routes: readonly Route[] = [
    get(/^\/v1\/customers$/, ['email', ...range], (form) => listPage(objects, 'customers', form)),
    post(/^\/v1\/customers$/, ['payment_method', ...customerMembers], create),
    get(/^\/v1\/customers\/search$/, ['query', 'limit', 'page', 'expand'], (form) => searchCustomers(objects, form)),
    get(/^\/v1\/customers\/([^/]+)$/, ['expand'], (_, id) => customer(id)),
    post(/^\/v1\/customers\/([^/]+)$/, customerMembers, (form, id) => setCustomer(customer(id), form)),
    get(/^\/v1\/payment_intents$/, ['customer', ...range], (form) => listPage(objects, 'payment_intents', form)),
    post(/^\/v1\/payment_intents$/, paying, payments.create),
    get(/^\/v1\/payment_intents\/([^/]+)$/, ['expand'], (_, id) => intent(id)),
    post(/^\/v1\/payment_intents\/([^/]+)\/confirm$/, confirming, (form, id) => payments.confirm(intent(id), form)),
    post(/^\/v1\/payment_intents\/([^/]+)\/cancel$/, ['cancellation_reason'], (form, id) =>
      payments.cancel(intent(id), form),
    ),
    get(/^\/v1\/charges$/, ['customer', 'payment_intent', ...range], (form) => listPage(objects, 'charges', form)),
    post(/^\/v1\/refunds$/, ['payment_intent', 'charge', 'amount', 'reason', 'metadata'], payments.refund),
    get(/^\/v1\/invoices$/, ['customer', 'subscription', 'status', ...range], (form) =>
      listPage(objects, 'invoices', form),
    ),
    get(/^\/v1\/subscriptions$/, ['customer', 'price', 'status', ...range], (form) =>
      listPage(objects, 'subscriptions', form),
    ),
    get(/^\/v1\/balance$/, ['expand'], payments.balance),
  ]

  return (method: string, pathname: string, form: Form): unknown => {
    for (const route of routes) {
      const [matched, id = ''] = (route.method === method && route.path.exec(pathname)) || []
      if (matched === undefined) continue
      const unknown = Object.keys(form).find((name) => !route.takes.includes(name))
      if (unknown)
        throw invalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
      return route.run(form, decodeURIComponent(id))
    }
    throw new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${pathname})`)
  }
}
