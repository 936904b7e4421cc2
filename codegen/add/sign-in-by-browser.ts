import { createHash, randomBytes } from 'node:crypto'
import type { Fetcher } from '@patchbay/core/fetch'
import { inTime } from '@patchbay/core/in-time'
import { registerAtVendor } from '@patchbay/core/refresh'
import { requestToken } from '@patchbay/core/refresh/authorization-server/request-token'
import type { SignInFacts } from '@patchbay/core/upstream-mcp'

const waitMs = 300_000
const requestMs = 20_000

const makeRandom = (): string => randomBytes(32).toString('base64url')

/** The browser's connection ends with it: an open one would keep the command from its end. */
const page = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain', connection: 'close' } })

/** Listens at loopback for the browser that comes back (RFC 8252, section 7.3). */
const listenForReturn = (state: string) => {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/callback' || searchParams.get('state') !== state)
        return new Response('This sign-in is not known.', { status: 404 })
      resolve(searchParams)
      return page('You can close this page, and go on in the terminal.')
    },
  })
  return { returned: promise, redirectUri: `http://127.0.0.1:${server.port}/callback`, stop: () => server.stop() }
}

const authorizeUrl = (
  { authorize, scopes, resource }: SignInFacts,
  clientId: string,
  { state, verifier, redirectUri }: Readonly<Record<'state' | 'verifier' | 'redirectUri', string>>,
): string => {
  const url = new URL(authorize)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    resource,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The code with which the browser came back. Throws Error where it has none, or comes from another server (RFC 9207). */
const readCode = (query: URLSearchParams, { issuer }: SignInFacts): string => {
  const [error, iss, code] = ['error', 'iss', 'code'].map((name) => query.get(name))
  if (error) throw new Error(`the sign-in ended with ${JSON.stringify(error.slice(0, 64))}`)
  if (iss && iss !== issuer) throw new Error('another server has answered the sign-in')
  if (!code) throw new Error('the sign-in ended without a code')
  return code
}

/**
 * Signs a person in at a server's OAuth, for one list of its tools: registers a client (RFC 7591) that lives no longer than this command, has the
 * person open an address, and returns the access token. Rejects with Error that says what went wrong.
 */
export const signInByBrowser = async (
  facts: SignInFacts,
  fetcher: Fetcher,
  say: (line: string) => void,
): Promise<string> => {
  const [state, verifier] = [makeRandom(), makeRandom()]
  const { returned, redirectUri, stop } = listenForReturn(state)
  try {
    const client = await registerAtVendor(fetcher, facts.register ?? '', {
      client_name: 'Patchbay',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
    if (!client) throw new Error('it does not register this command as a client: give a token, --token-file <file>')
    say(`open in a browser: ${authorizeUrl(facts, client.id, { state, verifier, redirectUri })}`)
    const late = (): Error => new Error(`nobody has signed in within ${waitMs / 60_000} minutes`)
    const query = await inTime(returned, waitMs, late)
    const answer = await requestToken(fetcher, {
      clientId: client.id,
      clientSecret: client.secret ?? '',
      tokenEndpoint: facts.token,
      clientAuth: null,
      endpoint: { resource: facts.resource },
      grant: { kind: 'authorization_code', code: readCode(query, facts), redirectUri, verifier },
      signal: AbortSignal.timeout(requestMs),
    })
    if (answer.outcome !== 'granted') throw new Error(`the sign-in gave no token: ${answer.error}`)
    return answer.accessToken
  } finally {
    await stop()
  }
}
