import type { AuditLog } from '@patchbay/core/audit'
import { describeThrown } from '@patchbay/core/errors'
import { inBackground } from '@patchbay/core/in-background'
import { accountPath, type Leaving, type RevocationRecord, type Store } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { VaultError } from '@patchbay/core/vault'
import type { Log } from '../../log/log.ts'
import { type AccessEnd, AccessEnder, type EndAccessParts } from './end-access.ts'

/** Revokes access at the vendors after accounts are removed. */
export interface Revoker {
  /** The means by which the store records the access of accounts that it removes. */
  leaving(now: Date): Leaving
  /** Revokes what is due in the background. */
  wake(): void
  /** Revokes what is due until the signal is aborted; the next run does the rest. Each failure is audited. */
  endDue(signal: AbortSignal): Promise<Tally>
}

interface Tally {
  ended: number
  kept: number
  failed: number
}

export interface RevokerParts extends EndAccessParts {
  readonly store: EndAccessParts['store'] & Pick<Store, 'revocations'>
  readonly auditLog: Pick<AuditLog, 'record'>
  readonly log: Pick<Log, 'error'>
  readonly now?: () => Date
}

const minute = 60_000
/** The waits after each failed try; after the last one the gateway gives up. */
const waits = [minute, 10 * minute, 60 * minute, 6 * 60 * minute, 24 * 60 * minute, 48 * 60 * minute]
/** Another process takes over what this one has claimed, if it dies meanwhile. */
const claimMs = minute
/** The number of vendors that are asked at once, and the longest run: the accounts of a large tenant take several runs. */
const width = 4
const runMs = 50_000

const counted = { revoked: 'ended', kept: 'kept', refused: 'failed', failed: 'failed' } as const

export const createRevoker = (parts: RevokerParts): Revoker => {
  const { store, auditLog, log, now = () => new Date() } = parts
  const access = new AccessEnder(parts)

  const record = (revocation: RevocationRecord, result: AccessEnd, duration_ms: number) => {
    const isOk = counted[result.outcome] !== 'failed'
    return auditLog.record({
      tenant: revocation.tenant,
      action: 'revoke_access',
      source: 'job',
      key: `tokens/${accountPath(revocation)}`,
      code: isOk ? null : 'UPSTREAM_ERROR',
      status: isOk ? 200 : 502,
      reason: 'error' in result ? result.error : null,
      duration_ms,
    })
  }

  /** Ends one access, and keeps it for another try where that may help. */
  const attempt = async (revocation: RevocationRecord): Promise<AccessEnd> => {
    const startedAt = performance.now()
    const result = await access.end(revocation).catch((error): AccessEnd => {
      if (!(error instanceof VaultError)) throw error
      return { outcome: 'failed', error: 'its stored credential can not be read', retryAfterMs: 0 }
    })
    const wait = result.outcome === 'failed' ? waits[revocation.failures] : undefined
    if (result.outcome === 'failed' && wait !== undefined) {
      const next_at = shiftTime(msOf(now()), Math.max(result.retryAfterMs, wait))
      await store.revocations.update({ ...revocation, failures: revocation.failures + 1, next_at })
    } else await store.revocations.remove(revocation.id)
    await record(revocation, result, Math.round(performance.now() - startedAt))
    return result
  }

  const endDue: Revoker['endDue'] = async (signal) => {
    const tally: Tally = { ended: 0, kept: 0, failed: 0 }
    const work = async (): Promise<void> => {
      while (!signal.aborted) {
        const claimed = await store.revocations.claim(now(), new Date(now().getTime() + claimMs))
        if (!claimed) return
        const { outcome } = await attempt(claimed)
        tally[counted[outcome]]++
      }
    }
    await Promise.all(Array.from({ length: width }, work))
    return tally
  }

  let isAwake = false
  let isWokenAgain = false
  const run = (): void => {
    isAwake = true
    isWokenAgain = false
    const ended = endDue(AbortSignal.timeout(runMs))
      .catch((error) => log.error({ err: error }, `access could not be revoked yet: ${describeThrown(error)}`))
      .finally(() => {
        isAwake = false
        if (isWokenAgain) run()
      })
    inBackground(ended, 'end_access')
  }
  return {
    endDue,
    leaving: (at) => ({ now: at, isRevocable: (provider, app) => access.isRevocable(provider, app) }),
    wake() {
      // The run in progress may have made its last look-up already.
      if (isAwake) isWokenAgain = true
      else run()
    },
  }
}
