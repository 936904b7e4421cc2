import { type LimitForm, type Limits, limitForms, type RateLimitHint } from '@patchbay/core/provider'
import { type Fault, faultsAt } from '../faults/fault.ts'
import { token } from '../faults/name-faults.ts'

const units: readonly unknown[] = ['s', 'ms', 'epoch-s']

const headerNameFaults = (member: readonly string[], name: unknown): Fault[] =>
  faultsAt(member, typeof name === 'string' && token.test(name) ? [] : [`${JSON.stringify(name)} is not a header name`])

const hintFaults = (member: readonly string[], { header, unit }: RateLimitHint): Fault[] => [
  ...headerNameFaults([...member, 'header'], header),
  ...faultsAt([...member, 'unit'], units.includes(unit) ? [] : ['the unit of reset is not s, ms or epoch-s']),
]

/** The faults of `limits`, which says how a provider's responses report its rate limit. */
export const limitsFaults = (limits: Limits | undefined): Fault[] => {
  if (limits === undefined) return []
  const { headers, per } = Object(limits) as Partial<Limits>
  const perFaults = faultsAt(
    ['limits', 'per'],
    per === undefined || per === 'account' || per === 'action' ? [] : ['limits.per is neither account nor action'],
  )
  if (typeof headers !== 'object' || headers === null) {
    const isForm = limitForms.includes(headers as LimitForm)
    const forms = limitForms.map((form) => JSON.stringify(form)).join(', ')
    const wrong = `limits.headers is not a known form: use one of ${forms}, or name the vendor's headers`
    return [...perFaults, ...faultsAt(['limits', 'headers'], isForm ? [] : [wrong])]
  }
  const { remaining, limit, reset } = headers
  const within = (...names: string[]) => ['limits', 'headers', ...names]
  const missing =
    'limits.headers has no reset: name the header that says when all calls are available again, and its unit'
  const resetFaults = typeof reset === 'object' ? hintFaults(within('reset'), reset) : faultsAt(within(), [missing])
  return [
    ...perFaults,
    ...headerNameFaults(within('remaining'), remaining),
    ...(limit === undefined ? [] : headerNameFaults(within('limit'), limit)),
    ...resetFaults,
  ]
}
