import { adminRoles } from '@patchbay/core/store'
import Type from 'typebox'

const text = Type.String({ minLength: 1, maxLength: 200 })

/** The role for each value of a claim, by the claim of the ID token. */
export const oidcRolesSchema = Type.Record(text, Type.Record(text, Type.Enum([...adminRoles]), { minProperties: 1 }), {
  minProperties: 1,
})

/** The client of the console at the identity provider that signs people in. */
export interface OidcClient {
  readonly issuer: string
  readonly clientId: string
  /** `null`: a public client. */
  readonly clientSecret: string | null
  readonly scopes: string
  readonly roles: Type.Static<typeof oidcRolesSchema>
}

/** The variables as the configuration has them; `null` is unset. */
interface OidcConfiguration {
  readonly oidcIssuer: string | null
  readonly oidcClientId: string | null
  readonly oidcClientSecret: string | null
  readonly oidcScopes: string
  readonly oidcRoles: OidcClient['roles'] | null
}

/** `undefined`: people sign in to the console with admin keys only. */
export const buildOidcClient = ({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
  oidcScopes: scopes,
  oidcRoles: roles,
}: OidcConfiguration): OidcClient | undefined =>
  issuer === null || clientId === null || roles === null ? undefined : { issuer, clientId, clientSecret, scopes, roles }

/** Three of the variables belong together, and the secret is of no use without them. */
export const findMissingOidc = ({
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
  oidcRoles,
}: OidcConfiguration): string[] => {
  const needed = { OIDC_ISSUER: oidcIssuer, OIDC_CLIENT_ID: oidcClientId, OIDC_ROLES: oidcRoles }
  const set = Object.entries({ ...needed, OIDC_CLIENT_SECRET: oidcClientSecret }).find(([, value]) => value !== null)
  if (!set) return []
  return Object.entries(needed).flatMap(([name, value]) =>
    value === null ? [`${name} is required with ${set[0]}; set it as well, or unset ${set[0]}`] : [],
  )
}
