import { invalid, invalidInput } from '@patchbay/core/errors'
import { FetchError, type Fetcher } from '@patchbay/core/fetch'
import type { GrantName } from '@patchbay/core/provider'
import Type from 'typebox'
import { closed, idSchema, providerId } from '../../route/values/schemas.ts'

/** Printable ASCII: RFC 6749, appendix A, for client ids, client secrets and refresh tokens. */
const printable = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: '^[\\x20-\\x7e]*$', description }))

/** The members of a seed besides its account and its token endpoint. Which of them it needs depends on the provider's grant. */
const grantMembers = {
  client_id: printable(1024, 'The id of your application at the provider; not with `jwt_bearer`'),
  client_secret: printable(4096, 'Its secret; with `jwt_bearer` only where the provider wants it beside the assertion'),
  refresh_token: printable(
    16_384,
    'With `authorization_code`: the refresh token that the provider issued for this account',
  ),
  issuer: printable(1024, 'With `jwt_bearer`: the claim `iss`, e.g. the e-mail address of a service account'),
  subject: printable(1024, 'With `jwt_bearer`: the claim `sub`, the user for whom the gateway acts; left out: no user'),
  audience: printable(2048, 'With `jwt_bearer`: the claim `aud`, if it differs from what the provider declares'),
  key_id: printable(1024, 'With `jwt_bearer`: the header `kid`, if the provider gave the key an id'),
  private_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 16_384,
      pattern: '^[\\x20-\\x7e\\r\\n]*$',
      errorMessage: 'must be a private key in PEM',
      description: 'With `jwt_bearer`: the private key in PEM, without a password',
    }),
  ),
}

type GrantMember = keyof typeof grantMembers

/** The body of `POST /admin/seed-oauth`. */
export const seedBody = Type.Object(
  {
    tenant_id: idSchema('The tenant'),
    provider: providerId('The provider'),
    account_id: idSchema('The account'),
    token_endpoint: Type.String({ minLength: 1, maxLength: 2048, description: 'The URL that issues access tokens' }),
    ...grantMembers,
  },
  {
    ...closed,
    title: 'SeedInput',
    description:
      "Its members depend on the grant that the provider's plugin declares: `client_id`, `client_secret` and `refresh_token` " +
      'with `authorization_code`; `client_id` and `client_secret` with `client_credentials`; `issuer` and `private_key`, and where ' +
      'the provider wants them `subject`, `audience`, `key_id` and `client_secret`, with `jwt_bearer`.',
    examples: [
      {
        tenant_id: 'acme',
        provider: 'hubspot',
        account_id: 'main',
        client_id: '...',
        client_secret: '...',
        token_endpoint: 'https://api.hubapi.com/oauth/2026-03/token',
        refresh_token: '...',
      },
    ],
  },
)

export type SeedBody = Type.Static<typeof seedBody>

const membersOf: Readonly<
  Record<GrantName, { readonly required: readonly GrantMember[]; readonly optional: readonly GrantMember[] }>
> = {
  authorization_code: { required: ['client_id', 'client_secret', 'refresh_token'], optional: [] },
  client_credentials: { required: ['client_id', 'client_secret'], optional: [] },
  jwt_bearer: { required: ['issuer', 'private_key'], optional: ['subject', 'audience', 'key_id', 'client_secret'] },
}

/** Throws VALIDATION_ERROR at each member that the grant needs or has no use for. */
export const checkSeedMembers = (body: SeedBody, grant: GrantName): void => {
  const { required, optional } = membersOf[grant]
  const memberNames: readonly string[] = [...required, ...optional]
  const details = [
    ...required
      .filter((name) => body[name] === undefined)
      .map((name) => ({ path: `/${name}`, message: 'is required' })),
    ...Object.keys(grantMembers)
      .filter((name) => Object.hasOwn(body, name) && !memberNames.includes(name))
      .map((name) => ({
        path: `/${name}`,
        message: `is not for this provider, whose grant is ${grant}: leave it out`,
      })),
  ]
  if (details.length > 0) throw invalidInput(details)
}

const checkMs = 5000

/** True if the URL is wrong only because its private host isn't allowed. */
const isForPrivateHosts = ({ kind }: FetchError): boolean => kind === 'refused-address' || kind === 'insecure'

/** Throws VALIDATION_ERROR for a URL that token requests may not go to; RFC 6749, section 3.2, allows no fragment. */
export const checkTokenEndpoint = async (
  fetcher: Fetcher,
  endpoint: string,
  path = '/token_endpoint',
): Promise<void> => {
  if (endpoint.includes('#')) throw invalid(path, 'must not have a fragment')
  try {
    await fetcher.check(endpoint, AbortSignal.timeout(checkMs))
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const help = isForPrivateHosts(error) ? ' (see ALLOWED_PRIVATE_HOSTS for addresses that are not public)' : ''
    throw invalid(path, `${error.message}${help}`)
  }
}
