import { type ConnectLink, hashToken } from '@patchbay/core/store'
import { isSameSecret } from '../forms/is-same-secret.ts'
import { hostCookie } from '../http/host-cookie.ts'
import { attemptSeconds } from './link.ts'

type Link = Pick<ConnectLink, 'connect_id'>

const cookiePrefix = 'patchbay-connect-'

/** Binds a browser to an attempt, also when the vendor sends the browser back. Each link has its own, so that a person may connect two accounts at once. */
const buildCookie = ({ connect_id }: Link) => hostCookie(`${cookiePrefix}${connect_id}`, attemptSeconds * 2)

/** A browser with more of them was made to send them. */
const mostLinks = 20

/** The ids of a browser's open links, from the names of its cookies; their values aren't checked. */
export const listBrowserLinks = (headers: Headers): readonly string[] =>
  [...new Bun.CookieMap(headers.get('cookie') ?? '').keys()]
    .map((name) => name.replace(/^__Host-/, ''))
    .filter((name) => name.startsWith(cookiePrefix))
    .map((name) => name.slice(cookiePrefix.length))
    .slice(0, mostLinks)

export const browserCookie = (baseUrl: string, link: Link, value: string): string =>
  buildCookie(link).header(baseUrl, value)

/** True if the request comes from the browser that began the attempt. */
export const isSameBrowser = (baseUrl: string, link: Link, headers: Headers, browserHash: string): boolean => {
  const value = buildCookie(link).read(baseUrl, headers)
  return value !== undefined && isSameSecret(value, browserHash)
}

/** The proof in the form that asks; only the browser with the cookie gets it. */
export const deriveConnectProof = (browserHash: string): string => hashToken(`proof ${browserHash}`)
