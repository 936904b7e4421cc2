import type { ConfirmEffect, ConfirmFinding } from '@patchbay/core/call'
import { openParameters, resolveUnknown, wasReplaced } from '@patchbay/core/effects'
import { type AuditEntry, accountOfKey, momentOfEntry, type Store, type UnknownEffect } from '@patchbay/core/store'
import { msOf, shiftTime } from '@patchbay/core/time'
import { type Vault, VaultError } from '@patchbay/core/vault'
import type { Job } from './schedule/job.ts'

const minuteMs = 60_000
/** The times between two looks at the provider: some 1, 5 and 30 minutes after the call. After the last look none follows. */
const pausesMs = [4 * minuteMs, 25 * minuteMs]
/** The time in which the provider may still be carrying the write out: until then, its absence proves nothing. */
const settledMs = 4 * minuteMs
/** Most calls checked a run, in all and per account: each check spends the tenant's quota at the vendor. */
const most = 200
const mostOfAccount = 10
const atOnce = 5

export interface ConfirmEffectsJobParts {
  readonly store: Pick<Store, 'effects' | 'audit'>
  readonly vault: Pick<Vault, 'open'>
  readonly confirmEffect: ConfirmEffect
  /** The time that a call may take. */
  readonly requestTimeoutMs: number
  readonly now?: () => Date
}

/** The calls that a run looks at, and those of accounts that have too many. */
const divide = (due: readonly UnknownEffect[]) => {
  const byAccount = Map.groupBy(due, ({ tenant, key }) => JSON.stringify([tenant, key]))
  const parts = [...byAccount.values()]
  return {
    chosen: parts.flatMap((calls) => calls.slice(0, mostOfAccount)),
    left: parts.flatMap((calls) => calls.slice(mostOfAccount)),
  }
}

/**
 * Looks at providers for what became of writes whose outcome is unknown. Runs of two gateways may look for the same call: the first one
 * that finds something counts.
 */
export const createConfirmEffectsJob = (
  cron: string,
  { store, vault, confirmEffect, requestTimeoutMs, now = () => new Date() }: ConfirmEffectsJobParts,
): Job => {
  const { effects } = store

  const look = async (
    effect: UnknownEffect,
    sealed: string,
    call: AuditEntry,
    signal: AbortSignal,
  ): Promise<ConfirmFinding> => {
    const { tenant, key, action } = effect
    const { provider, account } = accountOfKey(key ?? '')
    if (tenant === null || account === null || action === null) return { effect: 'impossible', reason: null }
    const ref = { tenant, provider, account }
    const at = new Date(momentOfEntry(effect.id))
    if (await wasReplaced(store, ref, at)) return { effect: 'impossible', reason: 'the account was connected anew' }
    const params = await openParameters(vault, effect, sealed)
    const tookMs = call.duration_ms > 0 ? call.duration_ms : requestTimeoutMs
    return confirmEffect({ ref, action, params, at, tookMs }, signal)
  }

  const lookAgain = (effect: UnknownEffect, isPossible: boolean): Promise<boolean> => {
    const pauseMs = isPossible ? pausesMs[effect.asked] : undefined
    const next_at = pauseMs === undefined ? null : shiftTime(msOf(now()), pauseMs)
    return effects.postponeUnknown({ ...effect, next_at, asked: effect.asked + 1 })
  }

  /** True if the outcome is known now. */
  const findOut = async (effect: UnknownEffect, signal: AbortSignal): Promise<'done' | 'absent' | 'unknown'> => {
    const { id, sealed_parameters: sealed, action } = effect
    const [call] = await effects.entries([id])
    if (!call) {
      // Its entry is on its way, or comes by recovery.
      await effects.postponeUnknown({ ...effect, next_at: shiftTime(msOf(now()), minuteMs) })
      return 'unknown'
    }
    if (sealed === null) {
      await lookAgain(effect, false)
      return 'unknown'
    }
    const finding = await look(effect, sealed, call, signal)
    signal.throwIfAborted()
    const isSettled = msOf(now()) - momentOfEntry(id) >= settledMs
    if (finding.effect === 'shown') {
      const reason = `${finding.reason} shows what ${action} did`
      await resolveUnknown(store, id, { as: 'done', source: 'job', reason }, now())
      return 'done'
    }
    if (finding.effect === 'not-shown' && isSettled) {
      const reason = `${finding.reason} shows that ${action} did nothing`
      await resolveUnknown(store, id, { as: 'absent', source: 'job', reason }, now())
      return 'absent'
    }
    await lookAgain(effect, finding.effect !== 'impossible')
    return 'unknown'
  }

  return {
    name: 'confirm-effects',
    cron,
    changes: ['done', 'absent', 'failed'],
    async run(signal) {
      const tally = { done: 0, absent: 0, unknown: 0, failed: 0 }
      const { chosen, left } = divide(await effects.dueUnknown(msOf(now()), most))
      // Postponed effects make room for others.
      for (const effect of left) await effects.postponeUnknown({ ...effect, next_at: shiftTime(msOf(now()), minuteMs) })
      const calls = chosen.values()

      const work = async (): Promise<void> => {
        for (const effect of calls) {
          if (signal.aborted) return
          try {
            tally[await findOut(effect, signal)]++
          } catch (error) {
            if (signal.aborted) return
            // A plugin's fault, or parameters that no key opens, must not keep the others from being looked at.
            await lookAgain(effect, !(error instanceof VaultError))
            tally.failed++
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return tally
    },
  }
}
