import { collectWords, type ErrorWords, isGraphTokenError, normalizeCode } from '../../provider/answer/error-words.ts'
import type { TokenRefusal } from '../../provider/index.ts'

/**
 * The meaning of a token endpoint's answer without a token.
 * - `dead-grant`: the refresh token has ended, however the vendor words it. Only a person can help
 * - `client`: the client is refused (RFC 6749, section 5.2): its id or secret is wrong. No grant has ended
 * - `grant`: the request is refused, for a reason that this doesn't know
 * - `nothing`: the endpoint judged nothing, so another try may help
 */
export type TokenVerdict = 'dead-grant' | 'client' | 'grant' | 'nothing'

const isPassing = (code: string): boolean =>
  /^(server_error|temporarily_unavailable|slow_down|(internal|fatal|service|unknown|system)_(server_)?error|internal_failure|service_unavailable|rate_?limited|rate_limit_exceeded|too_many_requests|request_timeout|timeout)$/.test(
    code,
  )

const isAboutClient = (code: string): boolean =>
  /^(unauthorized_client|incorrect_client_credentials|(app|application)_(is_)?(not_found|disabled|inactive|suspended|deleted|blocked|expired)|(invalid|inactive|disabled|unknown|deleted)_(app|application)|(invalid|expired|disabled|revoked)_api_key|org_login_required)$/.test(
    code,
  ) ||
  /^((invalid|bad|wrong|expired|unknown|inactive|disabled|deleted|revoked|suspended)_client(_\w+)?|client_(\w+_)?(invalid|expired|not_found|disabled|inactive))$/.test(
    code,
  )

/** The holders whose end ends the grant, as codes name them. */
const holders = 'user|account|org|organi[sz]ation|owner|member|workspace|team|tenant|company|portal|hub|shop|store|site'
const gone = 'inactive|disabled|deleted|deactivated'
const holderIsGone = new RegExp(
  `^(${holders})_(was_|is_|has_been_|has_)?(${gone}|revoked(_\\w+)?|suspended|removed)$|^(${gone})_(${holders})$`,
)

/** The words of codes for grants that have ended: `invalid_grant`, `BAD_REFRESH_TOKEN`, `refresh_token_expired`, `inactive_user`. */
const isDead = (code: string): boolean => {
  if (/missing|required_param|grant_type|scope|client|request|unsupported|csrf|header|id_token/.test(code)) return false
  if (/^(invalid_code|admin_policy_enforced|(user_)?deauthori[sz]ed(_\w+)?|bad_hub)$/.test(code)) return true
  if (/(^|_)(interaction|login|consent|rapt|reauth\w*|reconnect\w*)_required$/.test(code)) return true
  if (/^(refresh_)?token_(reuse|reused|replay|replayed)(_detected)?$/.test(code)) return true
  if (holderIsGone.test(code)) return true
  if (/^(user|account|org|organi[sz]ation|owner|grant|session|authori[sz]ation)_not_found$/.test(code)) return true
  if (/^(app|application|installation|integration)_(was_)?(un|not_)installed$/.test(code)) return true
  if (
    /^(access|consent|connection|permission|authori[sz]ation)s?_(was_|been_|has_been_)?(revoked|withdrawn|removed)$/.test(
      code,
    )
  )
    return true
  return (
    /refresh_?token|(^|_)grant(_|$)|^authori[sz]ation_(revoked|expired)$|(^|_)(token|session)(_|$)/.test(code) &&
    /invalid|bad|expired|revoked|unknown|not_(found|valid)|reused|already_used|inactive|dead|black_?listed|terminated/.test(
      code,
    )
  )
}

const ended =
  /\b(invalid|wrong|incorrect|expired|revoked|unknown|unrecogni[sz]ed|inactive|rejected|withdrawn|black-?listed|terminated|not found|not recogni[sz]ed|no longer valid|not (a )?valid|does(n.t| not) exist|already (been )?used|been (used|consumed|rotated))\b/i
/** Words of faults that aren't the grant's: an incomplete request, or a fault that passes or is the operator's. */
const otherwise =
  /\b(missing|required|empty|must (be|have)|expected|unsupported|not supported|parameter|temporar\w*|try again|later|unavailable|too many|rate|timed? ?out)\b|client[ _-]?(id|secret|credential|auth)|\b(application|csrf|nonce|redirect)\b/i

const clientIsWrong = (sentence: string): boolean =>
  /(client|app)[ _-]?(id|secret|credentials?|authentication)|\bapplication\b|\bapi key\b/i.test(sentence) &&
  /\b(invalid|not valid|expired|wrong|incorrect|unknown|mismatch\w*|fail\w*|not found|does(n.t| not) (exist|match)|validating)\b/i.test(
    sentence,
  )

