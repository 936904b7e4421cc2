import { FetchError, type Fetcher } from '../../fetch/index.ts'
import { toWait } from '../../provider/answer/read-wait.ts'
import { isJsonObject } from '../../provider/json-object.ts'
import { currentMs, shiftTime, type UnixMs } from '../../time.ts'

/** A client's metadata as it registers itself (RFC 7591, section 2). */
export interface ClientToRegister {
  readonly client_name: string
  readonly redirect_uris: readonly string[]
  readonly grant_types: readonly string[]
  readonly response_types: readonly string[]
  readonly token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
}

/** The client that a vendor has made. */
export interface RegisteredClient {
  readonly id: string
  /** `null`: it is a public client. */
  readonly secret: string | null
  /** The end of the secret; `null`: the vendor tells none. */
  readonly secretExpiresAt: UnixMs | null
}

const registerMs = 20_000
const maxBytes = 64 * 1024

/** `client_secret_expires_at`, a Unix time in any unit; 0: the secret doesn't end. */
const readExpiry = (value: unknown, headers: Headers): UnixMs | null => {
  const seconds = toWait(Number(value), headers)
  return seconds > 0 && Number.isFinite(seconds) ? shiftTime(currentMs(), Math.round(seconds * 1000)) : null
}

/** Registers a client at a vendor (RFC 7591, section 3.1). `undefined`: it refuses, or its answer can't be read. */
export const registerAtVendor = async (
  fetcher: Fetcher,
  endpoint: string,
  client: ClientToRegister,
): Promise<RegisteredClient | undefined> => {
  try {
    const { status, headers, bytes } = await fetcher({
      url: endpoint,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(client),
      signal: AbortSignal.timeout(registerMs),
      maxBytes,
      redirects: 'none',
    })
    const registration: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if ((status !== 200 && status !== 201) || !isJsonObject(registration)) return undefined
    const { client_id: id, client_secret: secret } = registration
    if (typeof id !== 'string' || !/^[\x20-\x7e]{1,1000}$/.test(id)) return undefined
    if (typeof secret !== 'string' || secret === '') return { id, secret: null, secretExpiresAt: null }
    return { id, secret, secretExpiresAt: readExpiry(registration.client_secret_expires_at, headers) }
  } catch (error) {
    if (error instanceof FetchError || error instanceof SyntaxError) return undefined
    throw error
  }
}
