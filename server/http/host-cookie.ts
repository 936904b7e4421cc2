/** A cookie of the gateway's own pages. */
export interface HostCookie {
  /** The `Set-Cookie` header. */
  header(baseUrl: string, value: string): string
  /** The value that the browser sent; `undefined`: none that the gateway has made. */
  read(baseUrl: string, headers: Headers): string | undefined
}

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

/** 256 bits in base64url, as `makeRandom` and `makeFormProof` make them, or what the vault seals (a compact JWE). */
const ownValue = /^[A-Za-z0-9_-]{43}$|^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]*){4}$/

/**
 * With `__Host-`, other hosts of the same domain can't set the cookie (RFC 6265bis, section 4.1.3.2). With `SameSite=Lax` other
 * sites' forms don't carry it, and a browser that another site sends here by a link or a redirect does; with `Strict` it doesn't.
 */
export const hostCookie = (name: string, lifeSeconds: number, sameSite: 'Lax' | 'Strict' = 'Lax'): HostCookie => {
  const nameAt = (baseUrl: string): string => (isSecure(baseUrl) ? `__Host-${name}` : name)
  return {
    header(baseUrl, value) {
      const attributes = `Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=${sameSite}${isSecure(baseUrl) ? '; Secure' : ''}`
      return `${nameAt(baseUrl)}=${value}; ${attributes}`
    },
    read(baseUrl, headers) {
      const value = new Bun.CookieMap(headers.get('cookie') ?? '').get(nameAt(baseUrl))
      return value && ownValue.test(value) ? value : undefined
    },
  }
}
