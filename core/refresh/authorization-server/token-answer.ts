import { decodeText } from '../../encoding/charset.ts'
import { parseExact } from '../../encoding/exact-json.ts'
import { mendJson } from '../../encoding/mend-json.ts'
import type { FetchAnswer } from '../../fetch/index.ts'
import type { Pointer } from '../../provider/index.ts'
import { at } from '../../schema/index.ts'
import { readLifetime } from './token-lifetime.ts'

type Fields = Readonly<Record<string, unknown>>

/** True for one line of Latin-1, because the access token is sent in a header (RFC 9110, section 5.5). */
const isSendable = (token: string): boolean => token.length <= 16_384 && /^[!-~\u00a1-\u00ff]+$/.test(token)

const asFields = (body: unknown): Fields | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined

/**
 * The members with a value, by their names without case and marks: `access_token`, `accessToken`, `.expires`. The first of several
 * counts.
 */
const byBareName = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== '')
      .toReversed()
      .map(([name, value]) => [name.toLowerCase().replaceAll(/[^a-z\d]/g, ''), value]),
  )

/** A token that is an object by itself, with its own end: `{access: {token, expires}, refresh: {token, expires}}`. */
const openToken = (value: unknown): Fields => {
  const { token, accesstoken = token, refreshtoken = accesstoken, ...more } = byBareName(asFields(value) ?? {})
  return typeof refreshtoken === 'string' ? { ...more, itself: refreshtoken } : { itself: value }
}

/** The members by their bare names, where the tokens are a pair (`access` and `refresh`) or objects, as those of a flat answer. */
const readMembers = (fields: Fields): Fields => {
  const { access, refresh, accesstoken, refreshtoken, ...others } = byBareName(fields)
  const isPair = refresh !== undefined || typeof access === 'object'
  const { itself, ...more } = openToken(accesstoken ?? (isPair ? access : undefined))
  const { itself: refreshed } = openToken(refreshtoken ?? refresh)
  return {
    ...more,
    ...others,
    ...(itself !== undefined && { accesstoken: itself }),
    ...(refreshed !== undefined && { refreshtoken: refreshed }),
  }
}

/** The text of a token: some vendors write the scheme before it, a line break behind it, or quotes around it. */
const bareToken = (token: unknown): string =>
  typeof token === 'string'
    ? token
        .trim()
        .replace(/^"([^"]*)"$/, '$1')
        .replace(/^(?:bearer|token)\s+/i, '')
    : ''

const readToken = ({ accesstoken, token }: Fields): string | undefined => {
  const bare = bareToken(accesstoken ?? token)
  return isSendable(bare) ? bare : undefined
}

/** The refresh token; `undefined`: there is none, or a word that says so. */
const readRefreshToken = ({ refreshtoken }: Fields): string | undefined => {
  const bare = bareToken(refreshtoken)
  return bare === '' || /^(?:null|none|undefined|false)$/i.test(bare) ? undefined : bare
}

const deepestWrapping = 2

const listHolders = (body: unknown, depth: number): readonly Fields[] => {
  if (typeof body !== 'object' || body === null) return []
  const fields = asFields(body)
  if (fields && readToken(readMembers(fields)) !== undefined) return [fields]
  return depth === 0 ? [] : Object.values(body).flatMap((member) => listHolders(member, depth - 1))
}

/** Values of `error` by which vendors say that there is none. */
const noError = /^(?:0|ok|none|no_?error|success|null|false)$/i

/** True if an answer says that it is an error, whatever stands in it besides. */
const saysError = ({ error, ok, success }: Fields): boolean =>
  (Boolean(error) && !(typeof error === 'string' && noError.test(error))) || ok === false || success === false

/**
 * The object with the tokens: the answer itself, or the only one in it that has a token, because vendors wrap what they answer
 * (`data` of TikTok, `body` of Withings).
 */
