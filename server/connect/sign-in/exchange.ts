import { identityAt } from '@patchbay/core/call'
import { decodeText } from '@patchbay/core/charset'
import { parseExact } from '@patchbay/core/exact-json'
import { FetchError } from '@patchbay/core/fetch'
import { buildEndpoint, toScopeParameter } from '@patchbay/core/provider'
import { appSecretBinding, grantedSecrets, writeSecrets } from '@patchbay/core/refresh'
import type { Domain } from '@patchbay/core/schema'
import { applicationPath } from '@patchbay/core/store'
import { secondsOf, shiftTime } from '@patchbay/core/time'
import type { AccountCandidate } from '../account/candidate.ts'
import { checkSettings, UnfitForm } from '../account/fields.ts'
import { findReportedSettings, type SignIn } from '../account/reported-settings.ts'
import { type ConnectParts, readClock, redirectUri } from '../connect-parts.ts'
import { applicationOAuth, describeScope, findOAuthUrls, type LinkContext, type VendorOAuth } from '../context.ts'
import type { Sent } from './begin.ts'
import { isSignedQuery } from './signed-query.ts'

const exchangeMs = 20_000

/** `error` is a text for the person; `unwanted`: the access that the vendor gave nevertheless. */
export type Exchanged = AccountCandidate | { readonly error: string; readonly unwanted?: AccountCandidate }

/** Loads the OAuth library, which a gateway that connects nobody never needs. */
const tokenRequests = () => import('@patchbay/core/refresh/authorization-server/request-token')

/** OpenID Connect Core, sections 3.1.2.1 and 11: many vendors don't list these as granted, and their effect shows elsewhere. */
const neverListed: ReadonlySet<string> = new Set(['openid', 'offline_access'])

/** Scopes that the plugin declares and that were requested but not granted. */
const missingScopes = (
  { declared, scopes: requested }: VendorOAuth,
  granted: readonly string[] | null,
): readonly string[] =>
  granted === null
    ? []
    : requested.filter(
        (name) => !granted.includes(name) && !neverListed.has(name) && describeScope(declared, name) !== undefined,
      )

const mostReadBytes = 2 ** 20

