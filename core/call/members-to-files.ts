import { Readable } from 'node:stream'
import { type AdmittedCaller, type CallRecord, type Data, type PreparedCall, toAsker } from '../context/index.ts'
import { parseExact } from '../encoding/exact-json.ts'
import { GatewayError } from '../errors.ts'
import { type FileShelf, findShownImage, isFileName, readMediaType, showFile } from '../files/index.ts'
import type { AnyAction } from '../provider/index.ts'
import { listBase64Members, noReferences, toJsonSchema } from '../schema/index.ts'

type Members = Record<string, unknown>

/** The shortest text that becomes a file: about 1 KiB of bytes. */
const shortest = 1400
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/

const placesByAction = new WeakMap<AnyAction, readonly string[]>()
const noPlaces: readonly string[] = []

/** The places of members in base64: those that the action names, otherwise those of its answer's schema. */
export const findBase64Members = (action: AnyAction): readonly string[] => {
  const { base64: named, result, references = noReferences } = action
  if (named || !result) return named ?? noPlaces
  const base64Members = placesByAction.get(action) ?? listBase64Members(toJsonSchema(result), references)
  placesByAction.set(action, base64Members)
  return base64Members
}

/** The bytes of a text in base64, with line breaks as some vendors have them; `undefined`: it is something else. */
const readBytes = (value: unknown): Buffer | undefined => {
  if (typeof value !== 'string' || value.length < shortest) return undefined
  const text = value.replaceAll(/\s/g, '')
  return base64.test(text) ? Buffer.from(text, 'base64') : undefined
}

const typeNames = ['media_type', 'mediaType', 'mimeType', 'mime_type', 'contentType', 'content_type']
const nameNames = ['filename', 'fileName', 'file_name', 'name']

const findText = (beside: Members, names: readonly string[]): string | undefined =>
  names.map((name) => beside[name]).find((value) => typeof value === 'string')

/** The type of the bytes: as they begin, or as the member beside them says. */
const findType = (bytes: Buffer, beside: Members): string => {
  const said = readMediaType(findText(beside, typeNames) ?? '') ?? 'application/octet-stream'
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : (findShownImage(said, bytes) ?? said)
}

const findName = (beside: Members): string | null => {
  const name = findText(beside, nameNames)
  return name !== undefined && isFileName(name) ? name : null
}

/** A value whose members at a path are replaced; the same value if none is. */
const changeMembers = async (
  value: unknown,
  [name = '', ...path]: readonly string[],
  replace: (value: unknown, beside: Members) => Promise<unknown>,
): Promise<unknown> => {
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).filter((each) => name === '*' || each === name)
  const changed: Members = {}
  for (const each of names) {
    const before = (value as Members)[each]
    const after =
      path.length === 0 ? await replace(before, value as Members) : await changeMembers(before, path, replace)
    if (after !== before) changed[each] = after
  }
  if (Object.keys(changed).length === 0) return value
  return Array.isArray(value) ? value.map((item, index) => changed[index] ?? item) : { ...value, ...changed }
}

/** The answer of a call for a model, which can't use base64: the members that hold bytes in it are files. */
export const fileMembers = async (
  fileShelf: Pick<FileShelf, 'keep'>,
  caller: AdmittedCaller,
  { action, name, ref }: Pick<PreparedCall, 'action' | 'name' | 'ref'>,
  { parent }: Pick<CallRecord, 'parent'>,
  data: Data,
): Promise<Data> => {
  const places = caller.source === 'mcp' && parent === undefined ? findBase64Members(action) : noPlaces
  if (places.length === 0) return data
  const origin = { provider: ref.provider, account: ref.account, action: name }
  const replace = async (value: unknown, beside: Members): Promise<unknown> => {
    const bytes = readBytes(value)
    if (!bytes) return value
    const media_type = findType(bytes, beside)
    const about = { name: findName(beside), mediaType: media_type, origin, hasLink: true }
    try {
      const { file, url } = await fileShelf.keep(toAsker(caller), about, Readable.from([bytes]))
      return { ...showFile(file), url }
    } catch (error) {
      // The vendor has carried the call out: that there is no room for its bytes is no reason to make it again.
      if (error instanceof GatewayError) return { media_type, bytes: bytes.length, not_kept: error.message }
      throw error
    }
  }
  const before: unknown = parseExact(data.text)
  let value = before
  for (const place of places) value = await changeMembers(value, place.split('/').slice(1), replace)
  return value === before ? data : { ...data, value, text: JSON.stringify(value) }
}
