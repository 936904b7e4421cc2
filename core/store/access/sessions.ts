import type { UnixSeconds } from '../../time.ts'
import type { AdminRole } from './admin-keys.ts'

/** A person who is signed in to the console. Only the hash of the browser's secret is stored. */
export interface SessionRecord {
  /** SHA-256 of the secret, 64 lower-case hex digits. */
  readonly hash: string
  /** The id of the admin key, or 12 hex digits of the hash of the identity provider's subject. */
  readonly person_id: string
  /** The person's name in the audit log. */
  readonly name: string
  readonly role: AdminRole
  /** SHA-256 of the admin key: the session ends with it. `null`: an identity provider vouches for the person. */
  readonly key_hash: string | null
  /** The time when the person showed the key, or signed in at the identity provider. */
  readonly confirmed_at: UnixSeconds
  readonly used_at: UnixSeconds
  readonly expires_at: UnixSeconds
}

export interface Sessions {
  /** Removes expired sessions as well. */
  create(session: SessionRecord): Promise<void>
  /** Also finds expired ones. */
  find(hash: string): Promise<SessionRecord | undefined>
  /** Notes that the session was used; one that has ended stays ended. */
  use(hash: string, usedAt: UnixSeconds): Promise<void>
  end(hash: string): Promise<void>
  /** Ends all sessions of a person. */
  endAll(personId: string): Promise<void>
}
