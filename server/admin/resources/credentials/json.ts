import { type TokenState, tokenState } from '@patchbay/core/refresh'
import type { AccountRef, CredentialRecord, SeedRecord } from '@patchbay/core/store'
import { asUnixSeconds, isoTime } from '@patchbay/core/time'
import Type from 'typebox'
import { secretMember } from '../../route/changes/list-changes.ts'
import { instant, orNull, unixSeconds } from '../../route/values/schemas.ts'

export const tokenStates = [
  'valid',
  'expiring_soon',
  'expired',
  'rejected',
  'needs_reauth',
] as const satisfies readonly TokenState[]

/** The members of an account's credential and seed in answers: no secret. */
export const tokenMembers = {
  tenant_id: Type.String(),
  provider: Type.String(),
  account_id: Type.String(),
  token_type: Type.String(),
  expires_at: orNull(
    unixSeconds('Unix time in seconds'),
    '`null`: the token does not expire, or no token is stored yet',
  ),
  state: Type.Enum([...tokenStates], {
    description:
      '`valid`: not expired, and not refused so far; one that was just stored has not been tried. `expiring_soon`: within a day, and nothing refreshes it. `rejected`: the provider answered 401 for it, and no call or test has succeeded since. `needs_reauth`: the token endpoint refuses what is stored',
  }),
  rejected_at: Type.Optional(instant('Since when the provider rejects it')),
  updated_at: Type.Optional(instant()),
  seed: Type.Optional(
    Type.Object(
      {
        client_id: Type.String({ description: 'With the grant `jwt_bearer`: the issuer' }),
        token_endpoint: Type.String(),
        error: orNull(Type.String(), 'Why the last refresh failed'),
        retry_at: orNull(instant(), 'When the refresh is tried again'),
        updated_at: instant(),
      },
      { description: 'What refreshes the access token' },
    ),
  ),
}

export const credentialJson = Type.Object(tokenMembers, { title: 'StoredCredential' })

const isRejected = (credential: CredentialRecord | undefined): boolean => Boolean(credential?.rejected_at)

/** An account's token and seed as answers show them. */
export const credentialToJson = (
  { tenant, provider, account }: AccountRef,
  credential: CredentialRecord | undefined,
  seed: SeedRecord | undefined,
  now: Date,
): Type.Static<typeof credentialJson> => {
  const updated_at = credential?.updated_at ?? seed?.updated_at
  return {
    tenant_id: tenant,
    provider,
    account_id: account,
    token_type: credential?.token_type ?? 'Bearer',
    expires_at: credential?.expires_at ?? null,
    state: tokenState(credential ? credential.expires_at : asUnixSeconds(0), seed?.status, now, isRejected(credential)),
    ...(credential?.rejected_at && { rejected_at: credential.rejected_at }),
    ...(updated_at !== undefined && { updated_at }),
    ...(seed && {
      seed: {
        client_id: seed.client_id,
        token_endpoint: seed.token_endpoint,
        error: seed.error,
        retry_at: seed.status === 'active' && seed.retry_at !== null ? isoTime(seed.retry_at) : null,
        updated_at: seed.updated_at,
      },
    }),
  }
}

/** The members of an account's token and seed that people stored, for the audit log; their state changes by itself. */
export const credentialFacts = ({
  credential,
  seed,
}: {
  readonly credential: CredentialRecord | undefined
  readonly seed: SeedRecord | undefined
}): object => ({
  ...(credential && {
    token_type: credential.token_type,
    expires_at: credential.expires_at,
    access_token: secretMember(credential.sealed),
  }),
  ...(seed && {
    seed: {
      client_id: seed.client_id,
      token_endpoint: seed.token_endpoint,
      client_secret: secretMember(seed.sealed_client_secret),
      refresh_token: secretMember(seed.sealed_refresh_token),
    },
  }),
})
