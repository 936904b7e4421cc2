import canonicalize from 'canonicalize'
import type { PreparedCall } from '../../context/index.ts'
import type { TenantDigests } from './tenant-digests.ts'

/** True for a member that JavaScript doesn't keep where it was added: an index, or the prototype. */
const isOutOfOrder = (name: string): boolean => {
  const first = name.charCodeAt(0)
  return (first >= 48 && first <= 57) || name === '__proto__'
}

/** A copy whose members are sorted as RFC 8785 has it; `undefined`: an object can't have them in that order. */
const sortMembers = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(sortMembers)
    return items.includes(undefined) ? undefined : items
  }
  const sorted: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const member = sortMembers(value[name as keyof typeof value])
    if (member === undefined || isOutOfOrder(name)) return undefined
    sorted[name] = member
  }
  return sorted
}

/** Canonical JSON (RFC 8785). For most values JavaScript's own printing is right, and takes half of the time. */
export const printCanonical = (value: unknown): string => {
  const sorted = sortMembers(value)
  return (sorted === undefined ? canonicalize(value) : JSON.stringify(sorted)) ?? ''
}

/** A call in canonical JSON: equal calls have equal texts. `parameters`: the call's parameters, if they are printed already. */
export const canonicalCall = (
  { ref, name, params }: Pick<PreparedCall, 'ref' | 'name' | 'params'>,
  parameters = printCanonical(params),
): string => {
  const [account, action, provider] = [JSON.stringify(ref.account), JSON.stringify(name), JSON.stringify(ref.provider)]
  return `{"account":${account},"action":${action},"parameters":${parameters},"provider":${provider}}`
}

/**
 * The digest of a call for its audit entry, salted because calls can often be guessed. The salt is derived from the entry's
 * id by the tenant's secret, so that it needn't be stored.
 */
export const digestCall = (digests: TenantDigests, entryId: string, canonical: string): string =>
  Bun.CryptoHasher.hash('sha256', saltOf(digests, entryId) + canonical, 'hex')

/** The salt of a digest, 16 bytes in hex: with it one can check which call the digest is of. */
export const saltOf = (digests: TenantDigests, entryId: string): string => digests.of('salt', entryId)
