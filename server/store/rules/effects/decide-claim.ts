import type { EffectKey, KeyClaim } from '@patchbay/core/store'
import type { UnixMs } from '@patchbay/core/time'

/** True if a claim takes nothing, whatever the key's holder. */
export const onlyLooks = ({ kind }: KeyClaim): boolean => kind === 'look' || kind === 'find'

/** True if this holder's key refuses a claim. */
export const isTaken = ({ kind }: KeyClaim, holder: EffectKey | undefined, now: UnixMs): holder is EffectKey => {
  if (!holder || holder.expires_at <= now || kind === 'replace') return false
  return kind !== 'look' || holder.state === 'unknown'
}
