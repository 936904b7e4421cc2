import { randomBytes } from 'node:crypto'
import { hashToken } from '@patchbay/core/store'
import { isSameSecret } from './secrets.ts'

/** A browser's cookie, and the proof for the forms that are made for this browser. */
export interface FormProof {
  readonly proof: string
  /** The `Set-Cookie` header. */
  readonly cookie: string
}

const lifeSeconds = 3600

/** With `__Host-`, other hosts of the same domain can't set the cookie (RFC 6265bis, section 4.1.3.2). */
const nameFor = (secure: boolean): string => (secure ? '__Host-patchbay-form' : 'patchbay-form')

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

const cookieOf = (headers: Headers, name: string): string | undefined => {
  const value = new Bun.CookieMap(headers.get('cookie') ?? '').get(name)
  return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}

/**
 * Protects against cross-site request forgery: a form is accepted only with the cookie that it was made for. The cookie is
 * `SameSite=Lax`, so other sites' forms don't carry it. An existing cookie is kept, so that two tabs work. (`Origin` can't replace
 * the cookie, because browsers send `null` with `Referrer-Policy: no-referrer`.)
 */
export const makeFormProof = (baseUrl: string, headers: Headers): FormProof => {
  const secure = isSecure(baseUrl)
  const name = nameFor(secure)
  const value = cookieOf(headers, name) ?? randomBytes(32).toString('base64url')
  const attributes = `Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return { proof: hashToken(value), cookie: `${name}=${value}; ${attributes}` }
}

export const isFormProof = (baseUrl: string, headers: Headers, proof: string | undefined): boolean => {
  const value = cookieOf(headers, nameFor(isSecure(baseUrl)))
  return value !== undefined && proof !== undefined && /^[0-9a-f]{64}$/.test(proof) && isSameSecret(value, proof)
}
