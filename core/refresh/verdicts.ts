import { LRUCache } from 'lru-cache'
import { asGatewayError } from '../errors.ts'
import { type AccountRef, accountPath, type Store } from '../store/index.ts'
import type { Credential } from './open-credential.ts'

/**
 * Records whether vendors accept the credentials, so that administrators see it. The store is written when the verdict changes,
 * and never for each call. A store that is down doesn't fail the call: a later one
 * has the same verdict.
 */
export interface Verdicts {
  /**
   * A call was answered with 401. Recorded once a minute for each account, because some vendors answer 401 for a missing
   * permission too, and the calls in between succeed.
   */
  refused(ref: AccountRef, credential: Credential): Promise<void>
  /** A call or a probe succeeded. */
  accepted(ref: AccountRef, credential: Credential): Promise<void>
  /** A probe, which every credential may make, was answered with 401. */
  probeRefused(ref: AccountRef, credential: Credential): Promise<void>
}

const most = 20_000
const refusedMs = 60_000

/** Called once for each change, in one of the processes. */
export type OnVerdict = (ref: AccountRef, verdict: 'rejected' | 'accepted') => void

export const createVerdicts = ({ credentials }: Pick<Store, 'credentials'>, onVerdict: OnVerdict): Verdicts => {
  const refusedLately = new LRUCache<string, true>({ max: most, ttl: refusedMs })

  const recordVerdict = async (ref: AccountRef, { version }: Credential, rejected: Date | null): Promise<void> => {
    try {
      if (await credentials.recordVerdict(ref, version, rejected)) onVerdict(ref, rejected ? 'rejected' : 'accepted')
    } catch (error) {
      if (asGatewayError(error).code !== 'UNAVAILABLE') throw error
    }
  }
  const probeRefused = async (ref: AccountRef, credential: Credential): Promise<void> => {
    if (!credential.rejected) await recordVerdict(ref, credential, new Date())
  }

  return {
    probeRefused,
    async refused(ref, credential) {
      const key = `${accountPath(ref)}/${credential.version}`
      if (refusedLately.has(key)) return
      refusedLately.set(key, true)
      await probeRefused(ref, credential)
    },
    async accepted(ref, credential) {
      if (credential.rejected) await recordVerdict(ref, credential, null)
    },
  }
}
