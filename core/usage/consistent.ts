import { GatewayError } from '../errors.ts'
import type { RollUpState, RollUps } from '../store/index.ts'

const tries = 10

/**
 * What `read` finds in the roll-ups and, after the entry that they are counted to, in the log. It reads again where the
 * roll-ups were moved on meanwhile: entries would be there twice, or not at all. Throws UNAVAILABLE when that doesn't end.
 */
export const consistent = async <T>(
  rollUps: Pick<RollUps, 'state'>,
  read: (state: RollUpState) => Promise<T>,
): Promise<T> => {
  for (let state = await rollUps.state(), attempt = 1; attempt <= tries; attempt++) {
    const found = await read(state)
    const after = await rollUps.state()
    if (after.version === state.version) return found
    state = after
  }
  throw new GatewayError('UNAVAILABLE', 'The audit log is being counted; try again', { retryAfter: 5 })
}
