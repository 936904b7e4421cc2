import type { CallProgress } from '@patchbay/core/fetch'
import { inBackground } from '@patchbay/core/in-background'
import type { ToolListener } from './tool-run.ts'

/** The most notifications of one call: a vendor may send more. */
const mostSteps = 1000
const longestMessage = 300

/**
 * Tells a client how far its call has come: that it has begun, what the vendor says of it, and where that says nothing, that it is done. Each
 * value is greater than the one before, as the protocol demands.
 */
export const createProgressTeller = (
  notify: (progress: CallProgress) => Promise<void>,
): ToolListener & { ended(): Promise<void> } => {
  let last = -1
  let steps = 0
  let hasBegun = false
  const tell = async (progress: CallProgress): Promise<void> => {
    if (!(progress.progress > last)) return
    last = progress.progress
    await notify(progress)
  }
  return {
    begun() {
      hasBegun = true
      return tell({ progress: 0, total: 1 })
    },
    progressed({ progress, total, message }) {
      if (!Number.isFinite(progress) || ++steps > mostSteps) return
      const notice = {
        progress,
        ...(Number.isFinite(total) && { total }),
        ...(typeof message === 'string' && { message: message.slice(0, longestMessage) }),
      }
      // The client may have gone, which its call finds out by itself.
      inBackground(
        tell(notice).catch(() => undefined),
        'mcp-progress',
      )
    },
    async ended() {
      if (hasBegun && steps === 0) await tell({ progress: 1, total: 1 })
    },
  }
}
