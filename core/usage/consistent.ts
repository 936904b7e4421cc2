import { GatewayError } from '../errors.ts'
import type { RollUpState, RollUps } from '../store/index.ts'

const tries = 10

/**
 * Calls `read`, which combines the roll-ups with the entries of the log after them. If a commit changed the roll-ups during
 * the read, entries would count twice or not at all, so it reads again. Throws UNAVAILABLE after too many tries.
 */
export const readConsistently = async <T>(
  rollUps: Pick<RollUps, 'state'>,
  read: (state: RollUpState) => Promise<T>,
): Promise<T> => {
  for (let state = await rollUps.state(), attempt = 1; attempt <= tries; attempt++) {
    const answer = await read(state)
    const after = await rollUps.state()
    if (after.version === state.version) return answer
    state = after
  }
  throw new GatewayError('UNAVAILABLE', 'The audit log is being counted; try again in a few seconds', { retryAfter: 5 })
}
