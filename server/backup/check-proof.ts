import { createVault, parseAuthenticationTag, parseKeys } from '@patchbay/core/vault'
import { tagPurpose } from './create-backup.ts'
import type { BackupProof } from './unpack.ts'

const insist = 'with --unverified it is restored all the same'

/** Why a backup may not be as its gateway made it; `undefined`: its HMAC, by one of the sealing keys, says that it is. */
const findDoubt = (path: string, { sums, tag }: BackupProof, keys: string): string | undefined => {
  const parsed = tag === undefined ? undefined : parseAuthenticationTag(tag)
  if (!parsed)
    return `${path} has no HMAC: a version before made it, or somebody changed it. Look at what it brings back before you use it; ${insist}`
  const verdict = createVault(parseKeys(keys)).verify(tagPurpose, sums, parsed)
  if (verdict === 'genuine') return undefined
  if (verdict === 'forged')
    return `${path} was changed since it was made: its HMAC, by the key ${parsed.kid}, is of other files; ${insist}`
  return `${path} has an HMAC by the key ${parsed.kid}, which is not among the sealing keys: give those of the gateway that made it; ${insist}`
}

/** A restore's verdict on whether a backup is as its gateway made it. */
export interface BackupTrust {
  /** The key of the HMAC that says so; `undefined`: nothing says so. */
  readonly kid?: string
  /** Why it may not be, although it is restored. Left out: there were no keys to tell, or the HMAC is right. */
  readonly doubt?: string
}

/** Throws Error for the operator where the keys say that a backup isn't as it was made, unless it is to be restored `unverified`. */
export const checkProof = (
  path: string,
  proof: BackupProof,
  { keys, unverified }: { readonly keys: string | undefined; readonly unverified: boolean },
): BackupTrust => {
  if (keys === undefined) return {}
  const doubt = findDoubt(path, proof, keys)
  if (doubt === undefined) return { kid: parseAuthenticationTag(proof.tag ?? '')?.kid ?? '' }
  if (!unverified) throw new Error(doubt)
  return { doubt }
}
