import type { AdmittedCaller } from './caller.ts'

/** Whoever asks for something that is kept for them: a call that waits, a run of code, a file. */
export interface Asker {
  readonly tenant: string
  /** Empty: an administrator. */
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

/** What is kept with the token that it is kept for, and that token's grant. */
interface Kept {
  readonly tenant: string
  readonly token_id: string
  readonly grant_id: string | null
}

/** Whether it is kept for this token, or for another access token of its grant. */
export const isKeptFor = (kept: Kept, { tenant, tokenId, grantId }: Omit<Asker, 'tokenHash'>): boolean =>
  kept.tenant === tenant && (kept.token_id === tokenId || (grantId !== undefined && kept.grant_id === grantId))
