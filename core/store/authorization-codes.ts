import type { NewGrant } from './grants.ts'
import type { NewOAuthClient } from './oauth-clients.ts'

/** A user's consent on its way to the client (OAuth 2.1, section 4.1.2); only its hash is known. */
export interface AuthorizationCodeRecord {
  /** SHA-256 of the code, 64 lower-case hex digits. */
  readonly hash: string
  readonly client_id: string
  readonly tenant_id: string
  /** The hash of the tenant token that the user gave. */
  readonly bearer_hash: string
  readonly redirect_uri: string
  /** RFC 7636, method S256. */
  readonly code_challenge: string
  /** The audience of the tokens (RFC 8707). */
  readonly resource: string
  /** Unix seconds. */
  readonly expires_at: number
}

export interface AuthorizationCodes {
  /**
   * Keeps a code and marks its client as used, in one step with the check that the tenant token and a registered client
   * are still there; `false`: one of them isn't. A client known by its document is kept as it is given. Expired codes go.
   */
  issue(code: AuthorizationCodeRecord, client: NewOAuthClient, now: Date): Promise<boolean>
  /** A code that was neither claimed nor has expired. */
  find(hash: string, now: Date): Promise<AuthorizationCodeRecord | undefined>
  /**
   * Takes the code away and makes its grant, in one step. `false`: somebody else did, or what it came from is gone.
   * Expired grants go.
   */
  claim(hash: string, grant: NewGrant, now: Date): Promise<boolean>
}
