import type { IsoTime, UnixSeconds } from '../../time.ts'

export const adminRoles = ['viewer', 'approver', 'operator', 'owner'] as const
/** The role of an administrator. */
export type AdminRole = (typeof adminRoles)[number]

/** The roles of an admin key. A `linker` is no administrator: no other role includes it, and it includes none. */
export const keyRoles = ['linker', ...adminRoles] as const
export type KeyRole = (typeof keyRoles)[number]

/** Rights that the tokens of a linker have only if its key names them. */
export const linkerRights = ['secret', 'connect', 'raw'] as const
export type LinkerRight = (typeof linkerRights)[number]

/** The scope of a key of the role `linker`. */
export interface LinkerScope {
  /** The ids of tenants; one that ends with `*` stands for all ids that begin with the text before it. */
  readonly tenants: readonly string[]
  readonly rights: readonly LinkerRight[]
}

/** The roles that each role includes. A role that changes things doesn't decide about calls, and vice versa. */
const includedRoles: Readonly<Record<KeyRole, readonly AdminRole[]>> = {
  linker: [],
  viewer: ['viewer'],
  approver: ['viewer', 'approver'],
  operator: ['viewer', 'operator'],
  owner: adminRoles,
}

/** True if a role has the rights of the needed one. */
export const includesRole = (role: KeyRole, needed: AdminRole): boolean =>
  includedRoles[role]?.includes(needed) ?? false

export interface NewAdminKey {
  /** SHA-256 of the key, 64 lower-case hex digits. */
  readonly hash: string
  readonly name: string
  readonly role: KeyRole
  /** The scope of a `linker` key; `null` for other roles. */
  readonly linker: LinkerScope | null
  /** `null`: never expires. */
  readonly expires_at: UnixSeconds | null
}

/** An admin key with a name. Only the key's hash is stored. */
export interface AdminKeyRecord extends NewAdminKey {
  /** The first 12 digits of the hash. Answers and the audit log name the key by them. */
  readonly key_id: string
  readonly created_at: IsoTime
}

export interface AdminKeys {
  /** Creates a key; `undefined`: `most` keys exist already. */
  create(key: NewAdminKey, how: { readonly now: Date; readonly most: number }): Promise<AdminKeyRecord | undefined>
  /** Also finds expired keys. */
  find(hash: string): Promise<AdminKeyRecord | undefined>
  /** Oldest first. */
  list(): Promise<readonly AdminKeyRecord[]>
  /** `false`: no such key exists. */
  remove(keyId: string): Promise<boolean>
}
