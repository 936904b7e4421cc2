import { timingSafeEqual } from 'node:crypto'
import type { AdmissionLimits, StoreCache } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import { hashToken, hasTokenExpired, type Store } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'
import type { Configuration } from '../../../configuration/configuration.ts'
import type { Exchange } from '../../../http/exchange.ts'
import type { AdminCaller } from './caller.ts'
import { createSessionCheck } from './session-check.ts'

export interface KeyCheckParts {
  readonly store: Pick<Store, 'sessions'>
  readonly storeCache: Pick<StoreCache, 'adminKey'>
  readonly limits: AdmissionLimits
  readonly auditLog: AuditLog
  /** SHA-256 of the server's own admin keys, 64 lower-case hex digits each; their role is `owner`. */
  readonly adminKeyHashes: readonly string[]
  /** The URL under which a request reaches the console. */
  readonly consoleUrl: (headers: Headers) => string
  readonly configuration: Pick<Configuration, 'oidcIssuer'>
  readonly now?: () => Date
}

/** The name of the server's own keys. */
const ownKey = 'ADMIN_API_KEY'

/** A key's id in answers and in the audit log. */
export const deriveKeyId = (hash: string): string => hash.slice(0, 12)

export const keyMissing = (): GatewayError =>
  new GatewayError('AUTH_FAILED', 'The header x-admin-key is missing', {
    details: [{ path: '', header: 'x-admin-key', message: 'send an admin key in it' }],
  })

/**
 * Finds the caller by the admin key, or without one by the console's cookie. Throws AUTH_FAILED for a wrong one. After too many wrong keys it throws RATE_LIMITED and
 * doesn't look at the key. The audit log counts the refusals.
 */
export const createKeyCheck = (parts: KeyCheckParts) => {
  const { storeCache, limits, auditLog, now = () => new Date() } = parts
  const own = parts.adminKeyHashes.map((hash) => Buffer.from(hash, 'hex'))

  const find = async (hash: string): Promise<AdminCaller | undefined> => {
    const digest = Buffer.from(hash, 'hex')
    if (own.some((expected) => timingSafeEqual(digest, expected))) {
      return { keyId: deriveKeyId(hash), name: ownKey, role: 'owner', linker: null, keyHash: hash }
    }
    const record = await storeCache.adminKey(hash)
    if (!record || hasTokenExpired(record, msOf(now()))) return undefined
    const { key_id: keyId, name, role, linker } = record
    return { keyId, name, role, linker, keyHash: hash }
  }

  const isOidcOn = parts.configuration.oidcIssuer !== null
  const bySession = createSessionCheck(parts.store.sessions, parts.consoleUrl, find, isOidcOn)

  const check = async ({ request, ip }: Exchange): Promise<AdminCaller> => {
    const key = request.headers.get('x-admin-key')
    if (key === null) {
      const caller = await bySession(request, now())
      if (caller) return caller
      throw keyMissing()
    }
    const hash = hashToken(key)
    await limits.attempt('admin-key', ip, hash)
    const caller = await find(hash)
    if (caller) {
      limits.worked('admin-key', ip, hash)
      return caller
    }
    await limits.failed('admin-key', ip, hash)
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
