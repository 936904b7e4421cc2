import type { AuditLog } from '@patchbay/core/audit'
import { inBackground } from '@patchbay/core/in-background'
import type { RefreshEvent } from '@patchbay/core/refresh'
import { accountPath } from '@patchbay/core/store'
import type { Log } from './log.ts'

const codes = { refreshed: null, superseded: null, refused: 'TOKEN_EXPIRED', failed: 'UPSTREAM_ERROR' } as const
const statuses = { refreshed: 200, superseded: 200, refused: 401, failed: 502 } as const

/** Counts each use of an OAuth seed and records it in the audit log as an OAuth event. A failure is logged with its reason. */
export const recordRefresh =
  (auditLog: AuditLog, log: Log, count: (provider: string, code: string | null) => void) =>
  ({ ref, outcome, error, wasInterrupted, durationMs }: RefreshEvent): void => {
    const code = codes[outcome]
    count(ref.provider, code)
    const key = `tokens/${accountPath(ref)}`
    if (code !== null) log.warn({ key, error, was_interrupted: wasInterrupted }, 'a token was not refreshed')
    const recorded = auditLog.record({
      tenant: ref.tenant,
      action: 'refresh_token',
      source: 'oauth',
      key,
      code,
      status: statuses[outcome],
      reason: error,
      duration_ms: Math.round(durationMs * 100) / 100,
    })
    inBackground(recorded, 'record_refresh')
  }
