import { showText } from '@patchbay/core/shown-text'
import { accountPath } from '@patchbay/core/store'
import { isoTime, msOf, type UnixSeconds } from '@patchbay/core/time'
import type { BackupTrust } from '../backup/check-proof.ts'
import type { RestoredAccess } from '../backup/restore.ts'

const describeExpiry = (expiresAt: UnixSeconds | null): string =>
  expiresAt === null ? 'never expires' : `expires ${isoTime(msOf(expiresAt))}`

const row = (kind: string, id: string, ...words: readonly (string | null)[]): string =>
  showText(`  ${kind.padEnd(12)} ${id}  ${words.filter((word) => word !== null).join('  ')}`)

/** A line each for all that lets somebody in: who changed a backup may have added one. */
export const formatAccess = ({
  adminKeys,
  tenantTokens,
  grants,
  tokenLinks,
  connections,
}: RestoredAccess): readonly string[] => {
  const lines = [
    ...connections.map(({ connect_id, created_at, expires_at, ...link }) =>
      row('connect link', connect_id, accountPath(link), created_at, describeExpiry(expires_at)),
    ),
    ...tokenLinks.map(({ link_id, tenant_id, members, created_at, expires_at }) =>
      row('token link', link_id, tenant_id, created_at, describeExpiry(expires_at), members.label ?? null),
    ),
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
    ? 'Nobody can tell without the sealing keys whether it is as its gateway made it: look at what it brings back'
    : `it is as the gateway with the key ${kid} made it`
}
