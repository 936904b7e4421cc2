import { createVault, parseAuthenticationTag, parseKeys } from '@patchbay/core/vault'
import { tagPurpose } from './create-backup.ts'
import type { BackupProof } from './unpack.ts'

const insist = 'with --unverified it is restored all the same'

/** The reason to distrust a backup; `undefined`: its HMAC, by one of the sealing keys, is genuine. */
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
  /**
   * The reason to distrust a backup that is restored anyway. Unset: there were no keys to check with, or the HMAC is
   * genuine.
   */
  readonly doubt?: string
}

/** Throws Error for the operator if the keys show that a backup was altered, unless it is to be restored `unverified`. */
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
