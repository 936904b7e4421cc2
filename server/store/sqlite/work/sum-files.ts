import type { Files } from '@patchbay/core/store'
import type { SqliteDatabase } from '../engine/database.ts'

export const createSumFiles = (db: SqliteDatabase): Files['totalBytes'] => {
  const sum = db.query<{ bytes: number | null }, []>('SELECT sum(bytes) AS bytes FROM stored_files')
  return () => db.read(() => sum.get()?.bytes ?? 0)
}
