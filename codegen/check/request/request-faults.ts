import { describeThrown, GatewayError } from '@patchbay/core/errors'
import { isJsonObject } from '@patchbay/core/json-object'
import type { AnyAction, AnyProvider } from '@patchbay/core/provider'
import { bodySchema, findProblems, formatHint } from '@patchbay/core/schema'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { asyncFaults, isAsync } from '../faults/function-faults.ts'
import { requestMemberFaults } from '../faults/members.ts'
import { headerFaults } from '../faults/value-faults.ts'
import { freeMemberFaults } from './free-member-faults.ts'
import { sampleMembers } from './sample.ts'

type Values = Readonly<Record<string, unknown>>

/** The faults of an action's `request`, found by calling it with samples of the parameters. Their schemas must be valid. */
export const requestFaults = (name: string, action: AnyAction, settings: AnyProvider['settings']): Fault[] => {
  const request: unknown = action.definition?.request
  if (request === undefined) return routeFaults(action.route, settings ?? {})
  if (typeof request !== 'function') {
    return faultsAt(['request'], ['`request` is not a function: write `request: (params, account) => ({ ... })`'])
  }
  const asynchronous = asyncFaults('request', request)
  if (asynchronous.length > 0) return faultsAt(['request'], asynchronous)
  const samples = [true, false]
    .map((optional) => sampleMembers(action.params, optional))
    .filter((params) => findProblems(bodySchema(name, action), { action: name, ...params }).length === 0)
  const messages = samples.flatMap((params) => callFaults(request as Request, action, params, settings ?? {}))
  const replacing = messages.length === 0 ? freeMemberFaults(action, settings ?? {}) : []
  return [...routeFaults(action.route, settings ?? {}), ...faultsAt(['request'], [...new Set(messages), ...replacing])]
}

const routeFaults = (route: string, settings: object): Fault[] =>
  [...route.matchAll(/\{settings\.([^}]*)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(settings, name)
      ? []
      : faultsAt(
          ['route'],
          [
            `the route uses the setting \`${name}\`: declare it under \`settings\`${formatHint(name, Object.keys(settings))}`,
          ],
        ),
  )

type Request = (params: Values, account: { readonly settings: Values }) => unknown

const callFaults = (request: Request, action: AnyAction, params: Values, settings: object): string[] => {
  const undeclared: string[] = []
  const watch = (values: Values, declared: object, what: string): Values =>
    watched(values, declared, (name) => {
      undeclared.push(`\`request\` reads the ${what} \`${name}\`: declare it${formatHint(name, Object.keys(declared))}`)
    })
  const account = { settings: watch(sampleMembers(settings, true), settings, 'setting') }
  try {
    const parts = request(watch(params, action.params, 'parameter'), account)
    return [...undeclared, ...partsFaults(parts, action.route)]
  } catch (error) {
    // Thrown by `invalid(...)`: samples fit the schemas, not the plugin's own rules.
    if (error instanceof GatewayError && error.code === 'VALIDATION_ERROR') return undeclared
    return undeclared.length > 0
      ? undeclared
      : [`\`request\` throws for the parameters ${shortened(params)}: ${describeThrown(error)}`]
  }
}

/** The values; `tell` is called with each name that is read from them and isn't in `declared`. */
const watched = (values: Values, declared: object, tell: (name: string) => void): Values => {
  const outside = new Proxy(Object.prototype, {
    get: (every, name, receiver) => {
      if (typeof name === 'string' && !(name in declared) && name !== 'toJSON') tell(name)
      return Reflect.get(every, name, receiver)
    },
  })
  // The proxy is the prototype of the values, so that listing or copying them gives the values only.
  return Object.assign(Object.create(outside), values)
}

const partsFaults = (parts: unknown, route: string): string[] => {
  if (parts instanceof Promise) {
    // The promise itself is reported; its end doesn't matter.
    parts.catch(() => undefined)
    return [isAsync('request')]
  }
  if (!isJsonObject(parts)) {
    return [`\`request\` returns ${shortened(parts)}: return parts of the request, like { query: { ... } }`]
  }
  const { path, query, headers, body } = parts
  const [method = ''] = route.split(' ')
  return [
    ...requestMemberFaults(parts),
    ...(path === undefined || (typeof path === 'string' && path.startsWith('/'))
      ? []
      : [`\`request\` returns the path ${shortened(path)}: build it like path\`/items/\${item_id}\``]),
    ...(query === undefined || isJsonObject(query)
      ? []
      : [`\`request\` returns the query ${shortened(query)}: write its members by name, like { state: 'open' }`]),
    ...(headers === undefined || isJsonObject(headers)
      ? Object.entries(headers ?? {}).flatMap(([name, value]) => sentFaults(name, value))
      : [`\`request\` returns the headers ${shortened(headers)}: write them by name, like { 'If-Match': etag }`]),
    ...(body !== undefined && ['GET', 'HEAD'].includes(method)
      ? [`\`request\` returns a body, but a ${method} has no body: return \`query\` instead`]
      : []),
  ]
}

const sentFaults = (name: string, value: unknown): string[] => {
  if (value === undefined) return []
  return typeof value === 'string'
    ? headerFaults(name, value)
    : [`\`request\` returns the header ${name} with ${shortened(value)}: write a text`]
}

const shortened = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}...` : text
}
