import { readFile } from 'node:fs/promises'
import { type CompressedFile, compressFile } from '../http/compressed-file.ts'

export interface ServedFile {
  readonly type: string
  /** Called on the first request for the file. */
  readonly url: () => string
}

export const htmlType = 'text/html; charset=utf-8'
export const cssType = 'text/css; charset=utf-8'
export const scriptType = 'text/javascript; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'

/** A page loads from and calls this origin only. Icons are `data:` URLs in style sheets. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves files; each is read on the first request for it. */
export const createServedFiles = () => {
  const cache = new Map<ServedFile, Promise<CompressedFile>>()
  const load = async ({ type, url }: ServedFile): Promise<CompressedFile> =>
    compressFile(type, await readFile(new URL(url())))
  return async (file: ServedFile): Promise<CompressedFile> => {
    const loading = cache.get(file) ?? load(file)
    cache.set(file, loading)
    try {
      return await loading
    } catch (error) {
      // The next request tries again.
      cache.delete(file)
      throw error
    }
  }
}
