import { type Answer, apiKey, type Failure, oauth2, oneOf, provider, readWait } from '@patchbay/core/provider'
import * as issues from './issues.ts'
import * as workspace from './workspace.ts'

/** Milliseconds since 1970 at which the limit is full again: https://linear.app/developers/rate-limiting */
const readReset = (headers: Headers): number => {
  const seconds = readWait(headers.get('x-ratelimit-requests-reset'), headers) ?? 0
  return seconds > 0 ? seconds : 60
}

/** The refusals that Linear sends before it carries anything out, by `extensions.type`. */
const refusals: readonly unknown[] = [
  'authentication error',
  'feature not accessible',
  'forbidden',
  'graphql error',
  'invalid input',
  'ratelimited',
  'usage limit exceeded',
  'user error',
]

/** A mutation whose payload says that it wasn't successful, without an error beside it. */
const isUnsuccessful = (data: unknown): boolean =>
  Object.values(Object(data)).some((payload) => Object(payload).success === false)

/** GraphQL's errors, by their `extensions`: https://github.com/linear/linear/blob/master/packages/sdk/src/error.ts; a used-up limit has status 400. */
const failure = (body: unknown, { status, headers }: Answer): Failure | undefined => {
  const { data, errors } = Object(body) as { readonly data?: unknown; readonly errors?: unknown }
  if (isUnsuccessful(data)) return { message: 'Linear says that it was not successful', status: 502 }
  const [first] = Array.isArray(errors) ? errors : []
  const { message, extensions } = Object(first) as { readonly message?: unknown; readonly extensions?: unknown }
  if (typeof message !== 'string') return undefined
  const { code, type, userPresentableMessage } = Object(extensions) as Readonly<Record<string, unknown>>
  const words = typeof userPresentableMessage === 'string' ? userPresentableMessage : message
  const isRefused = status < 400 && (refusals.includes(type) || code === 'RATELIMITED')
  const refused = isRefused ? { refused: true } : {}
  if (code === 'RATELIMITED') return { message: words, status: 429, retryAfter: readReset(headers), ...refused }
  if (type === 'authentication error') return { message: words, status: 401, ...refused }
  return status < 400 ? { message: words, status: 400, ...refused } : { message: words }
}

/**
 * Linear's GraphQL API: https://linear.app/developers/graphql
 * To know: Lists within lists multiply what a query costs, and Linear limits the cost an hour beside the number of queries: https://linear.app/developers/rate-limiting
 */
export default provider({
  id: 'linear',
  title: 'Linear',
  origin: 'https://api.linear.app',
  auth: oneOf({
    /** Access tokens end after a day, and each refresh gives a new refresh token: https://linear.app/developers/oauth-2-0-authentication */
    oauth: oauth2({
      authorize: 'https://linear.app/oauth/authorize',
      token: 'https://api.linear.app/oauth/token',
      scopes: {
        read: 'Read everything that the user can see',
        write: 'Create and change issues, comments and projects',
      },
      separator: ',',
      clientAuth: 'post',
      pkce: true,
      rotates: true,
      revoke: { url: 'https://api.linear.app/oauth/revoke' },
    }),
    /** A personal key, without a word before it: https://linear.app/developers/graphql#personal-api-keys */
    key: apiKey({ header: 'Authorization' }),
  }),
  credentialsPage: 'https://linear.app/settings/account/security',
  credentialFields: { key: { label: 'Personal API key', hint: 'Begins with lin_api_' } },
  probe: { action: 'get_me', params: {}, identity: ['/organization/name', '/viewer/email'] },
  actions: { ...issues, ...workspace },
  failure,
})
