import type { CallAnswer } from '@patchbay/core/context'
import { GatewayError } from '@patchbay/core/errors'
import type { McpScope } from '../mcp-scope.ts'
import type { CodeRun } from './runs/runs-in-memory.ts'

/** The answer of the run; `undefined`: it isn't there before the request's deadline. A caller that hangs up ends the run. */
export const awaitRun = async (
  { caller }: McpScope,
  { result, abort }: CodeRun,
  timeoutMs: number,
): Promise<CallAnswer | undefined> => {
  const { arrival } = caller
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const remainingMs = timeoutMs * 0.9 - (performance.now() - arrival.startedAt)
  const timer = setTimeout(resolve, Math.max(remainingMs, 0))
  const onAbort = (): void => abort.abort(new GatewayError('CLIENT_CLOSED', 'The caller has hung up'))
  arrival.signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([result, promise])
  } finally {
    clearTimeout(timer)
    arrival.signal.removeEventListener('abort', onAbort)
  }
}
