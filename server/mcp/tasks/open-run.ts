import { setTimeout } from 'node:timers/promises'
import type { McpScope } from '../mcp-scope.ts'
import { askedUserMs } from './approval-state.ts'

/** The state of a run that hasn't ended. */
interface OpenRun {
  readonly run_id?: string
  readonly state?: 'waiting' | 'running'
  readonly approve_url?: string
  readonly approvals?: readonly unknown[]
}

/** Nothing if the run has ended. */
export const readOpenRun = (envelope: string): OpenRun => {
  const { status, data } = JSON.parse(envelope) as { readonly status: number; readonly data?: OpenRun }
  return status === 202 && data ? data : {}
}

/** The interval at which the store is read, as another gateway may decide. */
const everyMs = 500

/** The answer of a run once all of its calls are decided, or after some seconds: a client had its user decide about them. */
export const awaitDecided = async ({ caller }: McpScope, look: () => Promise<string>): Promise<string> => {
  const { startedAt, signal } = caller.arrival
  for (;;) {
    const envelope = await look()
    const isOver = signal.aborted || performance.now() > startedAt + askedUserMs
    if (isOver || readOpenRun(envelope).state !== 'waiting') return envelope
    await setTimeout(everyMs, undefined, { signal }).catch(() => undefined)
  }
}
