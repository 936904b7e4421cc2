import { basename } from 'node:path'
import { usageError } from '../terminal/command-error.ts'
import { type AdminApi, readData, type Schemas } from './admin-api.ts'

/** Sends a file for calls of a tenant, without reading it into memory. Throws CommandError. */
export const sendLocalFile = async (api: AdminApi, tenant: string, path: string): Promise<Schemas['StoredFile']> => {
  const file = Bun.file(path)
  if (!(await file.exists())) throw usageError(`cannot read ${path}: there is no such file`)
  const sending = api.POST('/admin/files/{tenant}', {
    params: { path: { tenant }, header: { 'X-File-Name': encodeURIComponent(basename(path)) } },
    // The document has binary bodies as texts.
    body: file as unknown as string,
    bodySerializer: (body) => body,
    headers: { 'content-type': file.type || 'application/octet-stream' },
  })
  return readData(sending)
}
