import { type AdmittedCaller, type PreparedCall, toAsker } from '../../context/index.ts'
import { StoredFile } from '../../encoding/streamed-body.ts'
import { type FileAccess, type FileShelf, isFileHandle } from '../../files/index.ts'
import type { MaybePromise } from '../../maybe-promise.ts'

export interface AttachFilesParts {
  readonly fileShelf: Pick<FileShelf, 'findKept' | 'read'>
  readonly fileAccess: Pick<FileAccess, 'assertMayRead'>
}

type Members = Readonly<Record<string, unknown>>

/** The ids of the files that a body of this encoding names. */
const namedFiles = (encoding: string | undefined, body: unknown): string[] => {
  if (encoding === 'bytes') return isFileHandle(body) ? [body.file_id] : []
  if (encoding !== 'multipart') return []
  return Object.values(Object(body) as Members)
    .flat()
    .filter(isFileHandle)
    .map(({ file_id }) => file_id)
}

/**
 * Puts the files that a call names into its request. Throws NOT_FOUND for a file that is gone or belongs to another token, and FORBIDDEN for one that
 * the caller may no longer read.
 */
export const attachFiles = (
  parts: AttachFilesParts,
  caller: AdmittedCaller,
  prepared: PreparedCall,
): MaybePromise<PreparedCall> => {
  const { request, domain } = prepared
  const ids = request.body === undefined ? [] : namedFiles(request.encoding ?? domain.provider.encoding, request.body)
  return ids.length === 0 ? prepared : attach(parts, caller, prepared, ids)
}

const attach = async (
  { fileShelf, fileAccess }: AttachFilesParts,
  caller: AdmittedCaller,
  prepared: PreparedCall,
  ids: readonly string[],
): Promise<PreparedCall> => {
  const owner = toAsker(caller)
  const files = new Map<string, StoredFile>()
  for (const id of new Set(ids)) {
    const file = await fileShelf.findKept(id, owner)
    fileAccess.assertMayRead(file, caller.access, caller.tenant)
    const { bytes, media_type, sha256, name } = file
    const about = { id, bytes, media_type, sha256, filename: name ?? undefined }
    files.set(id, new StoredFile(about, () => fileShelf.read(file)))
  }
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    return isFileHandle(value) ? files.get(value.file_id) : value
  }
  const { body } = prepared.request
  const attached = isFileHandle(body)
    ? replace(body)
    : Object.fromEntries(Object.entries(body as Members).map(([name, value]) => [name, replace(value)]))
  return { ...prepared, request: { ...prepared.request, body: attached }, fileIds: [...files.keys()] }
}
