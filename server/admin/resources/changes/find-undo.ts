import type { AuditEntry, EntryChange, Store } from '@patchbay/core/store'
import { formatEtag } from '../../route/preconditions.ts'
import { tenantTokenToJson } from '../tenant-tokens/json.ts'
import { buildUndo } from './undo.ts'

/** A request that puts a change back. */
export interface UndoRequest {
  readonly method: 'PATCH'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The ETag of the record for which it was built; `null`: the record has none. */
  readonly if_match: string | null
}

type Records = Pick<Store, 'tenants' | 'tenantTokens'>

interface CurrentRecord {
  readonly path: string
  readonly record: object
  readonly version: string | null
}

const findRecord = async ({ action, key }: AuditEntry, store: Records): Promise<CurrentRecord | undefined> => {
  const [, id = '', tokenId = ''] = (key ?? '').split('/')
  if (action === 'put_tenant' || action === 'patch_tenant') {
    const record = await store.tenants.get(id)
    return record && { path: `/admin/tenants/${id}`, record, version: record.version }
  }
  if (action !== 'change_tenant_token') return undefined
  const record = await store.tenantTokens.findById(id, tokenId)
  return record && { path: `/admin/auth/${id}/${tokenId}`, record: tenantTokenToJson(record), version: null }
}

const createsRecord = (changes: readonly EntryChange[]): boolean =>
  changes.some(({ path, from }) => path === '/id' && from === undefined)

/** The request that puts an entry's changes back, where a single one does. */
export const findUndo = async (entry: AuditEntry, store: Records): Promise<UndoRequest | null> => {
  const { changes, outcome } = entry
  if (outcome !== 'ok' || changes === null || createsRecord(changes)) return null
  const current = await findRecord(entry, store)
  const body = current && buildUndo(current.record, changes)
  if (!current || !body) return null
  const { path, version } = current
  return { method: 'PATCH', path, body, if_match: version === null ? null : formatEtag(version) }
}
