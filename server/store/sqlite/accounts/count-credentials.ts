import type { CredentialCounts, Credentials } from '@patchbay/core/store'
import { exactSecondsOf } from '@patchbay/core/time'
import type { SqliteDatabase } from '../engine/database.ts'

const none: CredentialCounts = { total: 0, expiring_soon: 0, expired: 0 }

export const createCountCredentials = (db: SqliteDatabase): Credentials['count'] => {
  const count = db.query<CredentialCounts, { now: number; soon: number }>(
    `SELECT count(*) AS total,
       count(*) FILTER (WHERE expires_at > $now AND expires_at <= $soon) -
         (SELECT count(*) FROM seeds WHERE status = 'active' AND expires_at > $now AND expires_at <= $soon)
         AS expiring_soon,
       count(*) FILTER (WHERE expires_at <= $now) AS expired
     FROM credentials`,
  )
  return (now, soonSeconds) =>
    db.read(() => {
      const seconds = exactSecondsOf(now)
      return count.get({ now: seconds, soon: seconds + soonSeconds }) ?? none
    })
}
