import { randomBytes } from 'node:crypto'
import {
  type AccountRef,
  accountPath,
  type ConnectAttempt,
  type ConnectLink,
  hashToken,
  type LinkRequester,
} from '@patchbay/core/store'
import { isoTime, secondsOf, shiftTime } from '@patchbay/core/time'

/** A secret of 256 bits, for a link, a state or a cookie. */
export const makeRandom = (): string => randomBytes(32).toString('base64url')

/** The seconds that a person may take at the vendor, and then to confirm. */
export const attemptSeconds = 600

/** The most times that a link's form may be sent: each one asks the vendor or its sign-in. */
export const mostTries = 30

/** The link that an administrator requests, or a caller whose call failed. */
export type LinkRequest = Pick<
  ConnectLink,
  | 'tenant'
  | 'create_tenant'
  | 'provider'
  | 'providers'
  | 'account'
  | 'label'
  | 'scopes'
  | 'settings'
  | 'metadata'
  | 'return_url'
  | 'origin'
  | 'requested_by'
> & { readonly seconds: number }

/** A new link, and the secret that its URL holds. */
export const newLink = (
  { seconds, ...request }: LinkRequest,
  now: Date,
): { readonly link: ConnectLink; readonly secret: string } => {
  const secret = makeRandom()
  const link: ConnectLink = {
    connect_id: Bun.randomUUIDv7('hex', now.getTime()),
    hash: hashToken(secret),
    ...request,
    created_at: isoTime(now),
    expires_at: shiftTime(secondsOf(now), seconds),
    status: 'pending',
    reason: null,
    identity: null,
    attempt: null,
    tries: 0,
    version: crypto.randomUUID(),
  }
  return { link, secret }
}

export const isLinkOver = ({ expires_at }: Pick<ConnectLink | ConnectAttempt, 'expires_at'>, now: Date): boolean =>
  expires_at <= secondsOf(now)

/** The link with changes, as another version. */
export const changeLink = (link: ConnectLink, changes: Partial<ConnectLink>): ConnectLink => ({
  ...link,
  ...changes,
  version: crypto.randomUUID(),
})

/** The path of a link's page. */
export const buildConnectPath = (secret: string): string => `/connect/${secret}`

export const toAccountRef = ({ tenant, provider, account }: ConnectLink): AccountRef => ({ tenant, provider, account })

/** The key of audit entries about the link's account. */
export const auditKey = (link: ConnectLink): string => `tokens/${accountPath(link)}`

/** The members of audit entries about a link: the caller who got the link, if any, and the browser's request. */
export const toLinkRequester = ({ requested_by }: ConnectLink, requestId: string): LinkRequester =>
  requested_by ?? { token_id: null, request_id: requestId }
