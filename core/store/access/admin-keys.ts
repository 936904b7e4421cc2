import type { IsoTime, UnixSeconds } from '../../time.ts'

export const adminRoles = ['viewer', 'approver', 'operator', 'owner'] as const
/** What an administrator may do. */
export type AdminRole = (typeof adminRoles)[number]

/** What an admin key may do. A `linker` is no administrator: no other role includes it, and it includes none. */
export const keyRoles = ['linker', ...adminRoles] as const
export type KeyRole = (typeof keyRoles)[number]

/** Rights that the tokens of a linker have only if its key names them. */
export const linkerRights = ['secret', 'connect', 'raw'] as const
export type LinkerRight = (typeof linkerRights)[number]

/** What a key of the role `linker` is for. */
export interface LinkerScope {
  /** Ids of tenants; one that ends with `*` stands for all ids that begin with the text before it. */
  readonly tenants: readonly string[]
  readonly rights: readonly LinkerRight[]
}

/** The roles that each role includes. Who changes things doesn't decide about calls, and the other way round. */
const includedRoles: Readonly<Record<KeyRole, readonly AdminRole[]>> = {
  linker: [],
  viewer: ['viewer'],
  approver: ['viewer', 'approver'],
  operator: ['viewer', 'operator'],
  owner: adminRoles,
}

/** Whether a role may do what takes the other one. */
export const includesRole = (role: KeyRole, needed: AdminRole): boolean =>
  includedRoles[role]?.includes(needed) ?? false

export interface NewAdminKey {
  /** SHA-256 of the key, 64 lower-case hex digits. */
  readonly hash: string
  readonly name: string
  readonly role: KeyRole
  /** Of the role `linker`; `null`: another role. */
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
  /** `undefined`: `most` keys exist already. */
  create(key: NewAdminKey, how: { readonly now: Date; readonly most: number }): Promise<AdminKeyRecord | undefined>
  /** Also finds expired keys. */
  find(hash: string): Promise<AdminKeyRecord | undefined>
  /** Oldest first. */
  list(): Promise<readonly AdminKeyRecord[]>
  /** `false`: no such key exists. */
  remove(keyId: string): Promise<boolean>
}
