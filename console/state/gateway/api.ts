import { withExactJson } from '@patchbay/core/exact-json'
import { asUnixSeconds, currentMs, hasCome } from '@patchbay/core/time'
import createClient from 'openapi-fetch'
import type { components, paths } from '../../generated/api.d.ts'
import { createStore } from '../stored/store.ts'
import { isAway, isBack, patienceMs } from './away.ts'

export type ApiSchemas = components['schemas']
export type Session = ApiSchemas['Session']

/** `undefined`: not known yet; `null`: nobody is signed in. */
export const session = createStore<Session | null | undefined>(undefined)

/** The open key dialog, if any: `answer(false)` gives up. */
export const keyQuestion = createStore<{ answer(isGiven: boolean): void } | undefined>(undefined)

const askForKey = (): Promise<boolean> =>
  new Promise((resolve) => {
    keyQuestion.set({
      answer(isGiven) {
        keyQuestion.set(undefined)
        resolve(isGiven)
      },
    })
  })

/** True if the gateway asks for the key again (RFC 9470). */
const wantsKey = ({ headers }: Response): boolean =>
  headers.get('www-authenticate')?.includes('insufficient_user_authentication') ?? false

const withToken = (request: Request): Request => {
  const token = session.get()?.token
  if (token && request.method !== 'GET') request.headers.set('x-session-token', token)
  return request
}

/** True if a proxy responded for an unreachable gateway; the gateway itself sets a request id. */
const isOfProxy = ({ status, headers }: Response): boolean =>
  status >= 502 && status <= 504 && !headers.has('x-request-id')

/** Reads time out. Changes don't: they may take long, and must not be made twice. */
const fetchInTime = async (request: Request): Promise<Response> => {
  try {
    const response = await fetch(request, request.method === 'GET' ? { signal: AbortSignal.timeout(patienceMs) } : {})
    if (isOfProxy(response)) isAway()
    else isBack()
    return response
  } catch (error) {
    isAway()
    throw error
  }
}

/** The gateway's reason for the end of this browser's session; `undefined`: it hasn't ended, or was ended on this page. */
export const sessionEnd = createStore<string | undefined>(undefined)

/** The browser forgets the cookie of a session at its end: then the gateway doesn't know that there was one. */
const noteEnd = ({ headers }: Response): void => {
  const [, reason] = /reason="([a-z-]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
  const endsAt = session.get()?.expires_at ?? null
  const isOver = endsAt !== null && hasCome(asUnixSeconds(endsAt), currentMs())
  sessionEnd.set(reason ?? (isOver ? 'lifetime' : undefined))
  session.set(null)
}

const send = async (request: Request): Promise<Response> => {
  const again = request.clone()
  const response = await fetchInTime(withToken(request))
  if (response.status !== 401 || request.headers.has('x-admin-key')) return response
  if (!wantsKey(response)) {
    if (session.get() !== null) noteEnd(response)
  } else if (await askForKey()) return fetchInTime(withToken(again))
  return response
}

/** `next=data`: the console words the next step of an error itself. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: async (request) => withExactJson(await send(request)),
  headers: { prefer: 'next=data' },
})

/** An error of the gateway, as docs/call.md describes its envelope. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string | null,
    readonly details: readonly { readonly path: string; readonly message: string }[],
    readonly next: ApiSchemas['NextStep'] | undefined,
  ) {
    super(message)
  }
}

const toApiError = (response: Response, body: unknown): ApiError => {
  const { code, error, request_id, details, next } = (body ?? {}) as Record<string, unknown>
  return new ApiError(
    response.status,
    typeof code === 'string' ? code : 'INTERNAL_ERROR',
    typeof error === 'string' ? error : response.statusText,
    typeof request_id === 'string' ? request_id : null,
    Array.isArray(details) ? details : [],
    next as ApiSchemas['NextStep'] | undefined,
  )
}

/** The answer's body. Throws ApiError. */
export const unwrap = async <T>(
  answering: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<T> => {
  const { data, error, response } = await answering
  if (!response.ok) throw toApiError(response, error)
  return data as T
}

/** The query of a route that reads. */
export type ApiQuery<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never
