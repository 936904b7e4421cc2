import { invalid } from '@patchbay/core/errors'
import type { Auth } from '@patchbay/core/provider'
import Type from 'typebox'
import { closed, unixSeconds } from './schemas.ts'

/**
 * The body of `PUT /admin/tokens/…`. The token becomes a part of a header or a query, so it is one line of Latin-1 (RFC
 * 9110, section 5.5) without spaces at its ends, which HTTP would cut off.
 */
export const tokenBody = Type.Object(
  {
    access_token: Type.String({
      minLength: 1,
      maxLength: 16_384,
      pattern: '^[!-~\\u00a1-\\u00ff]([ -~\\u00a0-\\u00ff]*[!-~\\u00a1-\\u00ff])?$',
      errorMessage: 'must be Latin-1 text without a line break, or spaces at its ends',
      description: 'What the provider takes: an access token, an API key, or `username:password`',
    }),
    expires_at: Type.Optional(unixSeconds('Unix time in seconds; left out: it does not expire')),
    token_type: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_-]{0,31}$',
        description: 'The scheme in the `Authorization` header; left out: `Bearer`',
      }),
    ),
  },
  { ...closed, title: 'NewCredential', examples: [{ access_token: 'pat-na1-...' }] },
)

/** In seconds this is the year 5138, in milliseconds 1973. */
const mostSeconds = 1e11

/** Throws VALIDATION_ERROR for an `expires_at` in milliseconds. */
export const checkSeconds = (expiresAt: number): void => {
  if (expiresAt > mostSeconds) {
    throw invalid('/expires_at', 'must be a Unix time in seconds; this looks like milliseconds')
  }
}

/** Throws VALIDATION_ERROR when the token doesn't fit the provider's kind of auth, or its expiry is in milliseconds. */
export const checkToken = ({ access_token, expires_at }: Type.Static<typeof tokenBody>, auth?: Auth): void => {
  if (expires_at !== undefined) checkSeconds(expires_at)
  if (auth?.kind === 'none') throw invalid('', 'this provider takes no credential: its API is public')
  const isPair = auth?.kind === 'basic' && auth.username === undefined && auth.password === undefined
  if (isPair && !access_token.includes(':')) throw invalid('/access_token', 'must be `username:password` here')
}
