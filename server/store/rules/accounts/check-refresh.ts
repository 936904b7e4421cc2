import type { GrantWithTokens } from '@patchbay/core/store'
import { msOf } from '@patchbay/core/time'

/**
 * Decides what to do with a refresh token of the generation `presented` (`undefined`: the token isn't remembered).
 * - `rotate`: the token is current.
 * - `repeat`: the token was replaced within `graceMs`; the answer with the new token may have got lost.
 * - `reused`: the token is older.
 */
export const checkRefresh = (
  { generation, rotated_at }: Pick<GrantWithTokens, 'generation' | 'rotated_at'>,
  presented: number | undefined,
  { now, graceMs }: { readonly now: Date; readonly graceMs: number },
): 'rotate' | 'repeat' | 'reused' => {
  if (presented === generation) return 'rotate'
  return presented === generation - 1 && msOf(now) - rotated_at <= graceMs ? 'repeat' : 'reused'
}
