import { collectWords, type ErrorWords, isGraphTokenError, normalizeCode } from '../../provider/answer/error-words.ts'

/**
 * The meaning of an error beyond its status, where a plugin declares nothing.
 * - `limit`: the vendor's rate limit refused the call
 * - `credential`: the access token has ended or isn't taken, as 401 says it
 */
export type ErrorMeaning = 'limit' | 'credential'

const limitCode =
  /^(?:(?:\w+_)?rate_?limit(?:ed|_?exceeded(?:_error)?|_error|_reached|_hit|_exceeded_\w+)?|too_many_(?:requests?|calls)(?:_\w+)?|(?:request_)?throttl(?:ed|ing)(?:_error|_exception)?|slow_down|\w*invocation_limit_exceeded|request_limit_exceeded|user_api_threshold)$/
const limitSentence =
  /\btoo many (?:\w+ )?(?:requests|calls|queries)\b|\b(?:rate|call|request|throttling)[ -]?(?:rate[ -])?limits?\b.{0,60}\b(?:exceed\w*|reached|hit)\b|\b(?:exceed\w*|reached|hit)\b.{0,60}\b(?:rate|call|request)[ -]limit|\b(?:is|was|been|being) (?:throttled|rate[ -]limited)\b|\bout of call volume quota\b|\bfrequency limit\b/i
/** Limits of what may be stored or set up: no wait helps. */
const otherLimit = /\b(?:rules?|policy|policies|maximum number|must be|should be|plan)\b/i

/** Qualified names of a credential: a bare `token` may be a parameter's (a page, a device, a card, a form). */
const credentialCode =
  /^(?:(?:invalid|expired|revoked|bad|inactive)_(?:access|auth|oauth|bearer|session|security|authentication|authorization)_?(?:token|id)?|(?:access|auth|oauth|bearer|session|authentication)_?token_(?:is_)?(?:invalid|expired|revoked|inactive|not_(?:valid|found))|session_expired|invalid_session(?:_id)?|invalid_authentication(?:_token)?|o_?auth_access_token_exception|invalid_auth)$/
/** Names that mean the access token where the status is about access, not about the request (RFC 6750, section 3.1). */
const bareCode =
  /^(?:(?:invalid|expired|revoked)_token|token_(?:is_)?(?:invalid|expired|revoked)(?:_error)?|invalid_credentials|expired_provider_token)$/
const tokenName = String.raw`(?:access|oauth ?2?(?:\.0)?|bearer|auth(?:entication|orization)?|session|security|api access)[ _-]?token`
const ended = `(?:expired|revoked|invalid(?:ated)?|not valid|no longer valid|inactive|malformed)`
const credentialSentence = new RegExp(
  String.raw`\b${tokenName}\b[^.]{0,60}\b${ended}\b|\b${ended}\b[^.]{0,20}\b${tokenName}\b|\bactive ${tokenName}\b[^.]{0,10}\brequired\b|access_token.{0,4}(?:过期|失效|无效|不合法)|(?:过期|失效|无效|不合法).{0,4}access_token`,
  'i',
)
const bareSentence =
  /^(?:the |your |jwt )?(?:provided )?(?:oauth )?(?:token|jwt) (?:has |is |was )?(?:been )?(?:expired|revoked|invalid)\b|\bsignature has expired\b|^(?:your |the |user )?session (?:has |is )?(?:expired|invalid)\b|^(?:invalid|expired) (?:oauth )?token\b/i
/** Tokens of requests rather than accounts, and refusals that no new token changes. */
const otherwise =
  /\b(?:csrf|xsrf|captcha|page|sync|continuation|cursor|device|registration|push|reset|verification|confirmation|invit\w+|card|payment|upload|webhook|scopes?|permissions?|two-factor|otp|nonce)\b/i

/** Twitter's and Shopify's own for a limit. */
const limitStatuses: ReadonlySet<number> = new Set([420, 430])
/** Statuses that are about access, besides 401: 419 and 440 are Laravel's and IIS's, 498 is Esri's. */
const accessStatuses: ReadonlySet<number> = new Set([403, 419, 440, 498])

const isCredential = (status: number, words: ErrorWords, codes: readonly string[]): boolean => {
  const isAboutAccess = accessStatuses.has(status)
  if (!isAboutAccess && status !== 400) return false
  if (isGraphTokenError(words)) return true
  if ([...codes, ...words.sentences].some((each) => otherwise.test(each.replaceAll('_', ' ')))) return false
  if (codes.some((code) => credentialCode.test(code) || (isAboutAccess && bareCode.test(code)))) return true
  return words.sentences.some((each) => credentialSentence.test(each) || (isAboutAccess && bareSentence.test(each)))
}

/** Reads an error of status 400 to 499: in codes first, then in sentences. `undefined`: it is as its status says. */
export const readErrorMeaning = (status: number, body: unknown): ErrorMeaning | undefined => {
  if (status < 400 || status >= 500 || status === 429) return undefined
  if (limitStatuses.has(status)) return 'limit'
  const words = collectWords(body)
  const codes = words.codes.map(normalizeCode)
  if (codes.some((code) => limitCode.test(code))) return 'limit'
  if (words.sentences.some((each) => limitSentence.test(each) && !otherLimit.test(each))) return 'limit'
  return isCredential(status, words, codes) ? 'credential' : undefined
}
