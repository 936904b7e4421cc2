import { randomBytes } from 'node:crypto'
import { type ConnectAttempt, type ConnectLink, hashToken } from '@patchbay/core/store'

/** 256 bits, as in a link and in a state. */
export const makeRandom = (): string => randomBytes(32).toString('base64url')

/** How long a person may take at the vendor, and then to confirm. */
export const attemptSeconds = 600

/** How often a link's form may be sent: each time, the vendor or its sign-in is asked. */
export const mostTries = 30

export const toEpochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/** What an administrator requests, or a caller whose call failed. */
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
    created_at: now.toISOString(),
    expires_at: toEpochSeconds(now) + seconds,
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
  expires_at <= toEpochSeconds(now)

/** Whether the try of a link holds an access from the vendor that nobody has confirmed yet. */
export const isHolding = ({ attempt }: Pick<ConnectLink, 'attempt'>): boolean =>
  attempt?.phase === 'asking' || attempt?.phase === 'choosing'

/** The link with changes, as another version. */
export const changeLink = (link: ConnectLink, changes: Partial<ConnectLink>): ConnectLink => ({
  ...link,
  ...changes,
  version: crypto.randomUUID(),
})

/** Binds the sealed part of an attempt to its link. */
export const attemptBinding = ({ tenant, provider, account, connect_id }: ConnectLink) => ({
  tenant,
  provider,
  account,
  field: `connect ${connect_id}`,
})
