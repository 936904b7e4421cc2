import { hashToken } from '@patchbay/core/store'
import { isSameSecret } from '../oauth/secrets.ts'
import { attemptSeconds } from './link.ts'

/** With `__Host-`, other hosts of the same domain can't set the cookie (RFC 6265bis, section 4.1.3.2). */
const nameFor = (secure: boolean): string => (secure ? '__Host-patchbay-connect' : 'patchbay-connect')
const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

/** The `Set-Cookie` header that binds a browser to an attempt. `Lax`: the browser sends it when the vendor sends it back. */
export const browserCookie = (baseUrl: string, value: string): string => {
  const secure = isSecure(baseUrl)
  return `${nameFor(secure)}=${value}; Path=/; Max-Age=${attemptSeconds * 2}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Whether the request comes from the browser that began the attempt. */
export const isSameBrowser = (baseUrl: string, headers: Headers, browserHash: string): boolean => {
  const value = new Bun.CookieMap(headers.get('cookie') ?? '').get(nameFor(isSecure(baseUrl)))
  return value !== null && value !== undefined && isSameSecret(value, browserHash)
}

/** The proof in the form that asks; only the browser with the cookie gets it. */
export const proofOf = (browserHash: string): string => hashToken(`proof ${browserHash}`)
