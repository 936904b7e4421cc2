import type { KeyRole, LinkerScope, SessionRecord } from '@patchbay/core/store'

/** The caller that an admin key or a session identifies. */
export interface AdminCaller {
  readonly keyId: string
  readonly name: string
  readonly role: KeyRole
  /** The scope of a `linker` key; `null` for other roles. */
  readonly linker: LinkerScope | null
  /** `null`: the caller signed in without a key. */
  readonly keyHash: string | null
  /** The console's session, with the secret that the browser sent. */
  readonly session?: SessionRecord & { readonly secret: string }
}
