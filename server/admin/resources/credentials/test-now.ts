import type { ProbeResult } from '@patchbay/core/call'
import { findCredential } from '@patchbay/core/call'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import { type Credential, hasCredentialExpired } from '@patchbay/core/refresh'
import { findAccount } from '@patchbay/core/rules'
import type { AccountRef } from '@patchbay/core/store'
import Type from 'typebox'
import type { HandlerParts } from '../../route/admin-route.ts'
import { missingToken } from './errors.ts'

export const testJson = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether the provider accepted the credential' }),
    status: Type.Integer({ description: "The provider's HTTP status; if there is none, the status of the failure" }),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed' }),
    identity: Type.Optional(Type.String({ description: "Whose credential it is, in the provider's words" })),
  },
  { title: 'CredentialTest' },
)

type Test = Type.Static<typeof testJson>

const failed = (thrown: unknown): Test => {
  const { status, reason } = asGatewayError(thrown)
  return { ok: false, status, reason }
}

/** The stored credential, refreshed if it has expired. Throws TOKEN_MISSING and what a call would. */
const usable = async (
  ref: AccountRef,
  { store, storeCache, refresher, domains }: HandlerParts,
): Promise<Credential> => {
  const stored = await findCredential(storeCache, domains.get(ref.provider)?.provider, ref)
  if (stored && !hasCredentialExpired(stored)) return stored
  const fresh = await refresher.renew(ref, stored?.version ?? null)
  if (fresh) return fresh
  if (!stored) throw await missingToken(store, ref)
  throw new GatewayError('TOKEN_EXPIRED', 'It has expired, and nothing refreshes it')
}

const toTestResult = ({ outcome, status, reason, identity }: ProbeResult): Test => ({
  ok: outcome === 'ok',
  status,
  reason,
  ...(identity !== undefined && { identity }),
})

/** Makes the provider's probe with an account's credential. Throws TENANT_NOT_FOUND, CONFIG_MISSING, TOKEN_MISSING and CONFLICT. */
export const testCredential = async (ref: AccountRef, parts: HandlerParts): Promise<Test> => {
  const tenant = await parts.store.tenants.get(ref.tenant)
  const account = tenant && findAccount(tenant.providers, ref)
  const domain = parts.domains.get(ref.provider)
  if (!account || !domain) throw await missingToken(parts.store, ref)
  if (!domain.provider.probe)
    throw new GatewayError('CONFLICT', `${domain.provider.title} has no read that shows whether a credential works`)
  let credential: Credential
  try {
    credential = await usable(ref, parts)
  } catch (thrown) {
    const { code } = asGatewayError(thrown)
    if (code === 'TOKEN_EXPIRED' || code === 'UPSTREAM_ERROR') return failed(thrown)
    throw thrown
  }
  return toTestResult(
    await parts.probe({ ref, domain, account, credential, identify: true }, new AbortController().signal),
  )
}
