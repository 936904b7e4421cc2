import { parseExact } from '../../encoding/exact-json.ts'
import { GatewayError } from '../../errors.ts'
import { withoutPayload } from '../../fetch/bodies/without-payload.ts'
import type { FetchError, UnreadBody } from '../../fetch/index.ts'
import { createRedaction, redactValue } from '../../fetch/redaction.ts'
import type { ActionEffect, Failure } from '../../provider/index.ts'
import type { ProviderFacts } from '../../schema/index.ts'

const unusables: Readonly<Record<UnreadBody, string>> = {
  'too-large': 'is over the size limit (see MAX_RESPONSE_BYTES)',
  garbled: 'cannot be decoded',
}

const maxDetails = 8192
const maxMessage = 500
const mayBeDone = 'the request may have taken effect'

const isErrorStatus = (status: number): boolean => Number.isInteger(status) && status >= 400 && status <= 599

/** The redacted JSON; `undefined`: the body is not JSON, or nested deeper than the stack allows. */
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
const buildDetails = (text: string, body: unknown, redact: (text: string) => string): unknown => {
  if (text === '') return undefined
  const json = redactedJson(body, redact)
  const clean = json ?? redact(text)
  if (Buffer.byteLength(clean) <= maxDetails) return json === undefined ? clean : parseExact(json)
  return Buffer.from(clean)
    .subarray(0, maxDetails)
    .toString()
    .replace(/\uFFFD+$/, '')
}

export interface ProviderFault {
  readonly provider: ProviderFacts
  readonly status: number
  /** The status that the caller gets, if the vendor's doesn't say what it means. */
  readonly shown: number
  /** Seconds that the provider asks to wait. */
  readonly retryAfter: number | undefined
  readonly text: string
  /** The parsed body; `undefined` when it is not JSON. */
  readonly body: unknown
  readonly failure: Failure | undefined
  /** The account's own secrets: never part of an answer. */
  readonly secrets: readonly string[]
  /** The caller's parameters: never part of a log. */
  readonly params: Readonly<Record<string, unknown>>
  /** True if the answer reports a fault, but not whether the write was done. */
  readonly isInDoubt: boolean
  /** The reason why the body is missing. */
  readonly unread: UnreadBody | undefined
}

/** An error that the provider answered: its status, its words, its body. */
export const providerError = ({
  provider,
  status,
  shown,
  retryAfter,
  text,
  body,
  failure,
  secrets,
  params,
  isInDoubt,
  unread,
}: ProviderFault): GatewayError => {
  const redact = createRedaction(secrets)
  const missing = unread === undefined ? '' : `, with a body that ${unusables[unread]}`
  const answered = `${provider.title} answered ${status}${missing}`
  const vendorMessage = failure && redact(failure.message).slice(0, maxMessage)
  const said = vendorMessage === undefined ? answered : `${answered}: ${vendorMessage}`
  return new GatewayError('UPSTREAM_ERROR', isInDoubt ? `${said}; ${mayBeDone}` : said, {
    status: isErrorStatus(shown) ? shown : 502,
    ...(vendorMessage !== undefined && { reason: `${answered}: ${withoutPayload(vendorMessage, params)}` }),
    details: buildDetails(text, body, redact),
    retryAfter,
  })
}

/** The provider gave no answer, or an answer that can't be returned: 502. */
const badGateway = (provider: ProviderFacts, what: string, cause?: unknown): GatewayError =>
  new GatewayError('UPSTREAM_ERROR', `${provider.title} ${what}`, { cause })

const isDone = 'the request has taken effect'

const isGoodStatus = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300

/** The provider's answer can't be returned. After a write, the caller has to know what the status says of the write. */
export const unusableAnswer = (
  { provider, effect }: { readonly provider: ProviderFacts; readonly effect: ActionEffect },
  what: string,
  { status, cause }: { readonly status?: number | undefined; readonly cause?: unknown } = { status: 200 },
): GatewayError => {
  const end = effect.kind === 'read' ? '' : `; ${isGoodStatus(status) ? isDone : mayBeDone}`
  return badGateway(provider, `gave an answer that ${what}${end}`, cause)
}

/** The answer isn't what the action declares. */
export const garbled = (plan: { readonly provider: ProviderFacts; readonly effect: ActionEffect }): GatewayError =>
  unusableAnswer(plan, 'does not fit this action')

const words: Partial<Record<FetchError['kind'], string>> = {
  'refused-address': 'has an address that outgoing calls may not reach (see ALLOWED_PRIVATE_HOSTS)',
  insecure: 'has an address without https (see ALLOWED_PRIVATE_HOSTS)',
  unresolved: 'could not be reached: its host name has no address',
  untrusted: 'could not be reached over a trusted TLS connection',
  'no-handshake':
    'could not be reached: no TLS connection was made (does the port speak TLS, and HTTP/1.1 besides HTTP/2?)',
  broken: 'closed the connection before its answer was complete',
  redirect: 'answered with a redirect that is not followed',
}

/** No answer arrived, or it can't be read. */
export const unreachableProvider = (
  sending: { readonly provider: ProviderFacts; readonly effect: ActionEffect },
  error: FetchError,
): GatewayError => {
  if (error.kind === 'too-large' || error.kind === 'garbled')
    return unusableAnswer(sending, unusables[error.kind], { status: error.status, cause: error })
  if (error.kind === 'proxy-refused')
    return badGateway(sending.provider, `could not be reached: ${error.message}`, error)
  const what = words[error.kind] ?? 'could not be reached'
  const isInDoubt = error.kind === 'broken' && sending.effect.kind === 'write'
  return badGateway(sending.provider, isInDoubt ? `${what}; ${mayBeDone}` : what, error)
}
