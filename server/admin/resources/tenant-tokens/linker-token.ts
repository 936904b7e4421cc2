import { parsePattern, toRight } from '@patchbay/core/access'
import { GatewayError, invalid } from '@patchbay/core/errors'
import type { Domain } from '@patchbay/core/schema'
import { type AllowEntry, type LinkerRight, type LinkerScope, linkerRights } from '@patchbay/core/store'

type Domains = ReadonlyMap<string, Domain>

/** The rights beyond `read` and `write` that a list of rules gives, whatever their conditions. */
const listRights = (allow: readonly AllowEntry[], domains: Domains): ReadonlySet<string> => {
  const rights = new Set<string>()
  for (const entry of allow) {
    const { provider, what } = parsePattern(typeof entry === 'string' ? entry : entry.pattern) ?? {}
    if (what === undefined) continue
    rights.add(what)
    for (const [id, { source }] of domains) {
      const kind = provider === '*' || provider === id ? source.kind(what) : undefined
      if (kind) rights.add(toRight(kind))
    }
  }
  return rights
}

/**
 * The rights of a token made with a backend's key: `allow`, or without it the most that the key can give, and never
 * everything. Throws VALIDATION_ERROR for a token that the gateway doesn't create itself, and FORBIDDEN for rights that
 * the key doesn't name.
 */
export const limitLinkerToken = (
  { rights }: LinkerScope,
  { token, allow }: { readonly token?: string | undefined; readonly allow?: readonly AllowEntry[] | null | undefined },
  domains: Domains,
): readonly AllowEntry[] => {
  if (token !== undefined) {
    throw invalid('/token', 'must be left out with a key of the role linker: the gateway creates the token')
  }
  const named: ReadonlySet<LinkerRight> = new Set(rights)
  if (!allow) return ['*:*', ...linkerRights.filter((right) => named.has(right)).map((right) => `*:${right}`)]
  const tokenRights = listRights(allow, domains)
  const missing = linkerRights.find((right) => tokenRights.has(right) && !named.has(right))
  if (missing === undefined) return allow
  throw new GatewayError(
    'FORBIDDEN',
    `This admin key creates no tokens with the right ${missing}; leave it out of allow, or name it in the key's rights`,
  )
}
