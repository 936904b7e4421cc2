import type { ObjectExpression } from '../../../source/expression.ts'
import type { Imported } from '../../convert/to-slice.ts'
import { type Node, resolveNode, toNode } from '../../read/node.ts'
import type { Question } from '../question.ts'

interface DeclaredHeader {
  /** The name in the document's spelling. */
  readonly name: string
  readonly description: string
}

/** The headers that an operation's answers declare, by their names in lower case. */
const headersOf = (root: Node, { operation }: Imported): Map<string, DeclaredHeader> =>
  new Map(
    Object.values(toNode(operation.node.responses)).flatMap((value) => {
      const answer = resolveNode(root, value)
      return Object.entries(toNode(answer.headers)).map(([name, header]) => {
        const { description } = resolveNode(root, header)
        return [name.toLowerCase(), { name, description: String(description ?? '') }] as const
      })
    }),
  )

type Headers = ReadonlyMap<string, DeclaredHeader>

/** The forms that the contract has a name for, by the headers that show them. */
const forms: readonly (readonly [form: string, shows: readonly string[]])[] = [
  ['RateLimit', ['ratelimit', 'ratelimit-policy']],
  ['X-RateLimit-*', ['x-ratelimit-remaining', 'x-ratelimit-reset']],
  ['RateLimit-*', ['ratelimit-remaining', 'ratelimit-reset']],
]

const isMoment = ({ description }: DeclaredHeader): boolean => /\b(?:epoch|unix|timestamp|utc)\b/i.test(description)

/** A vendor's own names: `X-Rate-Limit-Remaining`. */
const ownNames = (headers: Headers): ObjectExpression | undefined => {
  const find = (end: RegExp) =>
    [...headers].find(([name]) => /rate-?limit|quota|calls/.test(name) && end.test(name))?.[1]
  const [remaining, reset, limit] = [
    find(/(?:remaining|left)$/),
    find(/(?:reset|reset-(?:at|time|after))$/),
    find(/limit$/),
  ]
  if (!remaining || !reset) return undefined
  const unit = isMoment(reset) ? 'epoch-s' : 's'
  return { remaining: remaining.name, reset: { header: reset.name, unit }, ...(limit && { limit: limit.name }) }
}

const findLimits = (
  headers: Headers,
): { readonly headers: string | ObjectExpression; readonly isSure: boolean } | undefined => {
  const form = forms.find(([, shows]) => shows.every((name) => headers.has(name)))
  if (form) return { headers: form[0], isSure: true }
  const own = ownNames(headers)
  if (own) return { headers: own, isSure: false }
  return headers.has('retry-after') ? { headers: 'Retry-After', isSure: true } : undefined
}

/** The question how the vendor reports its rate limit, by the headers that the document declares. */
export const limitsQuestions = (root: Node, actions: readonly Imported[]): Question[] => {
  const all = new Map(actions.flatMap((one) => [...headersOf(root, one)]))
  const limits = findLimits(all)
  if (!limits) return []
  const { headers, isSure } = limits
  const name = typeof headers === 'string' ? headers : String(headers.remaining)
  return [
    {
      id: 'limits',
      question: 'How do answers report the rate limit?',
      guess: name,
      reason: `the document declares the headers of ${name}`,
      meanwhile: 'only a refusal for the limit is heeded, when it comes',
      overlay: { limits: { headers } },
      isSure,
    },
  ]
}
