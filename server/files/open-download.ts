import type { StoreCache } from '@patchbay/core/admission'
import { GatewayError } from '@patchbay/core/errors'
import { type FileAccess, type FileShelf, type KeptFile, withProgress } from '@patchbay/core/files'

export interface DownloadParts {
  readonly storeCache: Pick<StoreCache, 'token' | 'tenant' | 'access'>
  readonly fileAccess: Pick<FileAccess, 'assertMayRead'>
  readonly fileShelf: Pick<FileShelf, 'read'>
  readonly requestTimeoutMs: number
}

const isOver = (): GatewayError => new GatewayError('NOT_FOUND', 'The token or the tenant of this file has ended')

/** Called before each piece: throws once the file may no longer be read. Memory answers, unless something has changed. */
const createCheck = ({ storeCache, fileAccess }: DownloadParts, file: KeptFile, tokenHash: string | null) => {
  const administrator = { token_id: file.token_id, tenant_id: file.tenant }
  return async (): Promise<void> => {
    const token = tokenHash === null ? administrator : await storeCache.token(tokenHash)
    const tenant = await storeCache.tenant(file.tenant)
    if (!token || tenant?.status !== 'active') throw isOver()
    fileAccess.assertMayRead(file, storeCache.access(token, tenant), tenant)
  }
}

/**
 * The bytes of a file for as long as the token (`null`: an administrator) may read it: a download ends with its token, tenant or account.
 * Throws NOT_FOUND, FORBIDDEN, or UNAVAILABLE where they are gone.
 */
export const openDownload = async (
  parts: DownloadParts,
  file: KeptFile,
  tokenHash: string | null,
): Promise<AsyncIterable<Uint8Array>> => {
  const check = createCheck(parts, file, tokenHash)
  await check()
  const bytes = withProgress(await parts.fileShelf.read(file), parts.requestTimeoutMs)
  async function* whileAllowed(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      await check()
      yield piece
    }
  }
  return whileAllowed()
}
