import { type Answer, apiKey, type Failure, oauth2, oneOf, provider } from '@patchbay/core/provider'
import * as bases from './bases.ts'
import * as records from './records.ts'

/**
 * `{error: {type, message}}`, or `{error: 'NOT_FOUND'}`: https://airtable.com/developers/web/api/errors. After a 429, Airtable
 * takes calls again when 30 seconds are over: https://airtable.com/developers/web/api/rate-limits
 */
const failure = (body: unknown, { status }: Answer): Failure | undefined => {
  if (status < 400) return undefined
  const { error } = Object(body) as { readonly error?: unknown }
  const { message, type } = Object(error) as { readonly message?: unknown; readonly type?: unknown }
  const words = [error, message, type].find((text) => typeof text === 'string')
  if (status === 429) return { message: words ?? 'rate limit exceeded', retryAfter: 30 }
  return words === undefined ? undefined : { message: words }
}

/**
 * Airtable: https://airtable.com/developers/web/api/introduction
 * To know: After a 429, Airtable takes no calls for 30 seconds: https://airtable.com/developers/web/api/rate-limits
 */
export default provider({
  id: 'airtable',
  title: 'Airtable',
  origin: 'https://api.airtable.com',
  auth: oneOf({
    /** PKCE and, with a secret, HTTP Basic are required, and each refresh gives a new refresh token: https://airtable.com/developers/web/api/oauth-reference */
    oauth: oauth2({
      authorize: 'https://airtable.com/oauth2/v1/authorize',
      token: 'https://airtable.com/oauth2/v1/token',
      clientAuth: 'basic',
      scopes: {
        'data.records:read': 'Read records',
        'data.records:write': 'Add, change and delete records',
        'data.recordComments:read': 'Read comments',
        'data.recordComments:write': 'Write comments',
        'schema.bases:read': 'See bases, tables and fields',
      },
      pkce: true,
      rotates: true,
    }),
    /** A personal access token: https://airtable.com/developers/web/guides/personal-access-tokens */
    key: apiKey({ header: 'Authorization', prefix: 'Bearer ' }),
  }),
  credentialsPage: 'https://airtable.com/create/tokens',
  credentialFields: { key: { label: 'Personal access token', hint: 'Begins with pat' } },
  probe: { action: 'get_me', params: {}, identity: ['/email', '/id'] },
  actions: { ...records, ...bases },
  failure,
})