/** Words by which vendors send the person to the sign-in again, whatever else the sentence names. */
const asksAgain =
  /\bre-?(authori[sz]e|authenticate|connect)\b|\b(sign|log) ?in again\b|\bdeauthori[sz]ed\b|\b(un-?installed|disconnected|revoked|removed) (the \w+ |by )|\b(connection|installation|authori[sz]ation|access) (was|has been|is) (removed|revoked|withdrawn|un-?installed|suspended)\b|\brequires an active refresh[ _]?token\b/i
/** Words of what passes by itself, whatever code stands beside them: Salesforce's second refresh at once, Entra's loop of requests. */
const passes =
  /\balready being processed\b|\brequest loop\b|\btransient\b|\btemporar\w+ (error|failure|unavailable|problem)|\btoo many (requests|attempts)\b|\brequest limit\b|\brate limit\b|\bquota\b|\bunder maintenance\b|\bupstream (connect|request)\b|\btry again later\b|\bretry (your request )?later\b/i

const saysDead = (sentence: string): boolean => {
  if (asksAgain.test(sentence) && !/\b(developer|api key|client)\b/i.test(sentence)) return true
  if (otherwise.test(sentence)) return false
  if (
    /refresh[ _-]?token|\bgrant\b|\b(oauth )?token\b|\bsession\b|\bauthori[sz]ation\b|\bconsent\b/i.test(sentence) &&
    ended.test(sentence)
  )
    return true
  return (
    /\b(user|account|member|person|owner|workspace|team|tenant|company|organi[sz]ation|portal|hub|shop|store)\b.{0,40}\b(inactive|disabled|deactivated|deleted|suspended|removed|no longer)\b/i.test(
      sentence,
    ) && !/\b(developer|app|api)\b/i.test(sentence)
  )
}

const matches = ({ code, says }: TokenRefusal, { codes, sentences }: ErrorWords): boolean =>
  codes.some((each) => each.toLowerCase() === code.toLowerCase()) &&
  (says === undefined || sentences.some((sentence) => sentence.toLowerCase().includes(says.toLowerCase())))

const judge = (words: ErrorWords, declared: readonly TokenRefusal[]): Exclude<TokenVerdict, 'nothing'> | undefined => {
  const { sentences } = words
  // A code may be written as words, `Invalid client`, or where a sentence belongs: `message: 'USER_DISABLED'` (Firebase).
  const short = sentences.filter((sentence) => /^\w+( \w+){1,3}$|^[A-Za-z]+(_[A-Za-z]+)+$/.test(sentence))
  const codes = [...words.codes, ...short].map(normalizeCode)
  if (declared.some((refusal) => matches(refusal, words))) return 'dead-grant'
  if (codes.some(isPassing) || sentences.some((sentence) => passes.test(sentence))) return undefined
  if (codes.some(isAboutClient)) return 'client'
  if (codes.some(isDead) || isGraphTokenError(words)) return 'dead-grant'
  // The standard defines these codes; a sentence beside them only explains (RFC 6749, section 5.2).
  if (codes.some((code) => /^(unsupported_\w+|invalid_scope|access_denied)$/.test(code))) return 'grant'
  if (sentences.some(clientIsWrong)) return 'client'
  return sentences.some(saysDead) ? 'dead-grant' : 'grant'
}

/** Statuses below 500 that don't judge the request (RFC 9110). */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429])

/** True if the endpoint judged the request: an error that is sent with 200 (GitHub, Slack, Zoho) counts as a 400. */
export const isJudgement = (status: number, hasError: boolean): boolean =>
  (status >= 400 && status < 500 && !passingStatuses.has(status)) || (status >= 200 && status < 300 && hasError)

/** The answer's verdict, and the vendor's own words for it: the code, the sentence, or both. */
export interface ReadRefusal {
  readonly verdict: TokenVerdict
  /** The vendor's words, not redacted; `undefined`: the answer has none that count. */
  readonly words: string | undefined
}

/** Reads an answer without a token. `declared`: the plugin's declaration of its vendor's refusals. */
export const readRefusal = (
  { status, body }: { readonly status: number; readonly body: unknown },
  declared: readonly TokenRefusal[] = [],
): ReadRefusal => {
  const spoken = collectWords(body)
  const code = spoken.codes.find((each) => !/^(\d+|error|fail(ed|ure)?|false)$/i.test(each)) ?? spoken.codes[0]
  const sentence = spoken.sentences.find((each) => each !== code && each !== '')
  const words = [code, sentence].filter((each) => each !== undefined).join(': ') || undefined
  // A server that is out of order may say anything.
  if (!isJudgement(status, words !== undefined)) return { verdict: 'nothing', words: status < 500 ? words : undefined }
  const verdict = judge(spoken, declared)
  const isDayRule = status < 300 || status === 400 || status === 401 || status === 403
  return { verdict: verdict === undefined || (verdict === 'grant' && !isDayRule) ? 'nothing' : verdict, words }
}
