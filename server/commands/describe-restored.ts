import { showText } from '@patchbay/core/shown-text'
import { isoTime, msOf, type UnixSeconds } from '@patchbay/core/time'
import type { BackupTrust } from '../backup/check-proof.ts'
import type { RestoredAccess } from '../backup/restore.ts'

const describeExpiry = (expiresAt: UnixSeconds | null): string =>
  expiresAt === null ? 'never expires' : `expires ${isoTime(msOf(expiresAt))}`

const row = (kind: string, id: string, ...words: readonly (string | null)[]): string =>
  showText(`  ${kind.padEnd(9)} ${id}  ${words.filter((word) => word !== null).join('  ')}`)

/** A line each for all that lets somebody in: who changed a backup may have added one. */
export const formatAccess = ({ adminKeys, tenantTokens, grants }: RestoredAccess): readonly string[] => {
  const lines = [
    ...grants.map(({ grant_id, tenant_id, client_id, client_name, created_at, expires_at }) =>
      row('grant', grant_id, tenant_id, client_name ?? client_id, created_at, describeExpiry(expires_at)),
    ),
    ...tenantTokens.map(({ token_id, tenant_id, label, created_at, expires_at }) =>
      row('token', token_id, tenant_id, created_at, describeExpiry(expires_at), label),
    ),
    ...adminKeys.map(({ key_id, role, name, created_at, expires_at }) =>
      row('admin key', key_id, role, created_at, describeExpiry(expires_at), name),
    ),
  ]
  return lines.length === 0 ? [] : ['it brings back:', ...lines]
}

export const formatTrust = ({ kid, doubt }: BackupTrust): string => {
  if (doubt !== undefined) return showText(`NOT VERIFIED: ${doubt}`)
  return kid === undefined
    ? 'Nobody can tell without the sealing keys whether it is as its gateway made it: look at the admin keys and tokens above'
    : `it is as the gateway with the key ${kid} made it`
}
