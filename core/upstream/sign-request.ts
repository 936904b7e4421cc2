import { reasonOf } from '../errors.ts'
import { createRedaction } from '../fetch/redact.ts'
import type { Signature, Signed } from '../provider/index.ts'
import type { Credential } from '../refresh/index.ts'
import { secretOf } from './place-credential.ts'
import { isHeaderValue, isReservedHeader, type ProviderRequest } from './request.ts'

/** The plugin's signature. Its error may hold the secrets that it was given, so only its redacted words go on. */
const signatureOf = (
  auth: Signed,
  { method, url, headers, body = '' }: ProviderRequest,
  secrets: Readonly<Record<string, string>>,
): Signature => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  try {
    return auth.sign({ method, url, headers: { ...headers }, body: bytes, at: new Date() }, secrets)
  } catch (error) {
    throw new TypeError(`the plugin's sign failed: ${createRedaction(Object.values(secrets))(reasonOf(error))}`)
  }
}

const withHeaders = (
  headers: ProviderRequest['headers'],
  given: Signature['headers'] = {},
): ProviderRequest['headers'] => {
  const result = { ...headers }
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase()
    if (key !== 'authorization' && isReservedHeader(key))
      throw new TypeError(`a signature must not set the header ${key}`)
    if (!isHeaderValue(value)) throw new TypeError(`the signature can not be sent as the header ${key}`)
    result[key] = value
  }
  return result
}

/** What stands in the URL already stays as it was signed, byte for byte. */
const withQuery = (url: string, given: Signature['query'] = {}): string => {
  const names = new Set(Object.keys(given))
  if (names.size === 0) return url
  const end = url.indexOf('?')
  const address = end < 0 ? url : url.slice(0, end)
  const others = url
    .slice(address.length + 1)
    .split('&')
    .filter((member) => {
      const [name = ''] = new URLSearchParams(member).keys()
      return member !== '' && !names.has(name)
    })
  const own = Object.entries(given).map((member) => member.map(encodeURIComponent).join('='))
  return `${address}?${[...others, ...own].join('&')}`
}

/** The request with the signature that the plugin makes of it. */
export const signRequest = (auth: Signed, credential: Credential, request: ProviderRequest): ProviderRequest => {
  const secrets = Object.fromEntries(auth.secrets.map((name) => [name, secretOf(credential, name)]))
  const { headers, query } = signatureOf(auth, request, secrets)
  // E.g. a promise: the request must not go out unsigned.
  if (!headers && !query) throw new TypeError("the plugin's sign answered neither headers nor a query")
  return { ...request, url: withQuery(request.url, query), headers: withHeaders(request.headers, headers) }
}
