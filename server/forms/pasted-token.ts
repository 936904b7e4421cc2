import type { AdmissionLimits, StoreCache } from '@patchbay/core/admission'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken, hasTokenExpired, type Store, type TenantRecord, type TenantTokenRecord } from '@patchbay/core/store'
import { msOf, type UnixMs } from '@patchbay/core/time'
import type { Vault } from '@patchbay/core/vault'
import { VaultError } from '@patchbay/core/vault'
import type { Exchange } from '../http/exchange.ts'
import type { FormError } from './form-fields.ts'
import { errorHeaders } from './request-error.ts'

const wrongToken = 'This tenant token is not known here. Check that you copied all of it, or ask your administrator.'

export interface PastedTokenParts {
  readonly store: Pick<Store, 'tenantTokens'>
  readonly storeCache: Pick<StoreCache, 'tenant'>
  readonly limits: AdmissionLimits
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly now?: () => Date
}

const readTime = ({ now = () => new Date() }: Pick<PastedTokenParts, 'now'>): UnixMs => msOf(now())

/** The time a user has to choose before the token must be pasted again. */
const ticketMs = 10 * 60_000

/** A tenant token that a user has pasted, and its tenant, which is active. */
export interface PastedToken {
  readonly tenantToken: TenantTokenRecord
  readonly tenant: TenantRecord
}

/** The token that the user pasted, often with a line break at its end. */
const pasted = (form: ReadonlyMap<string, string>): string => form.get('token')?.trim() ?? ''

/** `undefined`: no tenant token has this hash. Throws TENANT_NOT_FOUND and TENANT_SUSPENDED. */
const findToken = async (parts: PastedTokenParts, hash: string): Promise<PastedToken | undefined> => {
  // Only a tenant's own token: an access token must not be able to create others.
  const tenantToken = await parts.store.tenantTokens.find(hash)
  if (!tenantToken || hasTokenExpired(tenantToken, readTime(parts))) return undefined
  const tenant = await parts.storeCache.tenant(tenantToken.tenant_id)
  if (!tenant) throw new GatewayError('TENANT_NOT_FOUND', 'The tenant of this token is not set up yet')
  if (tenant.status !== 'active') throw new GatewayError('TENANT_SUSPENDED', 'The tenant of this token is suspended')
  return { tenantToken, tenant }
}

export const unknownToken = (): GatewayError => new GatewayError('AUTH_FAILED', wrongToken)

/** Finds the token of a form. Throws AUTH_FAILED, TENANT_NOT_FOUND, TENANT_SUSPENDED and RATE_LIMITED. */
export const readPastedToken = async (
  parts: PastedTokenParts,
  form: ReadonlyMap<string, string>,
  exchange: Exchange,
): Promise<PastedToken> => {
  const { limits } = parts
  const { ip } = exchange
  const hash = hashToken(pasted(form))
  await limits.attempt('pasted-token', ip, hash)
  const token = await findToken(parts, hash)
  if (!token) {
    await limits.failed('pasted-token', ip, hash)
    throw unknownToken()
  }
  limits.worked('pasted-token', ip, hash)
  exchange.hasKnownSecret = true
  return token
}

/** The reason why the form is shown again. */
export const toFormError = (error: GatewayError): FormError => {
  const token = error.code === 'AUTH_FAILED'
  // 401 would have to name a scheme (RFC 9110, section 15.5.2), and a form has none.
  const status = token ? 403 : error.status
  return { status, message: error.message, token, headers: errorHeaders(error) }
}

/**
 * Remembers in a form which token was pasted before. A ticket holds the token's hash, sealed, so that no page shows the token; it
 * is bound to the browser by `proof` and to one `purpose`.
 */
const buildBinding = (proof: string, purpose: string) => ({
  tenant: '',
  provider: 'oauth',
  account: proof,
  field: purpose,
})

export const makeTicket = (
  parts: PastedTokenParts,
  { hash }: Pick<TenantTokenRecord, 'hash'>,
  proof: string,
  purpose: string,
): Promise<string> => {
  const text = JSON.stringify({ hash, until: readTime(parts) + ticketMs })
  return parts.vault.seal(text, buildBinding(proof, purpose))
}

const openTicket = async (
  parts: PastedTokenParts,
  ticket: string,
  proof: string,
  purpose: string,
): Promise<string | undefined> => {
  try {
    const { hash, until } = JSON.parse(await parts.vault.open(ticket, buildBinding(proof, purpose)))
    return until > readTime(parts) ? hash : undefined
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/** The token of a form's ticket; `undefined`: it has to be pasted again. Throws TENANT_NOT_FOUND and TENANT_SUSPENDED. */
export const readTicket = async (
  parts: PastedTokenParts,
  form: ReadonlyMap<string, string>,
  purpose: string,
  exchange: Exchange,
): Promise<PastedToken | undefined> => {
  const hash = await openTicket(parts, form.get('ticket') ?? '', form.get('proof') ?? '', purpose)
  if (hash === undefined) return undefined
  exchange.hasKnownSecret = true
  return findToken(parts, hash)
}
