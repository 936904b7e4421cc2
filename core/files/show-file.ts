import type { FileRecord } from '../store/index.ts'
import { isoTime } from '../time.ts'

/** A file whose bytes are complete. */
export type KeptFile = FileRecord & { readonly sha256: string }

export const isKeptFile = (file: FileRecord | undefined): file is KeptFile => file !== undefined && file.sha256 !== null

/** The members of a file that callers see. */
export const showFile = ({ id, name, bytes, media_type, sha256, expires_at }: FileRecord) => ({
  file_id: id,
  ...(name !== null && { filename: name }),
  bytes,
  media_type,
  ...(sha256 === null ? { unfinished: true } : { sha256 }),
  expires_at: isoTime(expires_at),
})
