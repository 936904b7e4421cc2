import type { EffectKey, KeyClaim } from '@patchbay/core/store'

/** Whether a claim finds the key taken by this holder. */
export const isTaken = ({ kind }: KeyClaim, holder: EffectKey | undefined, now: number): holder is EffectKey => {
  if (!holder || holder.expires_at <= now || kind === 'replace') return false
  return kind === 'take' || holder.state === 'unknown'
}
