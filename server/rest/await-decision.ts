import { type ApprovalDesk, awaitEnd } from '@patchbay/core/approvals'
import type { Asker } from '@patchbay/core/context'
import type { Exchange } from '../http/exchange.ts'

/** The preference (RFC 7240, section 4.3) of a client that waits for some seconds: `Prefer: wait=20`. */
const waitForm = /(?:^|,)[ \t]*wait[ \t]*=[ \t]*"?(\d{1,6})"?[ \t]*(?:[;,]|$)/i

/** For the answer, its transport and its log line. */
const spareMs = 500

/**
 * Waits for the decision about a call, if its caller prefers that, until the call was carried out, the caller hangs up, or time is over.
 * `undefined`: the caller doesn't wait.
 */
export type AwaitDecision = (
  exchange: Pick<Exchange, 'request' | 'startedAt' | 'signal'>,
  asker: Asker,
  approvalId: string,
) => Promise<Record<string, unknown> | undefined>

export const createAwaitDecision =
  (desk: Pick<ApprovalDesk, 'showToAsker'>, timeoutMs: number): AwaitDecision =>
  async ({ request, startedAt, signal }, asker, approvalId) => {
    const seconds = Number(waitForm.exec(request.headers.get('prefer') ?? '')?.[1] ?? 0)
    if (seconds === 0) return undefined
    const until = startedAt + Math.min(seconds * 1000, timeoutMs - spareMs)
    return await awaitEnd(desk, approvalId, asker, { until, signal })
  }
