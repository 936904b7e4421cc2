import { invalid, invalidInput } from '@patchbay/core/errors'
import { type Auth, findAuth, listSecretNames, type SingleAuth } from '@patchbay/core/provider'
import { longestSecret, secretPattern, writeSecrets } from '@patchbay/core/refresh'
import { pointerToken } from '@patchbay/core/schema'
import type { UnixSeconds } from '@patchbay/core/time'
import Type from 'typebox'
import { closed, unixSeconds } from '../../route/values/schemas.ts'

const secretText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: longestSecret,
    pattern: secretPattern,
    errorMessage: 'must be Latin-1 text without line breaks, and without spaces at its start or end',
    description,
  })

/** The body of `PUT /admin/tokens/…`. */
export const tokenBody = Type.Object(
  {
    access_token: Type.Optional(
      secretText('What the provider takes: an access token, an API key, or `username:password`'),
    ),
    secrets: Type.Optional(
      Type.Record(Type.String(), secretText('One of the secrets'), {
        description:
          'Secrets by the names that the provider declares. They replace `access_token` for a provider that takes several secrets or has its requests signed',
      }),
    ),
    auth: Type.Optional(
      Type.String({
        description: "The alternative of the provider's authentication that the credential is for; left out: the first",
      }),
    ),
    expires_at: Type.Optional(unixSeconds('Unix time in seconds; left out: it does not expire')),
    token_type: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$',
        description: 'The scheme in the `Authorization` header; left out: `Bearer`',
      }),
    ),
  },
  { ...closed, title: 'CredentialInput', examples: [{ access_token: 'pat-na1-...' }] },
)

/** The largest accepted time: as seconds the year 5138, as milliseconds 1973. */
const mostSeconds = 1e11

/** Throws VALIDATION_ERROR for an `expires_at` in milliseconds. */
export const checkSeconds = (expiresAt: UnixSeconds): void => {
  if (expiresAt > mostSeconds) {
    throw invalid('/expires_at', 'must be a Unix time in seconds; this looks like milliseconds')
  }
}

type TokenBody = Type.Static<typeof tokenBody>

const checkNames = (secrets: Readonly<Record<string, string>>, names: readonly string[]): void => {
  const problems = [
    ...names
      .filter((name) => !Object.hasOwn(secrets, name))
      .map((name) => ({ path: `/secrets/${name}`, message: 'is required' })),
    ...Object.keys(secrets)
      .filter((name) => !names.includes(name))
      .map((name) => ({
        path: `/secrets/${pointerToken(name)}`,
        message: `is not a secret of this provider: send ${names.join(', ')}`,
      })),
  ]
  if (problems.length > 0) throw invalidInput(problems)
}

/** The kind of authentication that a credential is for; `undefined`: the provider isn't registered. */
const resolveAuthKind = (name: string | undefined, auth: Auth | undefined): SingleAuth | undefined => {
  if (!auth) return undefined
  if (auth.kind !== 'oneOf' && name !== undefined)
    throw invalid('/auth', 'is only for providers with alternatives of authentication: leave it out')
  const kind = findAuth(auth, name)
  if (kind) return kind
  throw invalid('/auth', `must be one of ${Object.keys(auth.kind === 'oneOf' ? auth.alternatives : {}).join(', ')}`)
}

/** The scheme at the beginning of a secret that was copied out of a header: the gateway adds it. */
const findScheme = (text: string, kind: SingleAuth | undefined): string | undefined => {
  const prefix = kind?.kind === 'apiKey' && kind.header !== undefined ? kind.prefix : ''
  return prefix && text.startsWith(prefix) ? prefix : /^(Bearer|Basic) /i.exec(text)?.[0]
}

/** Throws VALIDATION_ERROR for a secret that begins with a scheme. */
const checkScheme = (path: string, text: string, kind: SingleAuth | undefined): void => {
  const scheme = findScheme(text, kind)
  if (scheme) throw invalid(path, `begins with ${JSON.stringify(scheme)}: leave that out, the gateway adds it`)
}

const tokenFor = ({ access_token, secrets }: TokenBody, kind: SingleAuth | undefined): string => {
  if (secrets) throw invalid('/secrets', 'is only for providers whose secrets have names: send `access_token`')
  if (access_token === undefined) throw invalid('/access_token', 'is required')
  checkScheme('/access_token', access_token, kind)
  const isPair = kind?.kind === 'basic' && kind.username === undefined && kind.password === undefined
  if (isPair && !access_token.includes(':')) throw invalid('/access_token', 'must be `username:password` here')
  return access_token
}

const secretsFor = (
  { access_token, secrets = {} }: TokenBody,
  names: readonly string[],
): Readonly<Record<string, string>> => {
  if (access_token !== undefined)
    throw invalid('/access_token', 'is not for this provider, whose secrets have names: send `secrets`')
  checkNames(secrets, names)
  return secrets
}

/**
 * The credential as it is sealed. Throws VALIDATION_ERROR when it doesn't fit the provider's kind of auth, or its expiry is in
 * milliseconds.
 */
export const credentialText = (body: TokenBody, auth?: Auth): string => {
  if (body.expires_at !== undefined) checkSeconds(body.expires_at)
  const kind = resolveAuthKind(body.auth, auth)
  if (kind?.kind === 'none') throw invalid('', 'this provider takes no credential: its API is public')
  const names = kind && listSecretNames(kind)
  const name = body.auth !== undefined && { auth: body.auth }
  if (names) return writeSecrets({ accessToken: '', secrets: secretsFor(body, names), ...name })
  return writeSecrets({ accessToken: tokenFor(body, kind), ...name })
}
