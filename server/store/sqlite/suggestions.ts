import type { SuggestionRecord, Suggestions } from '@patchbay/core/store'
import { resolvedRecord, suggestionChanges } from '../rules/suggestion-changes.ts'
import type { SqliteDatabase } from './database.ts'

export type SuggestionRow = Omit<SuggestionRecord, 'is_current'> & { readonly is_current: 0 | 1 }

export const suggestionRecordOf = (row: SuggestionRow): SuggestionRecord => ({
  ...row,
  is_current: row.is_current === 1,
})

export const suggestionRowOf = (record: SuggestionRecord): SuggestionRow => ({
  ...record,
  is_current: record.is_current ? 1 : 0,
})

export const sqliteSuggestions = (db: SqliteDatabase): Suggestions => {
  const get = db.query<SuggestionRow, [id: string]>('SELECT * FROM suggestions WHERE id = ?')
  const list = db.query<SuggestionRow, [{ since: string; status: string | null; tenant: string | null }]>(
    `SELECT * FROM suggestions WHERE created_at >= $since AND status = ifnull($status, status)
       AND ($tenant IS NULL OR tenant = $tenant)
     ORDER BY id DESC`,
  )
  const current = db.query<SuggestionRow, [source: string]>(
    'SELECT * FROM suggestions WHERE source = ? AND is_current = 1',
  )
  const put = db.query<never, [SuggestionRow]>(
    `INSERT OR REPLACE INTO suggestions
     (id, finding, is_current, tenant, kind, severity, title, detail, evidence, source, status, note, created_at, resolved_at)
     VALUES ($id, $finding, $is_current, $tenant, $kind, $severity, $title, $detail, $evidence, $source, $status, $note,
       $created_at, $resolved_at)`,
  )
  const prune = db.query<never, [before: string]>('DELETE FROM suggestions WHERE is_current = 0 AND resolved_at < ?')
  return {
    list: ({ since, status = null, tenant = null }) =>
      db.read(() => list.all({ since: since.toISOString(), status, tenant }).map(suggestionRecordOf)),
    resolve: (id, note, now) =>
      db.write(() => {
        const row = get.get(id)
        if (!row) return undefined
        const record = resolvedRecord(suggestionRecordOf(row), note, now)
        put.run(suggestionRowOf(record))
        return record
      }),
    refresh: (source, findings, now) =>
      db.write(() => {
        const changes = suggestionChanges(current.all(source).map(suggestionRecordOf), findings, now)
        for (const record of changes.put) put.run(suggestionRowOf(record))
        return { opened: changes.opened, resolved: changes.resolved }
      }),
    prune: (before) =>
      db.write(() => {
        prune.run(before.toISOString())
      }),
  }
}
