import { createHash, randomBytes } from 'node:crypto'
import { type Answered, answered } from '../client.ts'
import { consent } from './user.ts'

export const callback = 'https://agent.example/callback'

export interface Pair {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** A bare OAuth client, which can also do what a good one never would. */
export const createAgent = (base: string) => {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
    answered(
      await fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )

  const form = async (
    path: string,
    values: Readonly<Record<string, string | undefined>>,
    headers: Record<string, string> = {},
  ): Promise<Answered> => {
    const entries = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return answered(await fetch(base + path, { method: 'POST', headers, body: new URLSearchParams(entries) }))
  }

  const register = async (metadata: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { status, body, text } = await post('/oauth/register', {
      client_name: 'Agent',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      ...metadata,
    })
    if (status !== 201) throw new Error(`not registered: ${status} ${text}`)
    return body.client_id
  }

  /** The URL that the user is sent to; a parameter of `undefined` is left out. */
  const authorizeUrl = (client_id: string, changes: Readonly<Record<string, string | undefined>> = {}) => {
    const verifier = randomBytes(32).toString('base64url')
    const url = new URL('/oauth/authorize', base)
    const parameters: Record<string, string | undefined> = {
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      state: 'the-state',
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      resource: `${base}/mcp`,
      ...changes,
    }
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
    return { url, verifier }
  }

  /** Goes as far as the code. */
  const authorize = async (client_id: string, token: string, changes: Readonly<Record<string, string>> = {}) => {
    const { url, verifier } = authorizeUrl(client_id, changes)
    const back = await consent(base, url, token)
    return { code: back.searchParams.get('code') ?? '', verifier, back }
  }

  const exchange = (
    client_id: string,
    { code, verifier }: { readonly code: string; readonly verifier: string },
    changes: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answered> =>
    form('/oauth/token', {
      grant_type: 'authorization_code',
      client_id,
      code,
      code_verifier: verifier,
      redirect_uri: callback,
      ...changes,
    })

  const refresh = (
    client_id: string,
    refresh_token: string,
    changes: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answered> => form('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...changes })

  /** Goes all the way to a pair of tokens. */
  const connect = async (client_id: string, token: string): Promise<Pair> => {
    const { status, body, text } = await exchange(client_id, await authorize(client_id, token))
    if (status !== 200) throw new Error(`no tokens: ${status} ${text}`)
    return body
  }

  return { post, form, register, authorizeUrl, authorize, exchange, refresh, connect }
}

export type Agent = ReturnType<typeof createAgent>
