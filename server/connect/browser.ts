import { hashToken } from '@patchbay/core/store'
import { hostCookie } from '../oauth/host-cookie.ts'
import { isSameSecret } from '../oauth/secrets.ts'
import { attemptSeconds } from './link.ts'

/** Binds a browser to an attempt, also when the vendor sends the browser back. */
const cookie = hostCookie('patchbay-connect', attemptSeconds * 2)

export const browserCookie = cookie.header

/** Whether the request comes from the browser that began the attempt. */
export const isSameBrowser = (baseUrl: string, headers: Headers, browserHash: string): boolean => {
  const value = cookie.read(baseUrl, headers)
  return value !== undefined && isSameSecret(value, browserHash)
}

/** The proof in the form that asks; only the browser with the cookie gets it. */
export const proofOf = (browserHash: string): string => hashToken(`proof ${browserHash}`)
