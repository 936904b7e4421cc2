import { type LimitForm, type Limits, limitForms, type RateLimitHint } from '@patchbay/core/provider'
import { at, type Fault } from './fault.ts'
import { token } from './name-faults.ts'

const units: readonly unknown[] = ['s', 'ms', 'epoch-s']

const headerNameFaults = (member: readonly string[], name: unknown): Fault[] =>
  at(member, typeof name === 'string' && token.test(name) ? [] : [`${JSON.stringify(name)} is no header name`])

const hintFaults = (member: readonly string[], { header, unit }: RateLimitHint): Fault[] => [
  ...headerNameFaults([...member, 'header'], header),
  ...at([...member, 'unit'], units.includes(unit) ? [] : ['the unit of reset is none of s, ms and epoch-s']),
]

/** What is wrong with how a provider's answers say what is left of its rate limit. */
export const limitsFaults = (limits: Limits | undefined): Fault[] => {
  if (limits === undefined) return []
  const { headers, per } = Object(limits) as Partial<Limits>
  const perFaults = at(
    ['limits', 'per'],
    per === undefined || per === 'account' || per === 'action' ? [] : ['limits.per is neither account nor action'],
  )
  if (typeof headers !== 'object' || headers === null) {
    const isForm = limitForms.includes(headers as LimitForm)
    const forms = limitForms.map((form) => JSON.stringify(form)).join(', ')
    const wrong = `limits.headers is no known form: use one of ${forms}, or name the vendor's headers`
    return [...perFaults, ...at(['limits', 'headers'], isForm ? [] : [wrong])]
  }
  const { remaining, limit, reset } = headers
  const within = (...names: string[]) => ['limits', 'headers', ...names]
  const missing = 'limits.headers has no reset: name the header that says when all calls are there again, and its unit'
  const resetFaults = typeof reset === 'object' ? hintFaults(within('reset'), reset) : at(within(), [missing])
  return [
    ...perFaults,
    ...headerNameFaults(within('remaining'), remaining),
    ...(limit === undefined ? [] : headerNameFaults(within('limit'), limit)),
    ...resetFaults,
  ]
}
