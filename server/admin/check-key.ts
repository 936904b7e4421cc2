import { timingSafeEqual } from 'node:crypto'
import type { Limits, StoreCache } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import { type AdminRole, hasExpired, hashToken } from '@patchbay/core/store'
import type { Exchange } from '../http/exchange.ts'

export interface KeyCheckParts {
  readonly storeCache: Pick<StoreCache, 'adminKey'>
  readonly limits: Limits
  readonly auditLog: AuditLog
  /** SHA-256 of the server's own admin keys, 64 lower-case hex digits each; their role is `owner`. */
  readonly adminKeyHashes: readonly string[]
  readonly now?: () => Date
}

/** The caller that an admin key identifies. */
export interface AdminCaller {
  readonly keyId: string
  readonly role: AdminRole
}

/** A key's id in answers and in the audit log. */
export const keyIdOf = (hash: string): string => hash.slice(0, 12)

/**
 * Finds the caller by the admin key. Throws AUTH_FAILED for a wrong key. After too many wrong keys it throws RATE_LIMITED and
 * doesn't look at the key. The audit log counts the refusals.
 */
export const createKeyCheck = (parts: KeyCheckParts) => {
  const { storeCache, limits, auditLog, now = () => new Date() } = parts
  const own = parts.adminKeyHashes.map((hash) => Buffer.from(hash, 'hex'))

  const find = async (hash: string): Promise<AdminCaller | undefined> => {
    const given = Buffer.from(hash, 'hex')
    if (own.some((expected) => timingSafeEqual(given, expected))) return { keyId: keyIdOf(hash), role: 'owner' }
    const record = await storeCache.adminKey(hash)
    return record && !hasExpired(record, now().getTime()) ? { keyId: record.key_id, role: record.role } : undefined
  }

  const check = async ({ request, ip }: Exchange): Promise<AdminCaller> => {
    const key = request.headers.get('x-admin-key')
    if (key === null)
      throw new GatewayError('AUTH_FAILED', 'The header x-admin-key is missing; send an admin key in it')
    await limits.attempt('admin-key', ip, key)
    const hash = hashToken(key)
    const caller = await find(hash)
    if (caller) {
      limits.worked('admin-key', ip, hash)
      return caller
    }
    await limits.failed('admin-key', ip, key)
    throw new GatewayError('AUTH_FAILED', 'The header x-admin-key holds a wrong key')
  }

  return async (exchange: Exchange): Promise<AdminCaller> => {
    try {
      return await check(exchange)
    } catch (thrown) {
      const { code, status, reason } = asGatewayError(thrown)
      auditLog.refused({ ip: exchange.ip, source: 'admin', code, status, reason })
      throw thrown
    }
  }
}
