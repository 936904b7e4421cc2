import type { Data, Deadline, Input } from '../context/index.ts'
import type { Fetcher } from '../fetch/index.ts'
import { type Auth, type Call, originOf, type Pages } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import type { Domain } from '../schema/index.ts'
import type { Account } from '../store/index.ts'
import { basicPair, buildPageRequest, buildRequest } from './build-request.ts'
import { followPages } from './follow-pages.ts'
import { idempotencyOf } from './idempotency.ts'
import { selectFields } from './select-fields.ts'
import { type ProviderAnswer, type Sending, send } from './send.ts'
import { badGateway } from './upstream-error.ts'

export interface ProviderCall {
  readonly domain: Domain
  readonly account: Account
  /** What the action makes of the parameters. */
  readonly first: Call
  readonly input: Input
  /** The caller's own. */
  readonly idempotencyKey?: string | undefined
  readonly credential: Credential
  readonly deadline: Deadline
  /** Hears that the provider has answered, well or not: from then on the call is billable. */
  readonly onAnswer?: () => void
}

export interface ProviderAccess {
  readonly fetcher: Fetcher
  /** Where calls of a provider go instead of its own origin, by provider id. */
  readonly providerOrigins: ReadonlyMap<string, string>
  /** Bytes of a provider's answer, decompressed, over all pages of one call. */
  readonly maxResponseBytes: number
}

/** Everything that must never come back in an error. */
const secretsOf = ({ accessToken }: Credential, auth: Auth): string[] => {
  if (auth.kind !== 'basic') return [accessToken]
  const pair = basicPair(auth, accessToken)
  return [accessToken, pair, pair.slice(pair.indexOf(':') + 1)]
}

/** An envelope needs a body: 204 and 205 have none. */
const statusOf = (status: number): number => (status === 204 || status === 205 ? 200 : status)

const fetchAnswer = (access: ProviderAccess, call: ProviderCall): Promise<ProviderAnswer> => {
  const { domain, account, input, idempotencyKey, credential, deadline, onAnswer } = call
  const { provider } = domain
  const settings = account.settings ?? {}
  const origin = access.providerOrigins.get(provider.id) ?? originOf(provider.origin, settings)
  const context = { provider, origin, credential, idempotency: idempotencyOf(input.action, idempotencyKey) }
  const checkResult = domain.checks[input.name]?.result
  let bytesLeft = access.maxResponseBytes

  const garbled = (): never => {
    throw badGateway(provider, 'gave an answer that is not what this action expects')
  }
  const sendOne = async (next: Call | URL): Promise<ProviderAnswer> => {
    const request = next instanceof URL ? buildPageRequest(context, first, next) : buildRequest(context, next)
    const sending: Sending = {
      provider,
      effect: input.action.effect,
      fetcher: access.fetcher,
      deadline,
      onAnswer,
      maxBytes: bytesLeft,
      secrets: secretsOf(credential, provider.auth),
    }
    const answer = await send(sending, request)
    bytesLeft -= answer.bytes
    return checkResult && !checkResult(answer.body) ? garbled() : answer
  }

  const { first } = call
  const pages = input.action.pages as Pages | undefined
  if (!pages) return sendOne(first)
  const limit = typeof input.params.limit === 'number' ? input.params.limit : undefined
  return followPages({ pages, call: first, limit, origin, send: sendOne, garbled })
}

/** Step 11: the provider's answer, all its pages, shaped as the action and the caller want it. Throws UPSTREAM_ERROR. */
export const callProvider = async (access: ProviderAccess, call: ProviderCall): Promise<Data> => {
  const { action, resultFields } = call.input
  const answer = await fetchAnswer(access, call)
  const status = statusOf(answer.status)
  if (!action.shape && !resultFields) return { status, text: answer.text }

  const shaped = action.shape ? action.shape(answer.body, answer) : answer.body
  const data = resultFields ? selectFields(shaped, resultFields, action.pages?.items) : shaped
  return { status, text: JSON.stringify(data ?? null) }
}
