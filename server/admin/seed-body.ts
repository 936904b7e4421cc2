import { invalid } from '@patchbay/core/errors'
import { FetchError, type Fetcher } from '@patchbay/core/fetch'
import { idPattern } from '@patchbay/core/schema'
import Type from 'typebox'
import { providerPattern } from './path-params.ts'
import { closed } from './schemas.ts'

/** Printable ASCII: RFC 6749, appendix A, for client ids, client secrets and refresh tokens. */
const printable = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x20-\\x7e]*$', description })

/** The body of `POST /admin/seed-oauth`. */
export const seedBody = Type.Object(
  {
    tenant_id: Type.String({ pattern: idPattern }),
    provider: Type.String({ pattern: providerPattern }),
    account_id: Type.String({ pattern: idPattern }),
    client_id: printable(1024, 'The id of your application at the provider'),
    client_secret: printable(4096, 'Its secret'),
    token_endpoint: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The URL that exchanges refresh tokens',
    }),
    refresh_token: printable(16_384, 'The refresh token that the provider issued for this account'),
  },
  {
    ...closed,
    title: 'NewSeed',
    examples: [
      {
        tenant_id: 'acme',
        provider: 'hubspot',
        account_id: 'main',
        client_id: '...',
        client_secret: '...',
        token_endpoint: 'https://api.hubapi.com/oauth/v1/token',
        refresh_token: '...',
      },
    ],
  },
)

const checkMs = 5000

/** Whether the URL is wrong only because its private host isn't allowed. */
const isForPrivateHosts = ({ kind }: FetchError): boolean => kind === 'refused-address' || kind === 'insecure'

/** Throws VALIDATION_ERROR for a URL that token requests may not go to; RFC 6749, section 3.2, allows no fragment. */
export const checkTokenEndpoint = async (fetcher: Fetcher, endpoint: string): Promise<void> => {
  if (endpoint.includes('#')) throw invalid('/token_endpoint', 'must have no fragment')
  try {
    await fetcher.check(endpoint, AbortSignal.timeout(checkMs))
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const help = isForPrivateHosts(error) ? ' (see ALLOWED_PRIVATE_HOSTS for addresses that are not public)' : ''
    throw invalid('/token_endpoint', `${error.message}${help}`)
  }
}
