import { type ConnectLink, hashToken } from '@patchbay/core/store'
import { isSameSecret } from '../forms/is-same-secret.ts'
import { hostCookie } from '../http/host-cookie.ts'
import { attemptSeconds } from './link.ts'

type Link = Pick<ConnectLink, 'connect_id'>

/** Binds a browser to an attempt, also when the vendor sends the browser back. Each link has its own, so that a person may connect two accounts at once. */
const buildCookie = ({ connect_id }: Link) => hostCookie(`patchbay-connect-${connect_id}`, attemptSeconds * 2)

export const browserCookie = (baseUrl: string, link: Link, value: string): string =>
  buildCookie(link).header(baseUrl, value)

/** Whether the request comes from the browser that began the attempt. */
export const isSameBrowser = (baseUrl: string, link: Link, headers: Headers, browserHash: string): boolean => {
  const value = buildCookie(link).read(baseUrl, headers)
  return value !== undefined && isSameSecret(value, browserHash)
}

/** The proof in the form that asks; only the browser with the cookie gets it. */
export const deriveConnectProof = (browserHash: string): string => hashToken(`proof ${browserHash}`)
