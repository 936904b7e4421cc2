import type { FileRecord } from '../store/index.ts'
import { isoTime } from '../time.ts'

/** A file whose bytes are all there. */
export type KeptFile = FileRecord & { readonly sha256: string }

/** What callers see of a file. */
export const showFile = ({ id, name, bytes, media_type, sha256, expires_at }: FileRecord) => ({
  file_id: id,
  ...(name !== null && { filename: name }),
  bytes,
  media_type,
  ...(sha256 === null ? { unfinished: true } : { sha256 }),
  expires_at: isoTime(expires_at),
})
