import type { AdmittedCaller } from './caller.ts'

/** A caller who asks for something that is kept for them: a call that waits, a code run, a file. */
export interface Asker {
  readonly tenant: string
  /** The token's id; empty: an administrator. */
  readonly tokenId: string
  readonly grantId: string | undefined
  /** SHA-256 of the token; `null`: an administrator. */
  readonly tokenHash: string | null
}

export const toAsker = ({ tenant, tokenId, usableToken }: AdmittedCaller): Asker => ({
  tenant: tenant.id,
  tokenId,
  grantId: usableToken.access?.grant_id,
  tokenHash: usableToken.access?.hash ?? usableToken.tenantToken?.hash ?? null,
})

/**
 * The id of the holder for whom equal calls are the same: a grant, whose access tokens change as they are renewed, or a
 * tenant token.
 */
export const readHolderId = ({ tokenId, usableToken }: Pick<AdmittedCaller, 'tokenId' | 'usableToken'>): string =>
  usableToken.access?.grant_id ?? tokenId

/** A thing that is kept for a token, with the token's id and grant. */
interface Kept {
  readonly tenant: string
  readonly token_id: string
  readonly grant_id: string | null
}

/** True if a thing is kept for this token, or for another access token of its grant. */
export const isKeptFor = (owner: Kept, { tenant, tokenId, grantId }: Omit<Asker, 'tokenHash'>): boolean =>
  owner.tenant === tenant && (owner.token_id === tokenId || (grantId !== undefined && owner.grant_id === grantId))
