import { timingSafeEqual } from 'node:crypto'
import { asGatewayError, GatewayError } from '@patchbay/core/errors'
import { type AuditLog, hashToken, type Limits } from '@patchbay/core/run'
import type { Exchange } from '../exchange.ts'

export interface KeyCheckParts {
  readonly limits: Limits
  readonly auditLog: AuditLog
  /** SHA-256 of each admin key, 64 lower-case hex digits. */
  readonly adminKeyHashes: readonly string[]
}

/**
 * Lets in who sends the admin key (specification, section 5.3). Throws RATE_LIMITED after too many wrong ones, before
 * the key is looked at, and AUTH_FAILED. What it refuses is counted in the audit log.
 */
export const createKeyCheck = ({ limits, auditLog, adminKeyHashes }: KeyCheckParts) => {
  const known = adminKeyHashes.map((hash) => Buffer.from(hash, 'hex'))
  const isRight = (hash: string): boolean => {
    const given = Buffer.from(hash, 'hex')
    return known.some((each) => timingSafeEqual(given, each))
  }

  const check = async ({ request, ip }: Exchange): Promise<void> => {
    const key = request.headers.get('x-admin-key')
    if (key === null) throw new GatewayError('AUTH_FAILED', 'The header x-admin-key is missing')
    await limits.attempt('admin-key', ip, key)
    const hash = hashToken(key)
    if (isRight(hash)) return limits.worked('admin-key', ip, hash)
    await limits.failed('admin-key', ip, key)
    throw new GatewayError('AUTH_FAILED', 'The header x-admin-key holds a wrong key')
  }

  return async (exchange: Exchange): Promise<void> => {
    try {
      await check(exchange)
    } catch (thrown) {
      const { code, status } = asGatewayError(thrown)
      auditLog.refused({ ip: exchange.ip, source: 'admin', code, status })
      throw thrown
    }
  }
}
