import { GatewayError } from '../errors.ts'
import type { FetchError } from '../fetch/index.ts'
import { createRedaction, redactValue } from '../fetch/redact.ts'
import { withoutPayload } from '../fetch/without-payload.ts'
import type { Failure } from '../provider/index.ts'
import type { ProviderFacts } from '../schema/index.ts'

const maxDetails = 8192
const maxMessage = 500

const isErrorStatus = (status: number): boolean => Number.isInteger(status) && status >= 400 && status <= 599

/** `undefined` for what is no JSON, or nested deeper than the stack allows. */
const redactedJson = (body: unknown, redact: (text: string) => string): string | undefined => {
  if (body === undefined) return undefined
  try {
    return JSON.stringify(redactValue(body, redact))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The provider's body for the caller: parsed where it is JSON and small, else text, cut at 8 KiB. */
const detailsOf = (text: string, body: unknown, redact: (text: string) => string): unknown => {
  if (text === '') return undefined
  const json = redactedJson(body, redact)
  const clean = json ?? redact(text)
  if (Buffer.byteLength(clean) <= maxDetails) return json === undefined ? clean : JSON.parse(json)
  return Buffer.from(clean)
    .subarray(0, maxDetails)
    .toString()
    .replace(/\uFFFD+$/, '')
}

export interface ProviderFault {
  readonly provider: ProviderFacts
  readonly status: number
  /** Seconds that the provider asks to wait. */
  readonly retryAfter: number | undefined
  readonly text: string
  /** The parsed body; `undefined` when it is no JSON. */
  readonly body: unknown
  readonly failure: Failure | undefined
  /** The account's own secrets: never part of an answer. */
  readonly secrets: readonly string[]
  /** What the caller sent: never part of a log. */
  readonly params: Readonly<Record<string, unknown>>
}

/** An error that the provider answered: its status, its words, its body. */
export const providerError = ({
  provider,
  status,
  retryAfter,
  text,
  body,
  failure,
  secrets,
  params,
}: ProviderFault): GatewayError => {
  const redact = createRedaction(secrets)
  const answered = `${provider.title} answered ${status}`
  const said = failure && redact(failure.message).slice(0, maxMessage)
  const shown = failure?.status ?? status
  return new GatewayError('UPSTREAM_ERROR', said === undefined ? answered : `${answered}: ${said}`, {
    status: isErrorStatus(shown) ? shown : 502,
    ...(said !== undefined && { reason: `${answered}: ${withoutPayload(said, params)}` }),
    details: detailsOf(text, body, redact),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** The provider gave no answer, or one that can't be handed on: 502. */
export const badGateway = (provider: ProviderFacts, what: string, cause?: unknown): GatewayError =>
  new GatewayError('UPSTREAM_ERROR', `${provider.title} ${what}`, { cause })

const words: Partial<Record<FetchError['kind'], string>> = {
  'refused-address': 'has an address that outgoing calls may not reach (see ALLOWED_PRIVATE_HOSTS)',
  insecure: 'has an address without https (see ALLOWED_PRIVATE_HOSTS)',
  unresolved: 'could not be reached: its host name has no address',
  untrusted: 'could not be reached: there is no trusted TLS connection to it',
  broken: 'closed the connection before its answer was complete; it may have done what was asked',
  redirect: 'answered with a redirect that is not followed',
  'too-large': 'gave an answer over the size limit (see MAX_RESPONSE_BYTES)',
  garbled: 'gave an answer that cannot be decoded',
}

export const unreachable = (provider: ProviderFacts, error: FetchError): GatewayError =>
  badGateway(provider, words[error.kind] ?? 'could not be reached', error)
