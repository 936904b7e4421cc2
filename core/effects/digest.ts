import canonicalize from 'canonicalize'
import type { PreparedCall } from '../context/index.ts'
import type { TenantDigests } from './tenant-digests.ts'

/** What a call asks for, as canonical JSON (RFC 8785): two calls with the same text ask for the same. */
export const canonicalCall = ({ ref, name, params }: Pick<PreparedCall, 'ref' | 'name' | 'params'>): string =>
  canonicalize({ account: ref.account, action: name, parameters: params, provider: ref.provider }) ?? ''

/**
 * The digest of a call for its audit entry: with a salt, as what a call asks for can often be guessed. The salt is made of the entry's
 * id by the tenant's secret, so that it needn't be stored.
 */
export const digestCall = (digests: TenantDigests, entryId: string, canonical: string): string =>
  Bun.CryptoHasher.hash('sha256', saltOf(digests, entryId) + canonical, 'hex')

/** 16 bytes in hex: who has it can check which call the digest is of. */
export const saltOf = (digests: TenantDigests, entryId: string): string => digests.of('salt', entryId)