/** The answers to the reads that report settings, by URL. Throws UnfitForm with a text for the person. */
const readWith = async (
  { fetcher }: Pick<ConnectParts, 'fetcher'>,
  { provider: { title } }: Domain,
  tells: VendorOAuth['declared']['tells'] = {},
  accessToken: string,
): Promise<ReadonlyMap<string, unknown>> => {
  const urls = new Set(Object.values(tells).flatMap(({ read }) => read ?? []))
  const reads = new Map<string, unknown>()
  for (const url of urls) {
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` }
    const signal = AbortSignal.timeout(exchangeMs)
    const sent = fetcher({ url, method: 'GET', headers, signal, maxBytes: mostReadBytes, redirects: 'none' })
    const answer = await sent.catch((error: unknown) => {
      throw new UnfitForm(`${title} could not be asked where the account is`, undefined, { cause: error })
    })
    const { status } = answer
    const text = decodeText(answer.headers, answer.bytes)
    if (status !== 200) throw new UnfitForm(`${title} did not say where the account is (${status})`)
    try {
      reads.set(url, parseExact(text))
    } catch (error) {
      throw new UnfitForm(`${title} did not say where the account is`, undefined, { cause: error })
    }
  }
  return reads
}

/** The vendor's access, with the settings that the sign-in reports. */
const withReportedSettings = async (
  parts: ConnectParts,
  domain: Domain,
  candidate: AccountCandidate,
  signIn: Omit<SignIn, 'reads'>,
  accessToken: string,
): Promise<Exchanged> => {
  try {
    const reads = await readWith(parts, domain, signIn.reported, accessToken)
    const { settings, choices } = findReportedSettings(domain, candidate.settings, { ...signIn, reads })
    const open = Object.keys(choices)
    checkSettings(domain, settings, parts.selfHostedHosts, open)
    return { ...candidate, settings, ...(open.length > 0 && { choices }) }
  } catch (error) {
    if (error instanceof UnfitForm) return { error: error.message, unwanted: candidate }
    throw error
  }
}

/**
 * The person's name as people know it (RFC 7662, section 2.1); `undefined`: the vendor doesn't report one, which is no
 * reason to refuse the access. The endpoint is on the host that has just received the same secret.
 */
const introspectName = async (
  { fetcher }: Pick<ConnectParts, 'fetcher'>,
  { displayName }: VendorOAuth['declared'],
  tokenUrl: string,
  asking: Readonly<Record<'client_id' | 'client_secret' | 'token', string>>,
): Promise<string | undefined> => {
  if (!displayName) return undefined
  try {
    const { status, headers, bytes } = await fetcher({
      url: new URL(displayName.introspect, tokenUrl).href,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...asking, token_type_hint: 'access_token' }).toString(),
      signal: AbortSignal.timeout(exchangeMs),
      maxBytes: mostReadBytes,
      redirects: 'none',
    })
    return status === 200 ? identityAt(parseExact(decodeText(headers, bytes)), displayName.at) : undefined
  } catch (error) {
    if (error instanceof FetchError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Exchanges the code that the browser brings back (RFC 6749, section 4.1.3). Rejects with VaultError. */
export const exchangeCode = async (
  parts: ConnectParts,
  { link, domain }: LinkContext,
  oauth: VendorOAuth,
  { verifier, settings: typed }: Sent,
  query: URLSearchParams,
): Promise<Exchanged> => {
  const { app, declared } = oauth
  const { sealed_client_secret: sealed } = app
  const clientSecret = sealed === null ? '' : await parts.vault.open(sealed, appSecretBinding(app))
  const { callbackSignature } = declared
  if (callbackSignature !== undefined && !isSignedQuery(query, callbackSignature, clientSecret))
    return { error: `The answer is not signed by ${domain.provider.title} for this application` }
  const requestedAt = readClock(parts)
  const { tokenUrl, refreshUrl } = findOAuthUrls(parts, oauth, typed)
  const code = query.get('code') ?? ''
  const { requestToken } = await tokenRequests()
  const answer = await requestToken(parts.fetcher, {
    clientId: app.client_id,
    clientSecret,
    tokenEndpoint: tokenUrl,
    clientAuth: null,
    endpoint: declared,
    grant: { kind: 'authorization_code', code, redirectUri: redirectUri(parts, link), verifier },
    signal: AbortSignal.timeout(exchangeMs),
  })
  if (answer.outcome !== 'granted') return { error: `${domain.provider.title} did not grant access: ${answer.error}` }
  const { accessToken, refreshToken, expiresIn, fields } = answer
  const candidate: AccountCandidate = {
    settings: typed,
    secrets: writeSecrets(grantedSecrets(answer, domain.provider.auth, declared)),
    expires_at: expiresIn === null ? null : shiftTime(secondsOf(requestedAt), expiresIn),
    identity: identityAt(fields, declared.identity),
    displayName: await introspectName(parts, declared, tokenUrl, {
      client_id: app.client_id,
      client_secret: clientSecret,
      token: accessToken,
    }),
    missing: missingScopes(oauth, answer.scopes),
    seed:
      refreshToken === null
        ? null
        : {
            application: applicationPath(app),
            client_id: app.client_id,
            client_secret: clientSecret,
            token_endpoint: refreshUrl,
            grant: { grant: 'authorization_code', refreshToken },
          },
  }
  return withReportedSettings(parts, domain, candidate, { reported: declared.tells, query, fields }, accessToken)
}

/** Tries the client's id and secret that a person gave (RFC 6749, section 4.4). Throws UnfitForm where the vendor refuses them. */
export const requestByClient = async (
  parts: ConnectParts,
  { domain }: Pick<LinkContext, 'domain'>,
  settings: Readonly<Record<string, string>>,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<AccountCandidate> => {
  const declared = applicationOAuth(domain)
  if (!declared) throw new TypeError(`${domain.provider.id} has no client credentials`)
  const requestedAt = readClock(parts)
  const tokenEndpoint = buildEndpoint(declared.token, settings, parts.selfHostedHosts)
  const { requestToken } = await tokenRequests()
  const answer = await requestToken(parts.fetcher, {
    clientId,
    clientSecret,
    tokenEndpoint,
    clientAuth: null,
    endpoint: declared,
    grant: { kind: 'client_credentials', parameters: { ...declared.parameters, ...toScopeParameter(declared.scopes) } },
    signal: AbortSignal.timeout(exchangeMs),
  })
  if (answer.outcome !== 'granted') {
    const isSecretRefused = answer.outcome === 'refused' || answer.refused !== null
    const message = `${domain.provider.title} did not grant access: ${answer.error}`
    throw new UnfitForm(message, isSecretRefused ? 'client_secret' : undefined)
  }
  const { expiresIn } = answer
  return {
    settings,
    secrets: writeSecrets(grantedSecrets(answer, domain.provider.auth, declared)),
    expires_at: expiresIn === null ? null : shiftTime(secondsOf(requestedAt), expiresIn),
    seed: {
      application: 'own',
      client_id: clientId,
      client_secret: clientSecret,
      token_endpoint: tokenEndpoint,
      grant: { grant: 'client_credentials' },
    },
  }
}
