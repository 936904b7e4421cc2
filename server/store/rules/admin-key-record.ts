import type { AdminKeyRecord, NewAdminKey } from '@patchbay/core/store'

/** The record of a new admin key. */
export const adminKeyRecord = ({ hash, name, role, expires_at }: NewAdminKey, now: Date): AdminKeyRecord => ({
  hash,
  key_id: hash.slice(0, 12),
  name,
  role,
  created_at: now.toISOString(),
  expires_at,
})
