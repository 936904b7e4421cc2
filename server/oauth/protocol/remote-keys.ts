import type { Fetcher } from '@patchbay/core/fetch'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'

const maxBytes = 262_144
const timeoutMs = 5000

/** Public keys only: with a shared secret, every verifier could also sign. */
export const publicAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

/** Gets JSON that belongs to another party: its keys, or the metadata that say where they are. */
export const createJsonGetter = (fetcher: Fetcher) => async (url: string) => {
  const headers = { accept: 'application/json' }
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetcher({ url, method: 'GET', headers, signal, maxBytes, redirects: 'none' })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return answer
}

/** The keys at a URL, which jose reads again for a new key id and after 10 minutes. `onFailure` makes the error to throw. */
export const createRemoteKeys = (
  fetcher: Fetcher,
  url: string,
  onFailure: (cause: unknown) => never,
): JWTVerifyGetKey => {
  const get = createJsonGetter(fetcher)
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    [customFetch]: async () => {
      const { status, bytes } = await get(url).catch(onFailure)
      return new Response(bytes as Uint8Array<ArrayBuffer>, { status })
    },
  })
}
