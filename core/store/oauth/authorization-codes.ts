import type { UnixSeconds } from '../../time.ts'
import type { NewOAuthClient } from './clients.ts'
import type { NewGrant } from './grants.ts'

/** An authorization code (OAuth 2.1, section 4.1.2). Only the code's hash is stored. */
export interface AuthorizationCodeRecord {
  /** SHA-256 of the code, 64 lower-case hex digits. */
  readonly hash: string
  readonly client_id: string
  readonly tenant_id: string
  /** The hash of the tenant token that the user entered. */
  readonly bearer_hash: string
  readonly redirect_uri: string
  /** The PKCE challenge (RFC 7636, method S256). */
  readonly code_challenge: string
  /** The granted scope: access patterns, separated by spaces; `null`: all access of the tenant token. */
  readonly scope: string | null
  /** The audience of the tokens (RFC 8707). */
  readonly resource: string
  readonly expires_at: UnixSeconds
}

export interface AuthorizationCodes {
  /**
   * Stores a code and marks its client as used. The same step checks that the tenant token and a registered client still
   * exist; `false`: one of them doesn't. A client known by its metadata document is stored as given. Expired codes are
   * removed.
   */
  issue(code: AuthorizationCodeRecord, client: NewOAuthClient, now: Date): Promise<boolean>
  /** Finds a code that is neither claimed nor expired. */
  find(hash: string, now: Date): Promise<AuthorizationCodeRecord | undefined>
  /**
   * Removes the code and creates its grant, in one step. `false`: the code was claimed before, or its tenant token or
   * client is gone. Expired grants are removed.
   */
  claim(hash: string, grant: NewGrant, now: Date): Promise<boolean>
}
