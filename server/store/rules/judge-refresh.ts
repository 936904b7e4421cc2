import type { KeptGrant } from '@patchbay/core/store'

/**
 * What a refresh token of the given generation is good for (`undefined`: it is none of those that are remembered).
 * `rotate`: it is a current one. `repeat`: a current one has taken its place within `graceMs`, and the answer that
 * brought that one may have got lost. `reused`: it is older.
 */
export const judgeRefresh = (
  { generation, rotated_at }: Pick<KeptGrant, 'generation' | 'rotated_at'>,
  presented: number | undefined,
  { now, graceMs }: { readonly now: Date; readonly graceMs: number },
): 'rotate' | 'repeat' | 'reused' => {
  if (presented === generation) return 'rotate'
  return presented === generation - 1 && now.getTime() - rotated_at <= graceMs ? 'repeat' : 'reused'
}
