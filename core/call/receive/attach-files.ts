import { type AdmittedCaller, type PreparedCall, toAsker } from '../../context/index.ts'
import { StoredFile } from '../../encoding/streamed-body.ts'
import { type FileAccess, type FileShelf, isFileHandle } from '../../files/index.ts'
import type { MaybePromise } from '../../maybe-promise.ts'

export interface AttachFilesParts {
  readonly fileShelf: Pick<FileShelf, 'findKeptFile' | 'read'>
  readonly fileAccess: Pick<FileAccess, 'assertMayRead'>
}

const noSettings = {}

type Members = Readonly<Record<string, unknown>>

/** True for the schema that `file` makes, and for a list of such. */
const isFileSchema = (schema: unknown): boolean => {
  const { anyOf, items, properties } = Object(schema) as Members
  if (Array.isArray(anyOf)) return anyOf.some(isFileSchema)
  return items === undefined ? Object.hasOwn(Object(properties), 'file_id') : isFileSchema(items)
}

const namesFiles = (value: unknown): boolean =>
  isFileHandle(value) || (Array.isArray(value) && value.some(isFileHandle))

const none: readonly string[] = []

/** The names of the parameters that an author's own request reads, that are declared as files, and that name some. */
const listDeclared = ({ action, params }: PreparedCall): readonly string[] => {
  if (!action.definition.request && !action.before) return none
  // Most calls name no file: they make no list.
  let names: string[] | undefined
  for (const name in params) {
    if (!namesFiles(params[name]) || !isFileSchema(Object(action.params)[name])) continue
    names ??= []
    names.push(name)
  }
  return names ?? none
}

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
  const inBody =
    request.body === undefined ? [] : namedFiles(request.encoding ?? domain.provider.encoding, request.body)
  const declared = listDeclared(prepared)
  return inBody.length === 0 && declared.length === 0 ? prepared : attach(parts, caller, prepared, inBody, declared)
}

const attach = async (
  { fileShelf, fileAccess }: AttachFilesParts,
  caller: AdmittedCaller,
  prepared: PreparedCall,
  inBody: readonly string[],
  declared: readonly string[],
): Promise<PreparedCall> => {
  const inParameters = declared.flatMap((name) => prepared.params[name]).filter(isFileHandle)
  const ids = [...inBody, ...inParameters.map(({ file_id }) => file_id)]
  const owner = toAsker(caller)
  const files = new Map<string, StoredFile>()
  for (const id of new Set(ids)) {
    const file = await fileShelf.findKeptFile(id, owner)
    fileAccess.assertMayRead(file, caller.access, caller.tenant)
    const { bytes, media_type, sha256, name } = file
    const about = { id, bytes, media_type, sha256, filename: name ?? undefined }
    files.set(id, new StoredFile(about, () => fileShelf.read(file)))
  }
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    return isFileHandle(value) ? files.get(value.file_id) : value
  }
  const fileIds = [...files.keys()]
  if (declared.length > 0) {
    const { action, params, account } = prepared
    const withFiles = {
      ...params,
      ...Object.fromEntries(declared.map((name) => [name, replace(params[name])])),
    }
    const request = action.request(withFiles, { settings: account.settings ?? noSettings })
    return { ...prepared, withFiles, request, fileIds }
  }
  const { body } = prepared.request
  const attached = isFileHandle(body)
    ? replace(body)
    : Object.fromEntries(Object.entries(body as Members).map(([name, value]) => [name, replace(value)]))
  return { ...prepared, request: { ...prepared.request, body: attached }, fileIds }
}
