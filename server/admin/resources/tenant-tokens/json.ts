import { accessPatternFaults, accessRuleFaults } from '@patchbay/core/access'
import { invalid, invalidInput } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type IssuedToken, type TenantTokenMembers, type TenantTokenRecord, toTokenId } from '@patchbay/core/store'
import Type from 'typebox'
import { allowRules, askRules, denyRules, ruleWarnings } from '../../route/values/rule-schemas.ts'
import { accessPatterns, closed, hashId, idSchema, instant, orNull, unixSeconds } from '../../route/values/schemas.ts'
import { checkSeconds } from '../credentials/body.ts'
import { grantJson, grantToJson } from '../grants.ts'

const callsPerMinute = Type.Integer({ minimum: 1, maximum: 1_000_000 })

const allowed = 'What callers with this token may do, within what the tenant may do'
const denied = 'What callers with this token may not do, even where `allow` covers it'
const askText = 'What waits for the yes of a person before it is sent; it allows nothing by itself'
const approved =
  'The waiting calls of others that the holder may decide. Only an `owner` may set it, and access tokens never inherit it'

/** The members that an administrator sets. */
export const settable = {
  label: Type.Optional(
    orNull(Type.String({ minLength: 1, maxLength: 200 }), 'Who has the token, or what it is for; `null` clears it'),
  ),
  expires_at: Type.Optional(orNull(unixSeconds('Unix time in seconds'), 'When it expires; `null`: never')),
  calls_per_minute: Type.Optional(orNull(callsPerMinute, 'The limit of this token; `null`: no limit')),
  allow: Type.Optional(orNull(allowRules(`${allowed}; \`null\`: whatever the tenant may do`))),
  deny: Type.Optional(orNull(denyRules(denied))),
  ask: Type.Optional(orNull(askRules(askText))),
  approve: Type.Optional(orNull(accessPatterns(approved))),
}

/** The body of `POST /admin/auth`. */
export const registration = Type.Object(
  {
    tenant_id: idSchema('The tenant; it may be configured later'),
    token: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 1024,
        pattern: '^[\\x21-\\x7e]*$',
        errorMessage: 'must be visible ASCII without a space or line break',
        description: 'What callers send after `Authorization: Bearer `; left out: the gateway creates one',
      }),
    ),
    ...settable,
  },
  { ...closed, title: 'TenantTokenInput', examples: [{ tenant_id: 'acme', label: 'The CRM sync' }] },
)

/** The body of `PATCH /admin/auth/…`. */
export const tokenPatch = Type.Object(settable, {
  ...closed,
  title: 'TenantTokenPatch',
  description: 'Members that are sent are replaced, and `null` clears one',
  examples: [{ label: 'The nightly import', deny: ['stripe:write'] }],
})

/** The members of a token that an administrator sets, as answers have them. */
export const tokenMembersJson = {
  label: orNull(Type.String()),
  expires_at: orNull(unixSeconds('Unix time in seconds')),
  calls_per_minute: orNull(callsPerMinute),
  allow: orNull(allowRules(allowed)),
  deny: orNull(denyRules(denied)),
  ask: orNull(askRules(askText)),
  approve: orNull(accessPatterns(approved)),
}

const tokenMembers = {
  token_id: hashId(),
  tenant_id: Type.String(),
  status: Type.Literal('active'),
  ...tokenMembersJson,
  created_at: instant(),
  last_used_at: orNull(instant(), 'When a call was last made with it, to the hour; `null`: never'),
}

export const tenantTokenJson = Type.Object(tokenMembers, { title: 'TenantToken' })

export const changedTokenJson = Type.Object(
  { ...tokenMembers, warnings: ruleWarnings },
  { title: 'ChangedTenantToken' },
)

export const registeredJson = Type.Object(
  {
    ...tokenMembers,
    warnings: ruleWarnings,
    tenant_exists: Type.Boolean({ description: 'Whether the tenant has a configuration yet' }),
    token: Type.Optional(
      Type.String({ description: 'The token, if the gateway created it: shown in this answer only' }),
    ),
  },
  { title: 'RegisteredTenantToken' },
)

/** The body of `POST /admin/auth/…/rotate`. */
export const rotation = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30 * 86_400,
        description: 'How long the old token works on; left out: a day. 0 ends it now',
      }),
    ),
  },
  { ...closed, title: 'TokenRotation', examples: [{ grace_seconds: 3600 }] },
)

export const rotatedJson = Type.Object(
  {
    ...tokenMembers,
    token: Type.String({ description: 'The new token: shown in this answer only' }),
    previous: tenantTokenJson,
  },
  { title: 'RotatedTenantToken' },
)

/** An access token of an application, which has its own id in the audit log. */
export const accessTokenJson = Type.Object(
  {
    token_id: hashId(),
    tenant_id: Type.String(),
    expires_at: unixSeconds('Unix time in seconds'),
    scope: orNull(Type.String(), 'What it may do: access patterns; `null`: whatever the tenant token may do'),
    tenant_token_id: orNull(
      hashId('The tenant token of the user who consented'),
      '`null`: an identity provider granted the access',
    ),
    grant: grantJson,
  },
  { title: 'AccessToken', description: 'An access token that was issued to an application, with its grant' },
)

export const tenantTokenToJson = ({ hash: _, ...record }: TenantTokenRecord): Type.Static<typeof tenantTokenJson> =>
  record

export const accessTokenToJson = ({
  token_id,
  bearer_hash,
  expires_at,
  scope,
  grant,
}: IssuedToken): Type.Static<typeof accessTokenJson> => ({
  token_id,
  tenant_id: grant.tenant_id,
  expires_at,
  scope,
  tenant_token_id: bearer_hash === null ? null : toTokenId(bearer_hash),
  grant: grantToJson(grant),
})

const leastDistinct = 5

/** Throws VALIDATION_ERROR for a token like `aaaaaaaaaaaaaaaa`, which is long enough and easily guessed. */
export const checkStrength = (token: string): void => {
  const distinct = new Set(token).size
  if (distinct >= leastDistinct) return
  const message = `must have at least ${leastDistinct} different characters and has ${distinct}; leave it out, and the gateway creates a strong one`
  throw invalid('/token', message)
}

/** Throws VALIDATION_ERROR for an expiry in milliseconds, and for access patterns that name nothing. */
export const checkTokenMembers = (
  { expires_at, approve, ...lists }: Partial<TenantTokenMembers>,
  domains: ReadonlyMap<string, Domain>,
): void => {
  const faults = [
    ...(['allow', 'deny', 'ask'] as const).flatMap((list) => accessRuleFaults(lists[list], `/${list}`, domains)),
    ...accessPatternFaults(approve, '/approve', domains),
  ]
  if (faults.length > 0) throw invalidInput(faults)
  if (expires_at) checkSeconds(expires_at)
}
