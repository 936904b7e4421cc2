import { isLoopbackUrl } from '../http/origins.ts'
import { CommandError, type Ending, usageError } from './command-error.ts'
import { plainText } from './plain-text.ts'

export const defaultUrl = 'http://localhost:3000'

/** What an error answer of the gateway holds. */
interface Refusal {
  readonly error: string
  readonly code: string
  readonly details?: unknown
  readonly request_id?: string
}

export type Query = Readonly<Record<string, string | undefined>>

export interface AdminRequest {
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Json = Readonly<Record<string, unknown>>

/** The admin API of a running gateway. */
export interface AdminApi {
  /** The JSON that the gateway answered; `undefined`: an answer without a body. Throws CommandError. */
  json(method: string, path: string, request?: AdminRequest): Promise<Json | undefined>
  /** The answer of a route that streams, or that a command looks at itself. Throws CommandError where it is an error. */
  send(method: string, path: string, request?: AdminRequest): Promise<Response>
}

const endingOf = ({ status }: Response, code: string): Ending => {
  if (code === 'VALIDATION_ERROR') return 'usage'
  if (status === 401 || status === 403) return 'refused'
  return status === 404 ? 'missing' : 'failed'
}

const adviceOf = (status: number, code: string, url: string): readonly string[] => {
  if (code === 'AUTH_FAILED')
    return [`is the admin key one of the gateway at ${url}? A key may have expired or been ended`]
  if (status === 412) return ['somebody else has changed it meanwhile: run the command again']
  return []
}

/** One detail alone stands in the message already. */
const detailLines = (details: unknown): readonly string[] =>
  Array.isArray(details) && details.length > 1
    ? details.map(({ path, message }) => plainText(`${path || 'the body'}: ${message}`))
    : []

const refusalOf = async (response: Response, url: string): Promise<CommandError> => {
  const text = await response.text()
  let refusal: Refusal
  try {
    refusal = JSON.parse(text)
  } catch {
    return new CommandError('unreachable', `${url} answered ${response.status}, but not as a Patchbay gateway does`)
  }
  const { error, code, details, request_id } = refusal
  return new CommandError(
    endingOf(response, code),
    plainText(`${error} (${code}${request_id ? `, request ${request_id}` : ''})`),
    [...detailLines(details), ...adviceOf(response.status, code, url)],
    response.status,
  )
}

/** The URL of a gateway: an origin, with nothing behind it. */
export const gatewayUrl = (text: string): string => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw usageError('--url (or PATCHBAY_URL) must be the origin of the gateway, e.g. https://gateway.example.com:8443')
}

/** Whether the key would cross a network unencrypted. */
export const isExposed = (url: string): boolean => url.startsWith('http:') && !isLoopbackUrl(url)

const targetOf = (url: string, path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${url}${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}

/** How requests go that carry a key: no redirect, no proxy of the environment, and no certificate that isn't trusted. */
export const straight = { redirect: 'manual', proxy: false as never, tls: { rejectUnauthorized: true } } as const

const requestOf = (method: string, key: string, { body, headers }: AdminRequest): BunFetchRequestInit => ({
  method,
  headers: { 'x-admin-key': key, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  ...(body !== undefined && { body: JSON.stringify(body) }),
  ...straight,
})

export const openAdminApi = (url: string, key: string): AdminApi => {
  const send = async (method: string, path: string, request: AdminRequest = {}): Promise<Response> => {
    let response: Response
    try {
      response = await fetch(targetOf(url, path, request.query), requestOf(method, key, request))
    } catch (error) {
      const { code = 'no answer' } = error as { code?: string }
      throw new CommandError('unreachable', `no gateway answers at ${url} (${code})`, [
        'start one with "patchbay start", or name another one by --url or PATCHBAY_URL (with ADMIN_PORT, its admin listener)',
      ])
    }
    if (response.ok) return response
    throw await refusalOf(response, url)
  }
  return {
    send,
    async json(method, path, request) {
      const response = await send(method, path, request)
      return response.status === 204 ? undefined : ((await response.json()) as Json)
    },
  }
}
