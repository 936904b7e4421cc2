import { setTimeout as sleep } from 'node:timers/promises'
import type { Deadline } from '../context/index.ts'
import type { GatewayError } from '../errors.ts'
import { FetchError, type Fetcher } from '../fetch/index.ts'
import { retryAfterOf } from '../fetch/retry-after.ts'
import type { AnyProvider, Effect } from '../provider/index.ts'
import type { ProviderRequest } from './build-request.ts'
import { nextTurn } from './next-turn.ts'
import { badGateway, providerError, unreachable } from './upstream-error.ts'

/** A provider's successful answer. */
export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  /** JSON text, `null` where the provider sent nothing. */
  readonly text: string
  readonly body: unknown
  /** The size that it had, decompressed. */
  readonly bytes: number
}

export interface Sending {
  readonly provider: AnyProvider
  readonly effect: Effect
  readonly fetcher: Fetcher
  readonly deadline: Deadline
  readonly onAnswer: (() => void) | undefined
  readonly maxBytes: number
  readonly secrets: readonly string[]
}

const mostTries = 3
const backOffMs = 300
const retried = new Set([429, 502, 503, 504])
/** The provider has answered, only not with what can be used. */
const answers = new Set<FetchError['kind']>(['redirect', 'too-large', 'garbled'])

const mayRepeat = (effect: Effect): boolean => effect.kind === 'read' || effect.idempotent !== 'never'

interface Attempt {
  readonly answer?: ProviderAnswer
  readonly error: GatewayError | undefined
  readonly retryable: boolean
  /** Seconds that the provider asked for. */
  readonly wait?: number | undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const judge = ({ provider, secrets }: Sending, status: number, headers: Headers, bytes: Uint8Array): Attempt => {
  const text = bytes.length === 0 ? '' : new TextDecoder().decode(bytes)
  const body = text === '' ? null : parse(text)
  const ok = status >= 200 && status < 300
  const failure = provider.failure?.(body, { status, headers })
  if (!ok || failure) {
    const wait = retryAfterOf({ status, headers, failure, hint: provider.rateLimit })
    const passes = failure?.retryAfter !== undefined || retried.has(failure?.status ?? status)
    return {
      error: providerError({ provider, status, retryAfter: wait, text, body, failure, secrets }),
      retryable: passes || (provider.retry?.on?.includes(status) ?? false),
      wait,
    }
  }
  if (body === undefined) return { error: badGateway(provider, 'gave an answer that is not JSON'), retryable: false }
  const answer = { status, headers, text: text === '' ? 'null' : text, body, bytes: bytes.length }
  return { answer, error: undefined, retryable: false }
}

const attempt = async (sending: Sending, request: ProviderRequest): Promise<Attempt> => {
  const signal = sending.deadline.signal()
  await nextTurn()
  try {
    const { status, headers, bytes } = await sending.fetcher({
      ...request,
      signal,
      maxBytes: sending.maxBytes,
      once: !mayRepeat(sending.effect),
      redirects: request.method === 'GET' || request.method === 'HEAD' ? 'same-origin' : 'none',
    })
    sending.onAnswer?.()
    return judge(sending, status, headers, bytes)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof FetchError)) throw error
    if (answers.has(error.kind)) sending.onAnswer?.()
    return { error: unreachable(sending.provider, error), retryable: error.retryable }
  }
}

/** Full jitter: a crowd of callers comes back spread out. */
const backOff = (tries: number): number => Math.random() * backOffMs * 2 ** (tries - 1)

/**
 * Sends a request, again where that is allowed and helps: reads and idempotent writes, on connection failure, 429,
 * 502 to 504 and what the provider adds. A wait that would pass the deadline isn't begun. Throws UPSTREAM_ERROR,
 * TIMEOUT and CLIENT_CLOSED.
 */
export const send = async (sending: Sending, request: ProviderRequest): Promise<ProviderAnswer> => {
  const most = mayRepeat(sending.effect) ? (sending.provider.retry?.tries ?? mostTries) : 1
  for (let tries = 1; ; tries++) {
    const { answer, error, retryable, wait } = await attempt(sending, request)
    if (answer) return answer
    const waitMs = wait === undefined ? backOff(tries) : wait * 1000
    if (!retryable || tries >= most || performance.now() + waitMs >= sending.deadline.at) throw error
    await pause(waitMs, sending.deadline.signal())
  }
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw signal.reason
  }
}
