import type { PreparedCall } from '../context/index.ts'

const noSettings = {}

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  // Without a prototype, `__proto__` is a member as any other.
  const members: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(value).sort()) members[name] = sorted((value as Record<string, unknown>)[name])
  return members
}

/**
 * The canonical text of a JSON value (RFC 8785). Sorting the members is enough: the RFC takes numbers and strings from ECMAScript
 * (section 3.2.2), as JSON.stringify does. A package for it takes five times as long.
 */
const canonical = (value: unknown): string => JSON.stringify(sorted(value))

/** The parts of a call that its answer depends on, except for the credential. */
type CacheParts = Pick<PreparedCall, 'ref' | 'account' | 'name' | 'params' | 'resultFields'>

/** The cache key of a call, however its body is spelt. */
export const buildCacheKey = ({ ref, account, name, params, resultFields }: CacheParts): string => {
  const { settings = noSettings } = account
  const parts = [ref.tenant, ref.provider, ref.account, settings, name, params, resultFields ?? null]
  return Bun.CryptoHasher.hash('sha256', canonical(parts), 'base64')
}
