import { setTimeout } from 'node:timers/promises'
import type { Asker } from '../../context/index.ts'
import { type ApprovalState, endedStates } from '../../store/index.ts'
import type { AskerDesk } from './asker-desk.ts'

/** The interval at which the store is read, as another gateway may decide. */
const everyMs = 250

const isOpen = ({ state }: Record<string, unknown>): boolean => !endedStates.has(state as ApprovalState)

/** Waits until a call was carried out or refused, or until the time (of `performance.now()`) or the caller's signal ends it. Throws NOT_FOUND. */
export const awaitEnd = async (
  desk: Pick<AskerDesk, 'showToAsker'>,
  approvalId: string,
  asker: Asker,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<Record<string, unknown>> => {
  for (;;) {
    const shown = await desk.showToAsker(approvalId, asker)
    const leftMs = until - performance.now()
    if (!isOpen(shown) || leftMs <= 0 || signal.aborted) return shown
    await setTimeout(Math.min(everyMs, leftMs), undefined, { signal }).catch(() => undefined)
  }
}