const findHolder = (body: unknown): Fields | undefined => {
  const fields = asFields(body)
  if (fields && readToken(readMembers(fields)) !== undefined) return fields
  if (fields && saysError(fields)) return undefined
  const [holder, another] = listHolders(body, deepestWrapping)
  return another ? undefined : holder
}

/** The members of a form. Vendors send forms as text/plain (Facebook), as text/html or without a type, so the members decide. */
const parseForm = (text: string, contentType: string | null): Fields | undefined => {
  const isForm = contentType?.includes('application/x-www-form-urlencoded')
  if (!isForm && !/^\s*[\w.-]+=[^\s<>]*\s*$/.test(text)) return undefined
  const form = new URLSearchParams(text.includes('&') ? text.trim() : text.trim().replaceAll(/;(?=[\w.-]+=)/g, '&'))
  return isForm || form.has('access_token') || form.has('error') ? Object.fromEntries(form) : undefined
}

/** The elements of XML that hold a text, by their names. A page is none. */
const parseXml = (text: string): Fields | undefined => {
  if (!/^\s*<[?\w]/.test(text) || /<html/i.test(text)) return undefined
  const bare = text.replaceAll(/<!\[CDATA\[([^<>\]]*)\]\]>/g, '$1')
  const elements = [...bare.matchAll(/<((?:[\w-]+:)?([\w.-]+))>([^<>]*)<\/\1>/g)].map(
    ([, , name = '', content = '']) => [name, content],
  )
  return elements.length === 0 ? undefined : Object.fromEntries(elements)
}

/** A name with its value: `'expires_in': 60`, `expires_in: 60`, `expires_in="60"`. */
const pair = /(?<![\w.-])(["']?)([A-Za-z][\w.-]{0,60})\1\s{0,10}[:=]\s{0,10}(?:"([^"]*)"|'([^']*)'|([^\s,;&{}"']+))/g

/** The members of a text that is nothing but names and values: a dictionary of Python, YAML, lines, JSON with a comma at its end. */
const parsePairs = (text: string): Fields | undefined => {
  if (!/^[\s{},;&]*$/.test(text.replaceAll(pair, ''))) return undefined
  const entries = [...text.matchAll(pair)].map(([, , name = '', quoted, single, bare]) => [
    name,
    quoted ?? single ?? bare,
  ])
  const fields = Object.fromEntries(entries)
  return 'error' in fields || readToken(byBareName(fields)) !== undefined ? fields : undefined
}

const tryJson = (text: string): unknown => {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** The only JSON object of a text: in a call of JavaScript (`callback({...});`), or before and behind a warning of the server. */
const findObject = (text: string): Fields | undefined => {
  const fields = asFields(tryJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)))
  return fields && (saysError(fields) || findHolder(fields)) ? fields : undefined
}

/** The parsed body: JSON, whatever its type says, or the members of a form or of XML, or a text. */
const parseBody = ({ headers, bytes }: FetchAnswer): unknown => {
  const text = decodeText(headers, bytes)
  const body = tryJson(text) ?? tryJson(mendJson(text) ?? '')
  // Some servers encode their JSON a second time.
  if (typeof body === 'string') return tryJson(body) ?? body
  if (body !== undefined) return body
  // GitHub answers with a form, whatever the request accepts: docs.github.com, "Refreshing user access tokens".
  return parseForm(text, headers.get('content-type')) ?? findObject(text) ?? parseXml(text) ?? parsePairs(text) ?? text
}

/**
 * An error that stands in the challenge alone, for an answer without a body that can be read. Codes about an access token are left
 * out, because the request has none: what answered so is no token endpoint (RFC 6750, section 3.1).
 */
const readChallenge = ({ headers }: FetchAnswer): Fields | undefined => {
  const parameters = /\b(error(?:_description)?) *= *(?:"((?:[^"\\]|\\.){0,500})"|([^\s,"]{1,100}))/gi
  const matches = [...(headers.get('www-authenticate') ?? '').matchAll(parameters)]
  const challenge = Object.fromEntries(
    matches.map(([, name = '', quoted, bare = '']) => [name.toLowerCase(), quoted ?? bare]),
  )
  return challenge.error && !/^(invalid_token|insufficient_scope)$/.test(challenge.error) ? challenge : undefined
}

