/** The bounds of an error's body: deeper or longer bodies are no errors. */
const deepest = 4
const most = 50
const longestSentence = 500

const codePattern = /^[A-Za-z0-9_.-]{1,64}$/

/** The members in which vendors write a code, and those in which they write a sentence, wherever they are in the body. */
const codeMembers = new Set(
  'error code err error_code errorcode errcode errortype error_type error_subtype suberror type __type status reason name result oauth_problem'.split(
    ' ',
  ),
)
const sentenceMembers = new Set(
  'error err oauth_problem oauth_problem_advice error_description errordescription error_message errormessage error_summary errorsummary message msg errmsg error_msg err_msg detail details reason title hint faultstring description developermessage developer_message usermessage user_message result'.split(
    ' ',
  ),
)

/** The codes and the sentences of an error's body. */
export interface ErrorWords {
  readonly codes: readonly string[]
  readonly sentences: readonly string[]
}

/** A code at the end of an address or a name (RFC 9457, `type`): `urn:vendor:error:refresh-token-expired`. */
const codeOfUri = (text: string): string =>
  /^[a-z]+:\S+$|^[\w.]+#\w+$/i.test(text) ? text.replace(/^.*[:/#]/, '') : text

/** The name of a member. An entry of a list is of the list's kind: `errors: ["…"]`. */
const nameOf = (key: string, around: string): string => {
  if (!/^\d+$/.test(key)) return key.toLowerCase()
  return around === 'errors' ? 'error' : around
}

const form = /^[\w.]{1,64}=[^&\s]{0,500}(?:&[\w.]{1,64}=[^&\s]{0,500}){0,10}$/

/** The codes and the sentences of a body, the outermost first. An entry of a list is also read as one sentence, as Strava means it. */
export const collectWords = (body: unknown): ErrorWords => {
  const [codes, sentences]: [string[], string[]] = [[], []]
  const addText = (text: string, name: string): void => {
    const code = name === 'type' || name === '__type' ? codeOfUri(text) : text
    if (codePattern.test(code) && codeMembers.has(name)) codes.push(code)
    // Faults by member: `{refresh_token: ['is invalid']}`. A token has no space.
    else if (/^refresh_?token$/.test(name) && /^\w+ \w/.test(text))
      sentences.push(`refresh token: ${text}`.slice(0, longestSentence))
    else if (text !== '' && sentenceMembers.has(name)) sentences.push(text.slice(0, longestSentence))
  }
  const visit = (value: unknown, name: string, depth: number): void => {
    if (depth > deepest || codes.length + sentences.length > most) return
    if (typeof value === 'string' || typeof value === 'number') addText(`${value}`.trim(), name)
    if (typeof value !== 'object' || value === null) return
    const entries = Object.entries(value)
    // The members beside an object come before those in it.
    for (const [key, member] of entries) if (typeof member !== 'object') visit(member, nameOf(key, name), depth + 1)
    for (const [key, member] of entries) if (typeof member === 'object') visit(member, nameOf(key, name), depth + 1)
    const texts = entries.flatMap(([, member]) => (typeof member === 'string' ? [member] : []))
    if (name === 'errors' || name === 'error') sentences.push(texts.join(' ').slice(0, longestSentence))
  }
  // A text by itself is a code or a sentence, unless it is a page or a form (OAuth 1.0).
  if (typeof body !== 'string') visit(body, '', 0)
  else if (form.test(body)) visit(Object.fromEntries(new URLSearchParams(body)), '', 0)
  else if (!body.trimStart().startsWith('<')) visit(body.trim(), 'error', 0)
  return { codes, sentences }
}

/** A code in one spelling: `RateLimitExceeded` is `rate_limit_exceeded`. */
export const normalizeCode = (code: string): string =>
  code
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[. -]/g, '_')

/** True for Graph's `OAuthException` 190, a token that has ended: developers.facebook.com/docs/graph-api/guides/error-handling, "Error codes". */
export const isGraphTokenError = ({ codes }: ErrorWords): boolean =>
  codes.includes('OAuthException') && codes.includes('190')
