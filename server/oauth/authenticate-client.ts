import { hashToken, type OAuthClientRecord } from '@patchbay/core/store'
import { isSameSecret } from '../forms/is-same-secret.ts'
import { requireParameter } from '../forms/read-form.ts'
import type { Exchange } from '../http/exchange.ts'
import { assertionType, type ClientAssertions, readAssertionSubject } from './client-assertion.ts'
import { OAuthError } from './protocol/oauth-error.ts'
import type { OAuthParts } from './protocol/oauth-parts.ts'

type Form = ReadonlyMap<string, string>

interface Presented {
  readonly clientId: string
  readonly secret?: string | undefined
  /** A JWT that the client signed (RFC 7523, section 2.2). */
  readonly assertion?: string
}

/** RFC 9110, section 15.5.2: a 401 must name an authentication scheme. */
const refused = (why: string): OAuthError =>
  new OAuthError('invalid_client', why, 401, { 'www-authenticate': 'Basic realm="Patchbay"' })

const formDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refused('The Authorization header is malformed')
  }
}

/** RFC 6749, section 2.3.1: id and secret are form-encoded before they are joined. */
const parseBasicHeader = (header: string): Presented => {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header) ?? []
  const pair = Buffer.from(encoded ?? '', 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon < 1) throw refused('The Authorization header is malformed')
  return { clientId: formDecoded(pair.slice(0, colon)), secret: formDecoded(pair.slice(colon + 1)) }
}

const readAssertion = (form: Form, assertion: string): Presented => {
  if (form.get('client_assertion_type') !== assertionType)
    throw new OAuthError('invalid_request', `The client_assertion_type must be ${assertionType}`)
  return { clientId: form.get('client_id') ?? readAssertionSubject(assertion), assertion }
}

/**
 * The header with which the client authenticates. A bearer token isn't a way to do so (RFC 6749, section 2.3): clients that add theirs to each
 * request send it here as well, and name themselves in the form.
 */
const readClientHeader = ({ headers }: Request, form: Form): string | null => {
  const header = headers.get('authorization')
  return header !== null && /^bearer\b/i.test(header) && form.has('client_id') ? null : header
}

const presentedBy = (request: Request, form: Form): Presented => {
  const header = readClientHeader(request, form)
  const assertion = form.get('client_assertion')
  const ways = [header !== null, form.has('client_secret'), assertion !== undefined].filter(Boolean).length
  if (ways > 1) throw new OAuthError('invalid_request', 'The client authenticates in several ways; use one')
  if (assertion !== undefined) return readAssertion(form, assertion)
  if (header === null) return { clientId: requireParameter(form, 'client_id'), secret: form.get('client_secret') }
  const basic = parseBasicHeader(header)
  if (form.has('client_id') && form.get('client_id') !== basic.clientId) {
    throw new OAuthError('invalid_request', 'The parameter client_id names another client')
  }
  return basic
}

export interface AuthenticationParts extends Pick<OAuthParts, 'store' | 'limits'> {
  readonly clientAssertions: ClientAssertions
}

/**
 * Authenticates the client that sends a form to the token or revocation endpoint (RFC 6749, section 2.3). Throws `invalid_client`
 * for an unknown client, so that it registers again, and for a wrong secret or assertion. Throws RATE_LIMITED after too many wrong
 * secrets.
 */
export const authenticateClient = async (
  { store, limits, clientAssertions }: AuthenticationParts,
  { request, ip }: Exchange,
  form: Form,
): Promise<OAuthClientRecord> => {
  const { clientId, secret, assertion } = presentedBy(request, form)
  const hash = secret === undefined ? undefined : hashToken(secret)
  if (hash !== undefined) await limits.attempt('client-secret', ip, hash)
  const client = await store.oauthClients.find(clientId)
  // Not counted: anybody can invent a client id, and a web page can send one from any visitor's address.
  if (!client) throw refused('The client is not registered; register it again')
  if (assertion !== undefined) {
    if (client.source !== 'document') throw refused('A client_assertion is for clients with a metadata document')
    await clientAssertions.verify(assertion, clientId, ip)
    return client
  }
  if (client.auth_method === 'private_key_jwt') throw refused('The client_assertion is missing (private_key_jwt)')
  if (client.secret_hash === null) return client
  if (secret !== undefined) {
    if (isSameSecret(secret, client.secret_hash)) {
      limits.worked('client-secret', ip, client.secret_hash)
      return client
    }
    await limits.failed('client-secret', ip, hash)
  }
  throw refused('The client secret is missing or wrong')
}
