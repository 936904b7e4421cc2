import type { TokenLinkRecord } from '@patchbay/core/store'
import { isoTime, msOf } from '@patchbay/core/time'
import Type from 'typebox'
import { closed, hashId, idSchema, instant } from '../../route/values/schemas.ts'
import { settable, tokenMembersJson } from '../tenant-tokens/json.ts'

const day = 86_400

/** Seconds until a link ends if nobody says when. */
export const usualLife = day

/** The body of `POST /admin/token-links`. */
export const tokenLinkBody = Type.Object(
  {
    tenant_id: idSchema('The tenant'),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 7 * day,
        description: 'Seconds until the link ends; left out: a day. `expires_at` is when the token does',
      }),
    ),
    ...settable,
  },
  {
    ...closed,
    title: 'TokenLinkInput',
    examples: [{ tenant_id: 'acme', label: 'Ada, in Claude', allow: ['hubspot:read'] }],
  },
)

const linkMembers = {
  link_id: hashId(),
  tenant_id: Type.String(),
  token: Type.Object(tokenMembersJson, { description: 'What the token will be like' }),
  created_at: instant(),
  expires_at: instant('When the link ends'),
}

export const tokenLinkJson = Type.Object(linkMembers, { title: 'TokenLink' })

export const newTokenLinkJson = Type.Object(
  {
    ...linkMembers,
    url: Type.String({ description: 'The link: shown in this answer only. Whoever opens it first gets the token' }),
  },
  { title: 'MadeTokenLink' },
)

export const tokenLinkToJson = (link: TokenLinkRecord): Type.Static<typeof tokenLinkJson> => {
  const { link_id, tenant_id, members: token, created_at, expires_at } = link
  return { link_id, tenant_id, token, created_at, expires_at: isoTime(msOf(expires_at)) }
}