/** The members that vendors write beside the object with the token. */
const outerMembers = (fields: Fields): Fields => {
  const { expires_in: expiresin, refresh_token: refreshtoken } = fields
  return { ...(expiresin !== undefined && { expiresin }), ...(typeof refreshtoken === 'string' && { refreshtoken }) }
}

const json = (status: number, body: unknown): Response => Response.json(body, { status })

/** A token endpoint's answer, made to fit RFC 6749, sections 5.1 and 5.2. */
export interface ReadAnswer {
  readonly response: Response
  /** The endpoint's whole answer, with its secrets; `{}`: the answer can't be read. */
  readonly fields: Fields
  /** The parsed answer, of any form. */
  readonly body: unknown
  /** The scopes that were granted; `null`: the answer doesn't say. */
  readonly scopes: readonly string[] | null
}

/** The names in a text of scopes: separated by spaces, commas or semicolons, encoded once more, or a list in JSON. */
const splitScopes = (text: string): readonly string[] => {
  const list = text.startsWith('[') ? tryJson(text) : undefined
  if (Array.isArray(list)) return list.filter((name) => typeof name === 'string')
  const plain = /%20/.test(text) || !/[\s,;]/.test(text) ? text.replaceAll(/%20|\+/g, ' ') : text
  return plain.split(/[\s,;]+/)
}

/** The scopes of a text, a list of texts or objects with their names, or an object with a mark for each. */
const listScopes = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return splitScopes(value)
  if (Array.isArray(value))
    return value.flatMap((each) => {
      const { name, scope = name } = asFields(each) ?? {}
      return listScopes(scope ?? each)
    })
  return Object.entries(asFields(value) ?? {}).flatMap(([name, isGranted]) => (isGranted === true ? [name] : []))
}

/** The granted scopes. An empty text has no meaning: GitHub sends it for apps with permissions. */
const readScopes = ({ scope, scopes = scope, grantedscopes = scopes }: Fields): readonly string[] | null => {
  const names = listScopes(grantedscopes).filter((name) => name !== '')
  return names.length === 0 ? null : names
}

/**
 * Reads a token endpoint's answer (RFC 6749, sections 5.1 and 5.2). An answer with a token is accepted whatever its
 * other members hold, like an id token of an unknown issuer, `"token_type": "bot"` or a strange `expires_in`, because
 * the old refresh token may already be invalid. An error sent with 200 (GitHub, Slack) becomes a 400. `tokenAt`: where the
 * plugin says that the token is.
 */
export const readAnswer = (answer: FetchAnswer, tokenAt?: Pointer): ReadAnswer => {
  const { status, headers } = answer
  const parsed = parseBody(answer)
  const declared = tokenAt === undefined ? undefined : asFields(at(asFields(parsed), tokenAt))
  const holder = declared ?? findHolder(parsed)
  const fields = asFields(parsed) ?? holder
  const body = fields ? parsed : (readChallenge(answer) ?? parsed)
  if (!fields) return { response: new Response(null, { status }), fields: {}, body, scopes: null }
  const members = { ...outerMembers(fields), ...readMembers(holder ?? {}) }
  const access_token = readToken(members)
  const isSuccess = status >= 200 && status < 300
  if (!isSuccess || access_token === undefined)
    return { response: json(isSuccess ? 400 : status, {}), fields, body, scopes: null }
  const refresh_token = readRefreshToken(members)
  const response = json(200, {
    access_token,
    token_type: 'bearer',
    expires_in: readLifetime(members, headers),
    ...(refresh_token !== undefined && { refresh_token }),
  })
  return { response, fields, body, scopes: readScopes(members) }
}
