import { invalid } from '@patchbay/core/errors'
import { type IsoTime, isoTime, msOf } from '@patchbay/core/time'
import Type from 'typebox'
import type { HandlerParts } from '../../route/admin-route.ts'
import { closed, orNull } from '../../route/values/schemas.ts'
import { checkTokenEndpoint } from '../seeds/body.ts'

const url = (description: string) => Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 2048 }), description))
const scopeNames = Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$' }), { maxItems: 200 })

export const appBody = Type.Object(
  {
    client_id: Type.String({ minLength: 1, maxLength: 1024, pattern: '^[\\x20-\\x7e]*$' }),
    client_secret: Type.Optional(
      orNull(
        Type.String({ minLength: 1, maxLength: 4096, pattern: '^[\\x20-\\x7e]*$' }),
        'Left out: the secret that is stored for this `client_id`; `null`: a public client, which has no secret',
      ),
    ),
    scopes: Type.Optional(orNull(scopeNames, 'Scopes to request; left out: those that the plugin declares')),
    authorize_url: url("Instead of the vendor's authorization endpoint: a sandbox, a region"),
    token_url: url("Instead of the vendor's token endpoint"),
    revoke_url: url("Instead of the vendor's revocation endpoint"),
    issuers: Type.Optional(
      orNull(
        Type.Array(
          Type.String({
            maxLength: 500,
            pattern: '^https?://[A-Za-z0-9._*{}:-]+(/[A-Za-z0-9._~*{}/-]*)?$',
            errorMessage: 'must be the URL of an issuer; * stands for one label or segment, {name} for a setting',
          }),
          { minItems: 1, maxItems: 20 },
        ),
        "The values of `iss` with which the vendor's sign-in service may name itself (RFC 9207), compared whole; left out: those that the plugin declares",
      ),
    ),
    secret_expires_at: Type.Optional(
      orNull(
        Type.String({
          pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?Z)?$',
          errorMessage: 'must be a day or a time in UTC, such as 2027-03-01 or 2027-03-01T12:00:00Z',
        }),
        'When the vendor ends the secret, as its page says: a suggestion reminds of it. Left out: not known, or as stored where `client_secret` is left out, too',
      ),
    ),
  },
  { ...closed, title: 'AppInput', examples: [{ client_id: '...', client_secret: '...' }] },
)

export type AppBody = Type.Static<typeof appBody>

/** Throws VALIDATION_ERROR for an address that the gateway may not send to. */
export const checkUrls = async ({ fetcher }: HandlerParts, body: AppBody): Promise<void> => {
  for (const name of ['authorize_url', 'token_url', 'revoke_url'] as const) {
    const value = body[name]
    if (value !== undefined && value !== null) await checkTokenEndpoint(fetcher, value, `/${name}`)
  }
}

/** Throws VALIDATION_ERROR for a day that the calendar lacks. */
export const readDay = (text: string): IsoTime => {
  const day = new Date(text)
  if (Number.isNaN(msOf(day))) throw invalid('/secret_expires_at', 'must be a day of the calendar')
  return isoTime(day)
}
