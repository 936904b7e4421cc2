import { randomBytes } from 'node:crypto'
import { hashToken } from '@patchbay/core/store'
import { hostCookie } from '../http/host-cookie.ts'
import { isSameSecret } from './is-same-secret.ts'

/** A browser's cookie, and the proof for the forms that are made for this browser. */
export interface FormProof {
  readonly proof: string
  /** The `Set-Cookie` header. */
  readonly cookie: string
}

const cookie = hostCookie('patchbay-form', 3600)

/**
 * Protects against cross-site request forgery: a form is accepted only with the cookie that it was made for. The cookie is
 * `SameSite=Lax`, so other sites' forms don't carry it. An existing cookie is kept, so that two tabs work. (`Origin` can't replace
 * the cookie, because browsers send `null` with `Referrer-Policy: no-referrer`.)
 */
export const makeFormProof = (baseUrl: string, headers: Headers): FormProof => {
  const value = cookie.read(baseUrl, headers) ?? randomBytes(32).toString('base64url')
  return { proof: hashToken(value), cookie: cookie.header(baseUrl, value) }
}

export const isFormProof = (baseUrl: string, headers: Headers, proof: string | undefined): boolean => {
  const value = cookie.read(baseUrl, headers)
  return value !== undefined && proof !== undefined && /^[0-9a-f]{64}$/.test(proof) && isSameSecret(value, proof)
}

/** Shown to a person whose form has no proof, or another browser's. */
export const foreignForm =
  'This page was open for too long, or your browser does not keep its cookie. Please try again.'
