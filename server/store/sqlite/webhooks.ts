import type { WebhookRecord, Webhooks } from '@patchbay/core/store'
import type { SqliteDatabase } from './database.ts'

export const sqliteWebhooks = (db: SqliteDatabase): Webhooks => {
  const put = db.query<never, [Pick<WebhookRecord, keyof WebhookRecord>]>(
    `INSERT OR REPLACE INTO webhooks (id, type, tenant, payload, created_at, failures, status, next_at, error)
     VALUES ($id, $type, $tenant, $payload, $created_at, $failures, $status, $next_at, $error)`,
  )
  const get = db.query<WebhookRecord, [id: string]>('SELECT * FROM webhooks WHERE id = ?')
  const due = db.query<WebhookRecord, [now: number, limit: number]>(
    `SELECT * FROM webhooks WHERE status = 'waiting' AND next_at <= ? ORDER BY next_at, id LIMIT ?`,
  )
  const list = db.query<WebhookRecord, [{ status: string | null; before: string | null; limit: number }]>(
    `SELECT * FROM webhooks WHERE status = ifnull($status, status) AND ($before IS NULL OR id < $before)
     ORDER BY id DESC LIMIT $limit`,
  )
  const remove = db.query<{ id: string }, [id: string]>('DELETE FROM webhooks WHERE id = ? RETURNING id')
  const prune = db.query<never, [before: string]>(`DELETE FROM webhooks WHERE status = 'dead' AND created_at < ?`)
  return {
    add: (event) =>
      db.write(() => {
        if (get.get(event.id)) return false
        put.run(event)
        return true
      }),
    update: (event) =>
      db.write(() => {
        if (!get.get(event.id)) return false
        put.run(event)
        return true
      }),
    get: (id) => db.read(() => get.get(id) ?? undefined),
    due: (now, limit) => db.read(() => due.all(now.getTime(), limit)),
    list: ({ status = null, before = null, limit }) => db.read(() => list.all({ status, before, limit })),
    remove: (id) => db.write(() => remove.all(id).length > 0),
    prune: (before) =>
      db.write(() => {
        prune.run(before.toISOString())
      }),
  }
}
